/** The sign-in that a call goes on with: under a state, or under a token that it gave once somebody had approved it. Used by connecting.ts, offered.ts and pending.ts. */
import { textOf } from '../../../kernel/json.ts';
import type { Call, Reply } from '../../call.ts';
import type { View } from '../../change.ts';
import { refuse } from '../../refuse.ts';
import { hasEnded, noSignIn, sessionUnder, standingOf, type Session, type Standing } from './session.ts';

/** Where a caller hands over what a sign-in gave, beside its state. */
export const TOKENS = ['tempToken', 'pendingDataToken', 'selectionToken'] as const;

interface Asked {
  readonly platform: string;
  /** Undefined where the call names none. */
  readonly profileId: string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

export type Found = Session | { readonly refusal: Reply } | undefined;

/** The sign-in that the call names; undefined where it names none. Source: AUTH-12, AUTH-17 */
export async function signInOf(call: Call, view: View, { platform, profileId, now }: Asked): Promise<Found> {
  const under = wordIn(call);
  if (under === undefined) return undefined;
  const { param, value } = under;
  const session = await sessionUnder(view, value);
  const isSame = session?.doc.platform === platform && (profileId ?? session.doc.profileId) === session.doc.profileId;
  if (!isSame || !isReached(call, session)) return { refusal: noSignIn(param) };
  const standing = standingOf(session, now);
  if (param === 'state' && STATE_OPEN.includes(standing)) return session;
  if (standing === 'handed_over') return session;
  // Nobody has been given the token of a sign-in that waits for its decision.
  return { refusal: standing === 'pending' ? noSignIn(param) : hasEnded(param) };
}

/** The sign-in that an operation cannot do without. */
export async function neededSignIn(call: Call, view: View, asked: Asked): Promise<Exclude<Found, undefined>> {
  const found = await signInOf(call, view, asked);
  return found ?? { refusal: refuse('missing_required_field', { param: tokenParam(call) }) };
}

/** Whether the sign-in is of the caller's team and in the reach of its key. */
export const isReached = ({ caller }: Call, session: Session | undefined): session is Session =>
  session?.teamId === caller.teamId && (caller.profileIds?.includes(session.doc.profileId) ?? true);

/** A person has yet to decide, or has, and the caller chooses among what came of it. */
const STATE_OPEN: readonly Standing[] = ['pending', 'handed_over'];

function wordIn({ query, body }: Call): { readonly param: string; readonly value: string } | undefined {
  for (const param of ['state', ...TOKENS]) {
    const value = textOf(query[param]) ?? textOf(body[param]);
    if (value !== undefined) return { param, value };
  }
  return undefined;
}

/** The one that the operation takes. */
function tokenParam({ card }: Call): string {
  const fields = Object.keys(card.body?.schema.properties ?? {});
  return TOKENS.find((name) => fields.includes(name) || card.params.some((one) => one.name === name)) ?? 'state';
}
