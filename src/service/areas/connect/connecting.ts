/** Connects an account in one call: with credentials, or with the page, place or number that was chosen. The effect of the operation names the platform. */
import type { Fields } from '../../../kernel/json.ts';
import type { Call, Reply } from '../../call.ts';
import { commitSteps } from '../../change.ts';
import type { Desk, Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { sceneOf } from '../../engine/gather.ts';
import type { Scene } from '../../engine/scene.ts';
import { meant } from '../../engine/words.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';
import { connectIn } from '../accounts/offers.ts';
import { NO_SIGN_IN, sessionUnder } from './session.ts';

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
    const session = await sessionUnder(view, String(call.query['state'] ?? call.body['state'] ?? ''));
    const profileId = scene.owners.profileId ?? (session?.teamId === teamId ? session.doc.profileId : undefined);
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
    yield { records: keeps?.(account) ?? [] };
    const record = { ...account, doc: { ...account.doc, accountId: account.id, ...chosen } };
    return answerOf(scene, { record: { record, counts: {} } });
  });
}

const textsIn = (named: Fields): { readonly [name in 'username' | 'displayName' | 'kind']?: string } =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => typeof value === 'string' && value !== ''));
