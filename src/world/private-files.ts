/** Files that only their owner may read: mode 0600, in a folder 0700. Keys without a keychain, and logins that are under way. */
import { promises as disk, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { failure } from '../kernel/failure.ts';
import { asFailure } from './file-fault.ts';
import { lookedAt } from './look.ts';
import { madeFolder } from './make-folder.ts';
import type { Files } from './files.ts';
import { refuseOpenFolder } from './safe-folder.ts';

export interface PrivateFiles {
  /**
   * The text of the file; undefined when it does not exist.
   * @throws Failure `settings_broken` for a link, or a file that others can read or replace
   */
  read(path: string): Promise<string | undefined>;
  /** Writes all or nothing, and makes the folder. Throws as `read` does. */
  write(path: string, text: string): Promise<void>;
  /** False when there was none. */
  remove(path: string): Promise<boolean>;
  /** Names in the folder, none when it does not exist. */
  names(folder: string): Promise<readonly string[]>;
}

export function openPrivateFiles(files: Files): PrivateFiles {
  return {
    async read(path) {
      const found = await lookedAt(path);
      if (found === undefined) return undefined;
      refuseOpenFolder(dirname(path));
      refuseOpenFile(found, path);
      return files.readIfThere(path);
    },
    async write(path, text) {
      await makePrivate(dirname(path));
      const found = await lookedAt(path);
      if (found !== undefined) refuseLink(found, path);
      await files.writeAtomic(path, text, 0o600);
    },
    async remove(path) {
      const found = await lookedAt(path);
      if (found !== undefined) await files.remove(path);
      return found !== undefined;
    },
    async names(folder) {
      return (await lookedAt(folder)) === undefined ? [] : files.namesIn(folder);
    },
  };
}

async function makePrivate(folder: string): Promise<void> {
  try {
    await madeFolder(folder);
    const found = await disk.lstat(folder);
    refuseLink(found, folder);
    if ((found.mode & 0o077) !== 0) await disk.chmod(folder, 0o700);
  } catch (error) {
    throw asFailure(error, folder);
  }
}

function refuseOpenFile(found: Stats, path: string): void {
  refuseLink(found, path);
  if (process.platform === 'win32' || (found.mode & 0o077) === 0) return;
  throw failure('settings_broken', {
    message: `The file ${path} cannot be used: others can read it.`,
    param: path,
    hint: `Run \`chmod 600 '${path}'\`. Anyone who has read it has the key: \`svc login\` creates a new one.`,
  });
}

/** A link could lead anywhere. */
function refuseLink(found: Stats, path: string): void {
  if (found.isSymbolicLink())
    throw failure('settings_broken', { message: `${path} cannot be used: it is a symbolic link.`, param: path });
}
