/** Puts faults into the local service, one at a time, and runs the tests at the same path: they have to notice. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { mutantsOf, type Mutant } from '../../src/build/prove/mutants.ts';
import { ROOT } from '../support/process.ts';
import { partsOf, roundsOf, sayFigure, seedOf } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import { temporaryFolder } from '../support/temp.ts';

const FEW = 2;
const ROUNDS = roundsOf(FEW);

/** What the tests need of the checkout. The indexes in `dist` lead to the areas beside them: linked, they would lead past the faults. */
const COPIED = ['src', 'test', 'bin', 'dist', 'docs', 'package.json', 'tsconfig.json', 'vitest.config.ts'];
const LINKED = ['node_modules'];

/** Where rules of the specification are decided. */
const ROOMS = partsOf([
  ...['states', 'limits', 'corridor', 'areas/posts', 'areas/webhooks', 'delivery', 'timeline'],
  ...['areas/sms', 'areas/verify', 'areas/phone-numbers', 'areas/calls'],
  ...['areas/inbox', 'areas/inbox-reviews', 'areas/whatsapp', 'areas/whatsapp-templates', 'areas/whatsapp-flows'],
  ...['areas/contacts', 'areas/broadcasts', 'areas/sequences', 'areas/automations', 'areas/workflows'],
  ...['areas/business-agent', 'areas/discord', 'areas/google-business', 'areas/imessage', 'areas/ads'],
]);

const LONGEST_TEST_MS = 180_000;
const LONGEST_RUN_MS = 600_000;

const SEED = seedOf(20260105);

/** What `npm test` has time for: a file with a quick test of its own. */
const QUICK = 'src/service/limits/retries.ts';

interface Trial extends Mutant {
  readonly path: string;
  readonly tests: string;
}

test(
  `${String(ROUNDS)} faults in the local service are noticed by the tests at the same path`,
  async () => {
    const random = seeded(SEED);
    const trials = await trialsIn((path) => ROUNDS > FEW || path === QUICK);
    const copy = await checkoutCopy();
    const survived: string[] = [];
    const whole = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const trial = trials[Math.floor(random() * trials.length)];
      if (trial === undefined) break;
      const { tests } = trial;
      if (!whole.has(tests)) expect(await passes(copy, tests), `${tests} without a fault`).toBe(true);
      whole.add(tests);
      if (!(await isNoticed(copy, trial))) survived.push(`${trial.path}:${String(trial.line)} ${trial.change}`);
    }
    await sayFigure(
      `${String(ROUNDS - survived.length)} of ${String(ROUNDS)} faults were noticed (seed ${String(SEED)})`,
    );
    await sayFigure(`rooms: ${ROOMS.join(', ')}`);
    for (const one of survived) await sayFigure(`not noticed: \`${one}\``);
    expect(survived.length, survived.join('\n')).toBeLessThanOrEqual(ROUNDS / 5);
  },
  120_000 + 2 * ROUNDS * LONGEST_RUN_MS,
);

async function trialsIn(isWanted: (path: string) => boolean): Promise<readonly Trial[]> {
  const rooms = ROOMS.map((room) => `src/service/${room}`);
  const files = await Promise.all(
    rooms.map(async (room) => (await readdir(join(ROOT, room), { recursive: true })).map((name) => `${room}/${name}`)),
  );
  const sources = files.flat().filter((path) => path.endsWith('.ts') && isWanted(path) && testsOf(path) !== undefined);
  const mutants = await Promise.all(
    sources.sort().map(async (path) => {
      const tests = testsOf(path) ?? '';
      return mutantsOf(path, await readFile(join(ROOT, path), 'utf8')).map((one): Trial => ({ ...one, path, tests }));
    }),
  );
  return mutants.flat();
}

/** The test at the source's path, or else the folder of tests that mirrors the source's. */
function testsOf(path: string): string | undefined {
  const own = path.replace(/^src/, 'test').replace(/[.]ts$/, '.test.ts');
  return [own, dirname(own)].find((place) => existsSync(join(ROOT, place)));
}

async function checkoutCopy(): Promise<string> {
  const copy = await temporaryFolder();
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  for (const name of LINKED) await symlink(join(ROOT, name), join(copy, name));
  await mkdir(join(copy, 'completions'), { recursive: true });
  return copy;
}

async function isNoticed(copy: string, { path, text, tests }: Trial): Promise<boolean> {
  const file = join(copy, path);
  const before = await readFile(file, 'utf8');
  await writeFile(file, text);
  try {
    return !(await passes(copy, tests));
  } finally {
    await writeFile(file, before);
  }
}

/**
 * Every file but the one with the fault is compiled once; a machine that is busy has more time for each test. A worker in
 * an endless loop does not notice that its parent has ended, so the whole group of processes is ended with it.
 */
async function passes(copy: string, tests: string): Promise<boolean> {
  const cache = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${join(copy, 'compiled')}`];
  const patient = ['--maxWorkers', '1', '--testTimeout', String(LONGEST_TEST_MS)];
  const running = execa('vitest', ['run', tests, '--bail', '1', '--reporter', 'dot', ...patient, ...cache], {
    cwd: copy,
    preferLocal: true,
    reject: false,
    all: true,
    timeout: LONGEST_RUN_MS,
    detached: true,
  });
  const { exitCode } = await running;
  endGroup(running.pid);
  return exitCode === 0;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // All of them have ended by themselves.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
