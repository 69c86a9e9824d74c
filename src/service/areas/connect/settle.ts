/** Ends a sign-in: the account is connected, or the browser goes back with what went wrong. Called by the page and the control surface. */
import type { CONNECT_DECISIONS } from '../../../kernel/steering.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { commitSteps, type Steps, type View } from '../../change.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { connectIn } from '../accounts/offers.ts';
import { SESSION_KIND, sessionUnder, standingOf, type Session, type SessionDoc, ENDED, NO_SIGN_IN } from './session.ts';

export interface Decision {
  readonly decision: (typeof CONNECT_DECISIONS)[number];
  /** Code that the browser brings back. */
  readonly error?: string;
  /** Who signed in; an account of before, or a new one, when absent. */
  readonly username?: string;
}

export type Settled = { readonly session: Session } | { readonly refusal: Reply; readonly session?: Session };

/** Source: AUTH-17, AUTH-18, ACC-11, ACC-16 */
export const settle = (desk: Desk, state: string, decision: Decision): Promise<Settled> =>
  commitSteps(desk, [`${SESSION_KIND}/${state}`], async function* (view): Steps<Settled> {
    const session = await sessionUnder(view, state);
    if (session === undefined) return { refusal: NO_SIGN_IN };
    if (standingOf(session, desk.clock.now()) !== 'pending') return { session, refusal: ENDED };
    const after: Session = {
      ...session,
      doc: { ...session.doc, ...(yield* outcomeOf(view, desk, session, decision)) },
    };
    yield { records: [after] };
    return { session: after };
  });

type Outcome = Pick<SessionDoc, 'status'> & Partial<SessionDoc>;

async function* outcomeOf(view: View, desk: Desk, session: Session, asked: Decision): Steps<Outcome> {
  const { decision, error } = asked;
  const { platform, profileId, headless, kind } = session.doc;
  if (decision === 'deny') return { status: 'denied', error: error ?? 'access_denied' };
  if (decision === 'error') return { status: 'failed', error: error ?? 'server_error' };
  if (headless && traitsOf(platform).connection?.selection === true) return { status: 'handed_over' };
  const { keeps } = session.doc;
  if (keeps !== undefined) return yield* renew(view, keeps, kind);
  const username = asked.username ?? session.doc.username ?? (await earlierName(view, session));
  const connected = yield* connectIn(view, desk, {
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
async function* renew(view: View, accountId: string, kind: string | undefined): Steps<Outcome> {
  const account = await view.get(ACCOUNT_KIND, accountId);
  if (account === undefined) return { status: 'failed', error: 'account_not_found' };
  const variant = kind === undefined ? {} : { variant: kind };
  yield { records: [{ ...account, doc: { ...account.doc, ...variant, isActive: true, needsReconnection: false } }] };
  return { status: 'connected', accountId, username: account.doc.username };
}

/** Whoever signs in where a connection is broken mends that one. */
async function earlierName(view: View, { doc: { platform, profileId } }: Session): Promise<string | undefined> {
  const accounts = await view.list(ACCOUNT_KIND, { profileId });
  const broken = accounts.filter(({ doc }) => doc.platform === platform && doc.needsReconnection);
  return broken.length === 1 ? broken[0]?.doc.username : undefined;
}

const codeOf = ({ body }: Reply): string => String((body as { code?: unknown }).code ?? 'server_error');
