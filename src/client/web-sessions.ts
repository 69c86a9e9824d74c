/** When browser sessions for calls expire: noted as they start, because the API cannot be asked later. Used by commands/calls/web. Source: VOI-25 */
import { dirname } from 'node:path';
import { failure, type Failure } from '../kernel/failure.ts';
import { instantOf } from '../kernel/instant.ts';
import { isFields } from '../kernel/json.ts';
import { MINUTE_MS } from '../kernel/time.ts';
import type { World } from '../world/world.ts';

type Doors = Pick<World, 'files' | 'settings'>;

export interface WebSession {
  readonly credentialId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Sessions that are noted at most, the latest ones. */
const MOST = 50;

/** Notes the session. Never throws: a session that works is not lost to a full disk. */
export async function rememberSession({ files, settings }: Doors, session: WebSession): Promise<void> {
  const path = settings.place('webSessions');
  try {
    await files.makeFolder(dirname(path));
    await files.withLock(path, async () => {
      const earlier = (await notedIn(files, path)).filter(({ credentialId }) => credentialId !== session.credentialId);
      await files.writeAtomic(path, JSON.stringify([...earlier, session].slice(-MOST)));
    });
  } catch {
    // Whoever dials gives the time then, or learns of the end from the service.
  }
}

/** When the session expires, as an ISO 8601 instant; undefined for one that was started elsewhere. */
export async function expiryOf({ files, settings }: Doors, credentialId: string): Promise<string | undefined> {
  const noted = await notedIn(files, settings.place('webSessions'));
  return noted.find((one) => one.credentialId === credentialId)?.expiresAt;
}

async function notedIn(files: World['files'], path: string): Promise<readonly WebSession[]> {
  try {
    const noted: unknown = JSON.parse((await files.readIfThere(path)) ?? '[]');
    return Array.isArray(noted) ? noted.filter(isSession) : [];
  } catch {
    return [];
  }
}

export const isSession = (value: unknown): value is WebSession =>
  isFields(value) && typeof value['credentialId'] === 'string' && typeof value['expiresAt'] === 'string';

interface Planned {
  /** When the session expires, in ms. */
  readonly endMs: number;
  /** What time it is at the service, in ms. */
  readonly nowMs: number;
  /** Length of the call; 0 where it is open. */
  readonly minutes: number;
}

/** Why no call is to be dialled with the session, or undefined: it has expired, or would during the call. */
export function sessionProblem({ endMs, nowMs, minutes }: Planned): Failure | undefined {
  if (nowMs < endMs && nowMs + minutes * MINUTE_MS <= endMs) return undefined;
  const at = instantOf(endMs);
  const message =
    nowMs < endMs
      ? `The browser session expires at ${at}, before a call of ${String(minutes)} minutes is over.`
      : `The browser session expired at ${at}.`;
  const hint = 'No call was placed. `svc calls web start` starts a new session, also for the browser.';
  return failure('usage', { message, param: '--credential-id', hint });
}
