/** Sign-ins under way: begun by begin.ts, shown by the hosted page, ended by settle.ts. */
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';
import { ownKind } from '../../store/record.ts';
import { CONNECT_PAGE } from './paths.ts';

/** Their records are the service's own; the API shows `authUrl` and `state` of them only. */
export const SESSION_KIND = ownKind<SessionDoc>('$connect');

/** Time in which somebody must have decided. */
export const LIFE_MS = HOUR_MS;

export interface SessionDoc extends Record<string, unknown> {
  readonly platform: string;
  readonly profileId: string;
  /** Where the browser goes afterwards; null: it stays on our page. */
  readonly redirectUrl: string | null;
  /** The caller shows a selection step of its own. */
  readonly headless: boolean;
  /** What the account will be called, where that is known beforehand. */
  readonly username?: string;
  readonly kind?: string;
  /** The account that is connected again under its own id. */
  readonly keeps?: string;
  readonly status: 'pending' | 'connected' | 'handed_over' | 'denied' | 'failed';
  /** Milliseconds; when what the sign-in gave was handed over. */
  readonly handedOverAt?: number;
  /** What it gave has been fetched. */
  readonly isFetched?: boolean;
  /** Id on the network of what was chosen on the page. */
  readonly choice?: string;
  /** Code of what went wrong. */
  readonly error?: string;
  readonly accountId?: string;
}

export type Session = StoredRecord<SessionDoc>;

export type Standing = SessionDoc['status'] | 'expired';

/** Time in which what a sign-in gave can be used. */
export const SELECTION_MS = 10 * MINUTE_MS;

/** Of a state or token that nobody was given, or that a key limited to profiles does not reach. Source: AUTH-12 */
export const noSignIn = (param = 'state'): Reply =>
  refuse('not_found', {
    param,
    message:
      param === 'state' ? 'There is no pending sign-in with this state.' : `There is no sign-in with this ${param}.`,
  });

/** Of a state or token that has been used, or has expired. */
export const hasEnded = (param = 'state'): Reply =>
  refuse('invalid_resource_state', { param, message: 'This sign-in has ended.' });

export const sessionUnder = (reader: Reader, state: string): Promise<Session | undefined> =>
  reader.get(SESSION_KIND, state);

/** @param now ms */
export const standingOf = (session: Session, now: number): Standing =>
  now >= endOf(session) ? 'expired' : session.doc.status;

/** When it expires unless it is decided or used before, in milliseconds. */
export function endOf({ createdAt, doc: { status, handedOverAt } }: Session): number {
  if (status === 'pending') return createdAt + LIFE_MS;
  return status === 'handed_over' ? (handedOverAt ?? createdAt) + SELECTION_MS : Infinity;
}

/**
 * Where the browser goes once a sign-in has ended: the caller's address with the outcome in its query, or our own page.
 * Source: AUTH-17, AUTH-18
 */
export function wayBack({ id, doc }: Session, origin: string): string {
  const { redirectUrl, platform, profileId, status, error, accountId, username } = doc;
  if (redirectUrl === null) return `${origin}${CONNECT_PAGE}/${id}`;
  const said: Record<string, string | undefined> =
    status === 'connected'
      ? { connected: platform, profileId, accountId, username, state: id }
      : status === 'handed_over'
        ? { platform, profileId, step: 'select', tempToken: id, pendingDataToken: id, connect_token: id, state: id }
        : { error: error ?? 'access_denied', platform, profileId, state: id };
  return withQuery(redirectUrl, said);
}

/** Adds to the query and keeps the rest of the address as it was written. */
function withQuery(address: string, said: Readonly<Record<string, string | undefined>>): string {
  const [rest = '', fragment] = address.split('#', 2);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(said)) if (value !== undefined) query.set(name, value);
  const joined = `${rest}${rest.includes('?') ? '&' : '?'}${query.toString()}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}
