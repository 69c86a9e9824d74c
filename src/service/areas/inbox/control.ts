/** Who answers in a conversation: our app, an agent of the platform, or another app. Source: specification, "Conversation control" */
import { platformLabel } from '../../../platforms/labels.ts';
import { textOf, without } from '../../../kernel/json.ts';
import { handoverOf, isWithAgent } from '../../../platforms/inbox.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { movedEvents } from './events.ts';
import { itemFor } from './feed.ts';
import { changeFound } from './found.ts';
import type { ConversationRecord } from './record.ts';

type Owner = NonNullable<ConversationRecord['doc']['threadControl']>;

export const ownerOf = ({ doc }: ConversationRecord): Owner => doc.threadControl ?? 'app';

/** Whether somebody else owns the conversation, so that nobody else may write into it. Source: INB-27 */
export const isOthers = (record: ConversationRecord): boolean =>
  handoverOf(record.doc.platform) === 'app' && ownerOf(record) !== 'app';

/** An agent of the platform gives way to whoever writes. Source: INB-26 */
export const takenBack = (record: ConversationRecord): ConversationRecord =>
  isWithAgent(record.doc.platform, record.doc.threadControl) ? ownedBy(record, 'app') : record;

/** @param appId of the other app, where the platform names it */
export const ownedBy = (record: ConversationRecord, owner: Owner, appId: string | null = null): ConversationRecord =>
  withFields(record, { threadControl: owner, ownerAppId: appId });

/** Source: INB-22, INB-24, INB-28, INB-29, INB-30 */
const setConversationThreadControl = (scene: Scene): Promise<Reply> =>
  changeFound<'conversation'>(scene, (before) => {
    const { call, desk, now, owners } = scene;
    const account = owners.account as AccountRecord;
    const refusal = controlProblem(before, call.body);
    if (refusal !== undefined) return { refusal };
    const owner = ownerAfter(before, String(call.body['action']));
    const after = owner === ownerOf(before) ? before : ownedBy(before, owner);
    const metadata = textOf(call.body['metadata']) ?? '';
    const doc = without(call.body, ['accountId']);
    const to = before.doc.participantId;
    return {
      records: [after],
      feed: [itemFor(account, { kind: 'thread_control', id: desk.ids.record(), doc: { to, ...doc }, now })],
      events: movedEvents(account, { before, after, metadata, now }),
      body: { success: true, control: { owner } },
    };
  });

function controlProblem(
  conversation: ConversationRecord,
  { action, target }: Scene['call']['body'],
): Reply | undefined {
  const { platform } = conversation.doc;
  const handover = handoverOf(platform);
  if (handover === undefined)
    return refuse('PLATFORM_LIMITATION', {
      message: `Conversations on ${platformLabel(platform)} cannot be handed over.`,
    });
  if (action === 'release' && handover !== 'agent')
    return refuse('PLATFORM_LIMITATION', {
      param: 'action',
      message: `${platformLabel(platform)} has no \`release\`. Pass the conversation on instead.`,
    });
  if (action === 'pass' && target === undefined)
    return refuse('missing_required_field', { param: 'target', message: '`pass` needs a `target`.' });
  return action === 'pass' && isOthers(conversation) ? refuse('not_thread_owner') : undefined;
}

/** A request leaves the conversation with its owner, who may grant it. */
function ownerAfter(before: ConversationRecord, action: string): Owner {
  if (action === 'request') return ownerOf(before);
  return action === 'take' ? 'app' : 'ai_agent';
}

export const control: Readonly<Record<string, Handler>> = {
  setConversationThreadControl: inScene(setConversationThreadControl),
};
