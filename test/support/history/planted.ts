/** Copies of the built program with one fault each, which a history of team mode must notice. Used by test/journeys/team.test.ts. */
import { cp, link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../process.ts';

export interface Planted {
  /** What is in the built code, once; the names of its variables are the bundler's. */
  readonly from: RegExp;
  readonly to: string;
}

/** By what they do to the service. */
export const PLANTED = {
  'writes in any term': { from: /!\(([\w$.#]+)===void 0\|\|[\w$]+\[0\]\?\.epoch===\1\.epoch\)/, to: '!1' },
  'takes its term for valid however long it was not renewed': {
    from: /Math\.max\(([\w$]+)\.wall-([\w$]+)\.wall,\1\.steady-\2\.steady\)<[\w$]+/,
    to: '!0',
  },
  'never renews its term': {
    from: /UPDATE term SET until = \$\{[\w$.]+\} \+ \$\{[^}]*\} WHERE/,
    to: 'UPDATE term SET until = until WHERE',
  },
  'serves without the lock': { from: /SELECT pg_advisory_lock\(\$1::int, \$2::int\)/, to: 'SELECT $1::int, $2::int' },
} as const satisfies Readonly<Record<string, Planted>>;

const CHUNKS = join(ROOT, 'dist', 'chunks');

/** @returns the launcher of a copy that shares every other file with the build */
export async function plant(...faults: readonly Planted[]): Promise<string> {
  // Beside the build: a hard link does not cross to another disk.
  const copy = join(ROOT, 'node_modules', '.cache', `planted-${String(process.pid)}-${String(performance.now())}`);
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await mkdir(copy, { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(copy, 'package.json'));
  await linkAll(join(ROOT, 'bin'), join(copy, 'bin'));
  await linkAll(join(ROOT, 'dist'), join(copy, 'dist'));
  for (const fault of faults) await change(join(copy, 'dist', 'chunks'), fault);
  return join(copy, 'bin', 'svc.js');
}

async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkAll(source, target);
    else await link(source, target);
  }
}

async function change(folder: string, fault: Planted): Promise<void> {
  const { name, text } = await findPlace(fault, folder);
  // A file of its own in place of the shared one.
  await rm(join(folder, name));
  await writeFile(
    join(folder, name),
    text.replace(fault.from, () => fault.to),
  );
}

/** The file of the built code that a fault changes. @throws Error unless there is one place for it */
export async function findPlace({ from }: Planted, folder = CHUNKS): Promise<{ name: string; text: string }> {
  const places: { name: string; text: string }[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    places.push(...[...text.matchAll(new RegExp(from, 'g'))].map(() => ({ name, text })));
  }
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`The built code has ${String(places.length)} places for the fault ${String(from)}.`);
  return place;
}
