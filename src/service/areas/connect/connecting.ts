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
import { connectIn, connectRefusal } from '../accounts/offers.ts';
import { noSignIn, type Session } from './session.ts';
import { neededSignIn, signInOf } from './sign-in.ts';

/** What a call says of the account that it connects. */
export interface Named {
  readonly username?: unknown;
  readonly displayName?: unknown;
  /** Variant of the connection. */
  readonly kind?: unknown;
  /** What is kept of the account beside its names. */
  readonly metadata?: Fields;
  /** Members of the answer that say what was chosen. */
  readonly chosen?: Fields;
  /** Records of the choice, which are kept with the account. */
  readonly keeps?: (account: AccountRecord) => readonly StoredRecord[];
}

export interface Connecting {
  readonly call: Call;
  readonly desk: Desk;
  readonly platform: string;
  readonly view: View;
  /** Undefined where the call goes on with none. */
  readonly session: Session | undefined;
}

export type NamedOrRefused = Named | { readonly refusal: Reply };

export type Naming = (connecting: Connecting) => NamedOrRefused | Promise<NamedOrRefused>;

interface Way {
  /** The operation goes on with a sign-in, and a call without one is refused. */
  readonly signedIn?: boolean;
}

const unnamed: Naming = () => ({});

/** Source: ACC-11, ACC-15 to ACC-17, AUTH-19 */
export const connecting =
  (naming: Naming = unnamed, way: Way = {}): Handler =>
  async (call, desk) => {
    const scene = await sceneOf(call, desk);
    return 'refusal' in scene ? scene.refusal : connectNamed(scene, naming, way);
  };

async function connectNamed(scene: Scene, naming: Naming, { signedIn = false }: Way): Promise<Reply> {
  const { call, desk, effect, now } = scene;
  const { teamId, profileIds } = call.caller;
  const platform = String((meant(effect.sets ?? {}, { call, now }) as Fields)['platform']);
  const plan = await desk.plan.of(teamId);
  return commitSteps(desk, [`team/${teamId}`], async function* (view) {
    const asked = { platform, profileId: scene.owners.profileId ?? undefined, now };
    const session = await (signedIn ? neededSignIn : signInOf)(call, view, asked);
    if (session !== undefined && 'refusal' in session) return session.refusal;
    const profileId = asked.profileId ?? session?.doc.profileId;
    if (profileId === undefined || profileIds?.includes(profileId) === false) return noSignIn();
    const closed = await connectRefusal({ view, plan, teamId, platform, profileId, origin: call.origin });
    if (closed !== undefined) return closed;
    const named = await naming({ call, desk, view, platform, session });
    if ('refusal' in named) return named.refusal;
    const made = yield* connectIn(view, desk, { teamId, platform, profileId, ...textsIn(named), ...metadataIn(named) });
    if ('refusal' in made) return made.refusal;
    const { account } = made;
    const ended = session === undefined ? [] : [endedBy(session, account)];
    yield { records: [...(named.keeps?.(account) ?? []), ...ended] };
    const record = { ...account, doc: { ...account.doc, accountId: account.id, ...named.chosen } };
    return answerOf(scene, { record: { record, counts: {} } });
  });
}

const endedBy = (session: Session, { id, doc }: AccountRecord): Session => ({
  ...session,
  doc: { ...session.doc, status: 'connected', accountId: id, username: doc.username },
});

const textsIn = ({ username, displayName, kind }: Named): Texts =>
  Object.fromEntries(
    Object.entries({ username, displayName, kind }).filter(([, value]) => (textOf(value) ?? '') !== ''),
  );

type Texts = { readonly [name in 'username' | 'displayName' | 'kind']?: string };

const metadataIn = ({ metadata }: Named): Pick<Named, 'metadata'> => (metadata === undefined ? {} : { metadata });
