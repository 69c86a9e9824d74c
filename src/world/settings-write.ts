/** Writing settings: a lock between processes, an atomic write (conf). Loaded only when something changes. */
import { chmod } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import Conf from 'conf';
import { asFailure } from './file-fault.ts';
import { withLock } from './lock.ts';
import { madeFolder } from './make-folder.ts';
import { refuseOpenFolder } from './safe-folder.ts';
import { readSettings, type SettingsFields } from './settings-file.ts';

/** @throws Failure `local_io` when folder or file cannot be written, or the lock is held for too long */
export async function writeSettings(path: string, change: (before: SettingsFields) => SettingsFields): Promise<void> {
  try {
    await madeFolder(dirname(path));
    refuseOpenFolder(dirname(path));
    await withLock(path, async () => {
      const after = change(readSettings(path) ?? {});
      confOn(path).store = { ...after };
      await chmod(path, 0o600);
    });
  } catch (error) {
    throw asFailure(error, path);
  }
}

function confOn(path: string): Conf<Record<string, unknown>> {
  return new Conf({
    cwd: dirname(path),
    configName: basename(path, '.json'),
    fileExtension: 'json',
    configFileMode: 0o600,
    clearInvalidConfig: false,
    projectName: 'svc',
  });
}
