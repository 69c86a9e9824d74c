/** Ends a sign-in: the account is connected, or the browser goes back with what went wrong. Called by the page and the control surface. */
import { refuse, type Desk, type Reply } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountDoc } from '../accounts/account.ts';
import { connectIn } from '../accounts/connection.ts';
import { sessionUnder, standingOf, type Session, type SessionDoc } from './session.ts';

export const DECISIONS = ['approve', 'deny', 'error'] as const;

export interface Decision {
  readonly decision: (typeof DECISIONS)[number];
  /** Code that the browser brings back. */
  readonly error?: string;
  /** Who signed in; an account of before, or a new one, when absent. */
  readonly username?: string;
}

export type Settled = { readonly session: Session } | { readonly refusal: Reply; readonly session?: Session };

/** Platforms on which one sign-in leads to a choice of pages, boards or places. */
const WITH_SELECTION = ['facebook', 'instagram', 'linkedin', 'pinterest', 'googlebusiness', 'snapchat', 'whatsapp'];

/** Source: AUTH-17, AUTH-18, ACC-11, ACC-16 */
export async function settle(desk: Desk, state: string, decision: Decision): Promise<Settled> {
  const settled = await desk.store.transact(async (tx): Promise<Settled> => {
    const session = await sessionUnder(tx, state);
    if (session === undefined)
      return { refusal: refuse('not_found', { message: 'No sign-in waits under this state.' }) };
    if (standingOf(session, desk.clock.now()) !== 'pending')
      return { session, refusal: refuse('invalid_resource_state', { message: 'This sign-in has ended.' }) };
    const after: Session = { ...session, doc: { ...session.doc, ...(await outcomeOf(tx, desk, session, decision)) } };
    await tx.put(after);
    return { session: after };
  });
  desk.wake();
  return settled;
}

type Outcome = Pick<SessionDoc, 'status'> & Partial<SessionDoc>;

async function outcomeOf(tx: Tx, desk: Desk, session: Session, asked: Decision): Promise<Outcome> {
  const { decision, error } = asked;
  const { platform, profileId, headless, kind } = session.doc;
  if (decision === 'deny') return { status: 'denied', error: error ?? 'access_denied' };
  if (decision === 'error') return { status: 'failed', error: error ?? 'server_error' };
  if (headless && WITH_SELECTION.includes(platform)) return { status: 'handed_over' };
  const { keeps } = session.doc;
  if (keeps !== undefined) return renewed(tx, keeps, kind);
  const username = asked.username ?? session.doc.username ?? (await earlierName(tx, session));
  const connected = await connectIn(tx, desk, {
    teamId: session.teamId,
    platform,
    profileId,
    ...(username === undefined ? {} : { username }),
    ...(kind === undefined ? {} : { kind }),
  });
  if ('refusal' in connected) return { status: 'failed', error: codeOf(connected.refusal) };
  return { status: 'connected', accountId: connected.account.id, username: connected.account.doc.username };
}

/** The same account, with what it may do now. */
async function renewed(tx: Tx, accountId: string, kind: string | undefined): Promise<Outcome> {
  const account = await tx.get<AccountDoc>(ACCOUNT_KIND, accountId);
  if (account === undefined) return { status: 'failed', error: 'account_not_found' };
  const variant = kind === undefined ? {} : { $variant: kind };
  await tx.put({ ...account, doc: { ...account.doc, ...variant, isActive: true, needsReconnection: false } });
  return { status: 'connected', accountId, username: account.doc.username };
}

/** Whoever signs in where a connection is broken mends that one. */
async function earlierName(tx: Tx, { doc: { platform, profileId } }: Session): Promise<string | undefined> {
  const accounts = await tx.list<AccountDoc>(ACCOUNT_KIND, { profileId });
  const broken = accounts.filter(({ doc }) => doc.platform === platform && doc.needsReconnection);
  return broken.length === 1 ? broken[0]?.doc.username : undefined;
}

const codeOf = ({ body }: Reply): string => String((body as { code?: unknown }).code ?? 'server_error');
