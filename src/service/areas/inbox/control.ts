/** Who answers in a conversation: our app, an agent of the platform, or another app. Source: specification, "Conversation control" */
import { textOf } from '../../../kernel/json.ts';
import { handoverOf } from '../../../platforms/inbox.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { movedEvents } from './events.ts';
import { changeFound } from './found.ts';
import type { ConversationRecord } from './record.ts';

/** Whether another app owns the conversation, so that only that app may write into it. */
export const isOthers = ({ doc: { platform, threadControl = 'app' } }: ConversationRecord): boolean =>
  handoverOf(platform) === 'app' && threadControl !== 'app';

/** Source: INB-22, INB-28, INB-29, INB-30 */
const setConversationThreadControl = (scene: Scene): Promise<Reply> =>
  changeFound<'conversation'>(scene, (before) => {
    const account = scene.owners.account as AccountRecord;
    const owner = ownerAfter(scene, account);
    const after = withFields(before, { threadControl: owner });
    const metadata = textOf(scene.call.body['metadata']) ?? '';
    return {
      records: [after],
      events: movedEvents(account, { before, after, metadata, now: scene.now }),
      body: { success: true, control: { owner } },
    };
  });

function ownerAfter({ call: { body } }: Scene, account: AccountRecord) {
  const { action, target } = body;
  if (action === 'take' || action === 'request') return 'app';
  const isToAgent = target === 'ai_agent' || (action === 'release' && handoverOf(account.doc.platform) === 'agent');
  return isToAgent ? 'ai_agent' : 'other';
}

export const control: Readonly<Record<string, Handler>> = {
  setConversationThreadControl: inScene(setConversationThreadControl),
};
