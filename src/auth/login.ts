/** A device login from its beginning to the key: show the code, keep asking, adopt what comes. Used by `svc login`. */
import { Failure, failure } from '../kernel/failure.ts';
import type { World } from '../world/world.ts';
import { adoptKey, type Adopted, type AdoptDoors } from './adopt.ts';
import { standing, type DeviceDoors, type Standing } from './device.ts';
import { forgetKey, keyAt, type KeyPlace } from './key-store.ts';
import { dropPending, pendingFor, savePending, type PendingLogin, type PendingWorld } from './pending.ts';

export type LoginWorld = DeviceDoors['world'] & AdoptDoors['world'] & PendingWorld & Pick<World, 'clock'>;

export interface LoginDoors extends Omit<AdoptDoors, 'world'> {
  readonly world: LoginWorld;
  /** A sentence for a person. */
  readonly notice: (line: string) => void;
}

/** Added for good each time the service finds us too fast. Source: design §5 */
const SLOWER_MS = 5_000;

/**
 * Asks until the login is confirmed.
 * @param limitMs how long; a longer time than the code is good changes nothing
 * @throws Failure `login_denied`, `login_expired`, `login_pending` when the limit came first, or the signal's reason
 */
export async function confirmedKey(login: PendingLogin, doors: LoginDoors, limitMs = Infinity): Promise<string> {
  const { clock } = doors.world;
  const lifeMs = login.begun.lifeMs - (clock.now() - login.beganAtMs);
  const endMs = clock.monotonic() + Math.min(lifeMs, limitMs);
  let { intervalMs } = login.begun;
  for (let reported = false; ;) {
    const now = await standing(login.baseUrl, login.begun.deviceCode, doors);
    if (now.status === 'authorized') return now.apiKey;
    throwWhenOver(now, endMs - clock.monotonic());
    if (now.status === 'too_fast') intervalMs += SLOWER_MS;
    if (now.status === 'unclear' && !reported)
      doors.notice(`Unclear response (${now.reason}); retrying until the code expires.`);
    reported ||= now.status === 'unclear';
    const leftMs = endMs - clock.monotonic();
    if (leftMs <= 0) throw limitMs < lifeMs ? stillPending(intervalMs) : failure('login_expired');
    await clock.sleep(Math.min(intervalMs, leftMs), doors.signal);
  }
}

/** @param leftMs how long the code would still be good by what the service said in the beginning */
function throwWhenOver({ status }: Standing, leftMs: number): void {
  if (status === 'denied') throw failure('login_denied');
  if (status === 'expired') throw failure('login_expired', leftMs > SLOWER_MS ? { message: OVER_EARLY } : {});
}

/** As when two commands finish one login. */
const OVER_EARLY = 'The login code is no longer valid: its key was collected by another command, or it has expired.';

const stillPending = (intervalMs: number): Failure =>
  failure('login_pending', { retryAfter: Math.ceil(intervalMs / 1000) });

/**
 * From the confirmed key to the context that has it. Ctrl-C no longer stops it: it takes seconds, and half of it would
 * lose a key. A key that could not be checked or recorded, or was refused, stays where `svc login --finish` finds it:
 * the service has replaced the old key of this device by it.
 */
export async function adoptedLogin(login: PendingLogin, key: string, doors: LoginDoors): Promise<Adopted> {
  const { context, baseUrl, device, storage, place } = login;
  let isKept = false;
  const keep = async (kept: KeyPlace): Promise<void> => {
    const before = await pendingFor(doors.world, context).catch(() => undefined);
    if (before?.place !== undefined && before.place.id !== kept.id) await forgetKey(doors.world, before.place);
    await savePending(doors.world, { ...login, place: kept });
    isKept = true;
  };
  try {
    return await adoptKey(
      { context, baseUrl, key, place, storage, device, makeCurrent: true, keep },
      unstoppable(doors),
    );
  } catch (error) {
    throw withHint(error, isKept ? keptHint(context) : LOST_HINT);
  } finally {
    if (!isKept) await dropPending(doors.world, context);
  }
}

/** Doors of something that is seen through to its end, whatever a signal says. */
export const unstoppable = ({ signal: _signal, ...doors }: LoginDoors): Omit<LoginDoors, 'signal'> => doors;

const keptHint = (context: string): string =>
  `The login is confirmed and its key is saved: \`svc login --finish --context ${context}\` verifies it again.`;

const LOST_HINT =
  'The new key could not be saved and is lost. Fix this, then run `svc login` with the same device name to replace it.';

function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof Failure)) return error;
  return new Failure({ ...error.fields, hint }, error.exit, error.cause);
}

/**
 * `svc login --finish`: waits for the confirmation, or checks the key that an earlier attempt left.
 * @throws as `confirmedKey` does; only a login that may still come to something stays under way
 */
export async function finishedLogin(login: PendingLogin, doors: LoginDoors, limitMs?: number): Promise<Adopted> {
  if (login.place !== undefined) {
    const key = await keyAt(doors.world, login.place);
    if (key !== undefined) return adoptedLogin(login, key, doors);
    await dropPending(doors.world, login.context);
    throw failure('login_expired', { message: 'The saved key no longer exists.' });
  }
  const key = await confirmedKey(login, doors, limitMs).catch(async (error: unknown) => {
    if (error instanceof Failure && error.exit === 'auth') await dropPending(doors.world, login.context);
    throw error;
  });
  return adoptedLogin(login, key, doors);
}

/** Ends a login that is under way, the key of it included. @returns false when there was none */
export async function abandonedLogin(login: PendingLogin | undefined, world: LoginWorld): Promise<boolean> {
  if (login?.place !== undefined) await forgetKey(world, login.place);
  return login === undefined ? false : dropPending(world, login.context);
}
