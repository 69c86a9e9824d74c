/** Makes a folder with its parents, for its owner alone. Used by files.ts, private-files.ts and settings-write.ts. */
import { existsSync, promises as disk } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '../kernel/failure.ts';

const MODE = 0o700;

/**
 * @param path absolute
 * @throws Failure `local_io` where no folder can be made, as in /proc; what the system says of anything else
 */
export async function madeFolder(path: string): Promise<void> {
  const first = firstMissing(path);
  // Alone, and before its children: where the system says that a folder which is there is not, Node would try for ever.
  if (first !== undefined)
    await disk.mkdir(first, { mode: MODE }).catch((error: unknown) => refuseNowhere(error, first));
  await disk.mkdir(path, { recursive: true, mode: MODE });
}

function firstMissing(path: string): string | undefined {
  let [missing, at]: [string | undefined, string] = [undefined, path];
  while (!existsSync(at) && at !== dirname(at)) [missing, at] = [at, dirname(at)];
  return missing;
}

function refuseNowhere(error: unknown, path: string): void {
  const { code } = error as NodeJS.ErrnoException;
  // Another process was quicker, or a link leads nowhere: said by the system the second time.
  if (code === 'EEXIST') return;
  if (code !== 'ENOENT') throw error;
  throw failure('local_io', { message: `Cannot create a folder in ${dirname(path)}.`, param: path }, error);
}
