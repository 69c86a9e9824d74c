/** Where the machine has the room, what tests write stays in memory: they make and remove thousands of small files. Called by vitest.config.ts. */
import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const PLACE = '/dev/shm';
/** Many times what a whole run has there at one time. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** Programs and tests take their temporary folders from TMPDIR. One that is set already is kept. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TMPDIR'] !== undefined || !(await isFit())) return undefined;
  const folder = await mkdtemp(join(PLACE, 'svc-tests-'));
  // As /tmp is: a database server that may not run as root makes and removes its folder in there.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

async function isFit(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(PLACE);
    return bavail * bsize >= ENOUGH_BYTES && (await mayRunPrograms());
  } catch {
    return false;
  }
}

/** Containers often mount it so that nothing in there can be started. */
async function mayRunPrograms(): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8');
  const options = mounts.split('\n').flatMap((line) => {
    const [, place, , words] = line.split(' ');
    return place === PLACE && words !== undefined ? [words.split(',')] : [];
  });
  return options.at(-1)?.includes('noexec') === false;
}
