/** Ends a sign-in: the account is connected, or the browser goes back with what went wrong. Called by the page and the control surface. */
import type { CONNECT_DECISIONS } from '../../../kernel/steering.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { commitSteps, type Steps, type View } from '../../change.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { connectIn, connectRefusal, usernameFrom } from '../accounts/offers.ts';
import type { Plan } from '../../limits/plan.ts';
import { choiceUnder, recordsOfChoice, type Choice } from './choices.ts';
import {
  hasEnded,
  noSignIn,
  SESSION_KIND,
  sessionUnder,
  standingOf,
  type Session,
  type SessionDoc,
} from './session.ts';

export interface Decision {
  readonly decision: (typeof CONNECT_DECISIONS)[number];
  /** Code that the browser brings back. */
  readonly error?: string;
  /** Who signed in, or what was chosen by its name; an account of before, or a new one, when absent. */
  readonly username?: string;
  /** Id on the network of what was chosen. */
  readonly choice?: string;
}

export type Settled = { readonly session: Session } | { readonly refusal: Reply; readonly session?: Session };

/** Source: AUTH-17, AUTH-18, ACC-11, ACC-16 */
export async function settle(desk: Desk, state: string, decision: Decision): Promise<Settled> {
  const begun = await sessionUnder(desk.store.read, state);
  if (begun === undefined) return { refusal: noSignIn() };
  const plan = await desk.plan.of(begun.teamId);
  return commitSteps(
    desk,
    [`${SESSION_KIND}/${state}`, `team/${begun.teamId}`],
    async function* (view): Steps<Settled> {
      const session = await sessionUnder(view, state);
      if (session === undefined) return { refusal: noSignIn() };
      if (standingOf(session, desk.clock.now()) !== 'pending') return { session, refusal: hasEnded() };
      const outcome = yield* outcomeOf({ view, desk, plan, session }, decision);
      const after: Session = { ...session, doc: { ...session.doc, ...outcome } };
      yield { records: [after] };
      return { session: after };
    },
  );
}

interface Settling {
  readonly view: View;
  readonly desk: Desk;
  readonly plan: Plan;
  readonly session: Session;
}

type Outcome = Pick<SessionDoc, 'status'> & Partial<SessionDoc>;

async function* outcomeOf(settling: Settling, asked: Decision): Steps<Outcome> {
  const { view, desk, plan, session } = settling;
  const { decision, error } = asked;
  const { platform, profileId, headless, kind, keeps } = session.doc;
  if (decision === 'deny') return { status: 'denied', error: error ?? 'access_denied' };
  if (decision === 'error') return { status: 'failed', error: error ?? 'server_error' };
  if (keeps !== undefined) return yield* renew(view, keeps, kind);
  const { teamId } = session;
  const closed = await connectRefusal({ view, plan, teamId, platform, profileId, origin: '' });
  if (closed !== undefined) return { status: 'failed', error: codeOf(closed) };
  if (headless && isSelected(platform)) return handedOver(desk, session, asked);
  return yield* connectChosen(settling, asked);
}

/** Whether operations go on with what the sign-in gave. */
function isSelected(platform: string): boolean {
  const selection = traitsOf(platform).connection?.selection;
  return selection !== undefined && selection.onPage !== true;
}

const handedOver = ({ clock }: Desk, { id, doc }: Session, { username }: Decision): Outcome => ({
  status: 'handed_over',
  handedOverAt: clock.now(),
  username: username ?? doc.username ?? usernameFrom(doc.platform, id),
});

async function* connectChosen({ view, desk, session }: Settling, asked: Decision): Steps<Outcome> {
  const { platform, profileId } = session.doc;
  const choice = choiceIn(desk, platform, asked);
  if (asked.username === undefined && asked.choice !== undefined && choice === undefined)
    return { status: 'failed', error: 'not_found' };
  const username = choice?.username ?? asked.username ?? session.doc.username ?? (await earlierName(view, session));
  const { displayName } = choice ?? {};
  const kind = choice?.kind ?? session.doc.kind;
  const made = yield* connectIn(view, desk, {
    teamId: session.teamId,
    platform,
    profileId,
    ...(username === undefined ? {} : { username }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(kind === undefined ? {} : { kind }),
  });
  if ('refusal' in made) return { status: 'failed', error: codeOf(made.refusal) };
  const { account } = made;
  if (choice !== undefined) yield { records: recordsOfChoice(platform, choice, account) };
  return {
    status: 'connected',
    accountId: account.id,
    username: account.doc.username,
    ...(choice === undefined ? {} : { choice: choice.id }),
  };
}

/** A name that was typed overrides what was chosen, unless what was chosen gives no name of its own. */
function choiceIn(desk: Desk, platform: string, { username, choice }: Decision): Choice | undefined {
  const chosen = choice === undefined ? undefined : choiceUnder(desk, platform, choice);
  if (username === undefined) return chosen;
  return choiceUnder(desk, platform, username) ?? (chosen?.username === undefined ? chosen : undefined);
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
