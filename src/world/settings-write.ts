/** Writing settings: a lock between processes (proper-lockfile), an atomic write (conf). Loaded only when something changes. */
import { chmod, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import Conf from 'conf';
import { lock } from 'proper-lockfile';
import { failure } from '../kernel/failure.ts';
import { asFailure } from './files.ts';
import { readSettings } from './settings-file.ts';
import type { SettingsFields } from './settings.ts';

/** Some 5 s of tries, so that a crowd of processes gets through. A lock of a dead process goes stale after 10 s. */
const LOCK = { realpath: false, stale: 10_000, retries: { retries: 60, factor: 1.2, minTimeout: 20, maxTimeout: 150 } };

/** @throws Failure `local_io` when folder or file cannot be written, or the lock is held for too long */
export async function writeSettings(path: string, change: (before: SettingsFields) => SettingsFields): Promise<void> {
  const release = await locked(path);
  try {
    const after = change(readSettings(path) ?? {});
    confOn(path).store = { ...after };
    await chmod(path, 0o600);
  } catch (error) {
    throw asFailure(error, path);
  } finally {
    await release();
  }
}

async function locked(path: string): Promise<() => Promise<void>> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return await lock(path, LOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw asFailure(error, path);
    throw failure('local_io', { message: `${path} is being written by another process; try again.` }, error);
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
