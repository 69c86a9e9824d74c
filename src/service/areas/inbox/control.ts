/** Who answers in a conversation: our app, an agent of the platform, or another app. Source: specification, "Conversation control" */
import { textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { handoverOf } from '../../../platforms/inbox.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import { eventOf, inboxAccount } from '../../causes/cause.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { NewEvent, StoredRecord } from '../../store/store.ts';
import { conversationDetail } from './conversation.ts';
import { changeFound } from './found.ts';

/** Whether another app owns the conversation, so that only that app may write into it. */
export function isOthers({ doc }: StoredRecord): boolean {
  const { threadControl = 'app' } = doc;
  return handoverOf(String(doc['platform'])) === 'app' && threadControl !== null && threadControl !== 'app';
}

interface Moved {
  readonly before: StoredRecord;
  readonly after: StoredRecord;
}

/** Somebody else answers from now on; no event where nobody else does. Source: EVT-63, EVT-89, INB-24 */
export function movedEvents(
  { call, now }: Scene,
  account: AccountRecord,
  { before, after }: Moved,
): readonly NewEvent[] {
  const previousOwner = textOf(before.doc['threadControl']) ?? null;
  const owner = after.doc['threadControl'];
  if (owner === previousOwner || !firesOn('conversation.control_changed', account.doc.platform)) return [];
  const payload = {
    conversation: conversationDetail(after),
    account: inboxAccount(account),
    control: { owner, previousOwner, ownerAppId: null, metadata: textOf(call.body['metadata']) ?? '' },
    changedAt: instantOf(now),
  };
  return [eventOf('conversation.control_changed', account, payload)];
}

/** Source: INB-22, INB-28, INB-29, INB-30 */
const setConversationThreadControl = (scene: Scene): Promise<Reply> =>
  changeFound(scene, (before) => {
    const account = scene.owners.account as AccountRecord;
    const owner = ownerAfter(scene, account);
    const after = { ...before, doc: { ...before.doc, threadControl: owner } };
    return {
      records: [after],
      events: movedEvents(scene, account, { before, after }),
      body: { success: true, control: { owner } },
    };
  });

function ownerAfter({ call: { body } }: Scene, account: AccountRecord): string {
  const { action, target } = body;
  if (action === 'take' || action === 'request') return 'app';
  const isToAgent = target === 'ai_agent' || (action === 'release' && handoverOf(account.doc.platform) === 'agent');
  return isToAgent ? 'ai_agent' : 'other';
}

export const control: Readonly<Record<string, Handler>> = {
  setConversationThreadControl: inScene(setConversationThreadControl),
};
