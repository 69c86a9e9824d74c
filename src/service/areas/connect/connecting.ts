/** Connects an account in one call: with credentials, or with the page, place or number that was chosen. The effect of the operation names the platform. */
import { textOf, type Fields } from '../../../kernel/json.ts';
import type { Call, Reply } from '../../call.ts';
import { commitSteps, type View } from '../../change.ts';
import type { Desk, Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { sceneOf } from '../../engine/gather.ts';
import type { Scene } from '../../engine/scene.ts';
import { meant } from '../../engine/words.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';
import { connectIn } from '../accounts/offers.ts';
import { ENDED, NO_SIGN_IN, sessionUnder, standingOf, type Session, type Standing } from './session.ts';

/** What a call says of the account that it connects. */
export interface Named {
  readonly username?: unknown;
  readonly displayName?: unknown;
  /** Variant of the connection. */
  readonly kind?: unknown;
  /** Members of the answer that say what was chosen. */
  readonly chosen?: Fields;
  /** Records of the choice, which are kept with the account. */
  readonly keeps?: (account: AccountRecord) => readonly StoredRecord[];
  readonly refusal?: Reply;
}

export type Naming = (call: Call, desk: Desk) => Named;

const unnamed: Naming = () => ({});

/** Source: ACC-11, ACC-15 to ACC-17 */
export const connecting =
  (naming: Naming = unnamed): Handler =>
  async (call, desk) => {
    const scene = await sceneOf(call, desk);
    if ('refusal' in scene) return scene.refusal;
    const named = naming(call, desk);
    return named.refusal ?? connectNamed(scene, named);
  };

function connectNamed(scene: Scene, { chosen, keeps, ...named }: Named): Promise<Reply> {
  const { call, desk, effect } = scene;
  const { teamId } = call.caller;
  const { platform } = meant(effect.sets ?? {}, { call, now: scene.now }) as Fields;
  return commitSteps(desk, [`team/${teamId}`], async function* (view) {
    const asked = { platform: String(platform), profileId: scene.owners.profileId ?? undefined, now: scene.now };
    const session = await signInOf(call, view, asked);
    if (session !== undefined && 'refusal' in session) return session.refusal;
    const profileId = asked.profileId ?? session?.doc.profileId;
    const { profileIds } = call.caller;
    if (profileIds !== null && !profileIds.includes(profileId ?? '')) return NO_SIGN_IN;
    const made = yield* connectIn(view, desk, {
      teamId,
      platform: String(platform),
      ...(profileId !== undefined && { profileId }),
      ...textsIn(named),
    });
    if ('refusal' in made) return made.refusal;
    const { account } = made;
    const ended = session === undefined ? [] : [endedBy(session, account)];
    yield { records: [...(keeps?.(account) ?? []), ...ended] };
    const record = { ...account, doc: { ...account.doc, accountId: account.id, ...chosen } };
    return answerOf(scene, { record: { record, counts: {} } });
  });
}

/** Where a caller hands over what the sign-in gave it. A state is ours alone; the others may be the network's own. */
const TOKENS = ['tempToken', 'pendingDataToken', 'selectionToken'] as const;

interface Asked {
  readonly platform: string;
  /** Undefined where the call names none. */
  readonly profileId: string | undefined;
  readonly now: number;
}

/** The sign-in that the call ends, which is of the same team, platform and profile and still open. Source: AUTH-12, AUTH-17 */
async function signInOf(
  { caller, query, body }: Call,
  view: View,
  { platform, profileId, now }: Asked,
): Promise<Session | { readonly refusal: Reply } | undefined> {
  const state = textOf(query['state']) ?? textOf(body['state']);
  const token =
    state ?? TOKENS.map((name) => textOf(query[name]) ?? textOf(body[name])).find((one) => one !== undefined);
  if (token === undefined) return undefined;
  const session = await sessionUnder(view, token);
  // A network's own token says nothing of a profile, so the call has to.
  if (session === undefined)
    return state === undefined && profileId !== undefined ? undefined : { refusal: NO_SIGN_IN };
  const { doc, teamId } = session;
  const isReached = caller.profileIds?.includes(doc.profileId) ?? true;
  const isSame = doc.platform === platform && (profileId ?? doc.profileId) === doc.profileId;
  if (teamId !== caller.teamId || !isReached || !isSame) return { refusal: NO_SIGN_IN };
  return OPEN.includes(standingOf(session, now)) ? session : { refusal: ENDED };
}

/** A person has yet to decide, or has, and the caller chooses among what came of it. */
const OPEN: readonly Standing[] = ['pending', 'handed_over'];

const endedBy = (session: Session, { id, doc }: AccountRecord): Session => ({
  ...session,
  doc: { ...session.doc, status: 'connected', accountId: id, username: doc.username },
});

const textsIn = (named: Fields): { readonly [name in 'username' | 'displayName' | 'kind']?: string } =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => typeof value === 'string' && value !== ''));
