/** A lock between processes (proper-lockfile). Loaded only when something shared changes. */
import { lock } from 'proper-lockfile';
import { failure } from '../kernel/failure.ts';
import { asFailure } from './file-fault.ts';

/** Some 8 s of tries, so that a crowd of processes gets through. A lock of a dead process goes stale before they are used up. */
const LOCK = { realpath: false, stale: 5_000, retries: { retries: 60, factor: 1.2, minTimeout: 20, maxTimeout: 150 } };

/**
 * Acts while no other process holds the lock of this path; the path itself need not exist, its folder must.
 * @throws Failure `local_io` when the lock cannot be made or is held for too long
 */
export async function withLock<T>(path: string, act: () => Promise<T>, { wait } = { wait: true }): Promise<T> {
  const release = await lockOn(path, wait);
  try {
    return await act();
  } finally {
    await release();
  }
}

async function lockOn(path: string, wait: boolean): Promise<() => Promise<void>> {
  try {
    return await lock(path, wait ? LOCK : { ...LOCK, retries: 0 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw asFailure(error, path);
    throw failure('local_io', { message: `${path} is being written by another process; try again.` }, error);
  }
}
