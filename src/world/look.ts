/** Looks at what lies at a path. Used by files.ts and private-files.ts. */
import { promises as disk, type Stats } from 'node:fs';
import { asFailure } from './file-fault.ts';

/** What lies there; of a link the link itself, of nothing undefined. @throws Failure `local_io` or `usage` when it cannot be seen */
export async function lookedAt(path: string): Promise<Stats | undefined> {
  try {
    return await disk.lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw asFailure(error, path);
  }
}
