/** People who wrote to iMessage senders: read from their conversations, which keep whether somebody takes messages. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { pageOf } from '../../engine/page.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import type { Reply } from '../../call.ts';
import type { RecordOf } from '../../store/store.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord } from '../inbox/record.ts';
import { IMESSAGE } from './senders.ts';

async function listImessageAudience(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const { teamId } = call.caller;
  const { read } = desk.store;
  const [conversations, messages] = [await read.list(CONVERSATION, { teamId }), await read.list(MESSAGE, { teamId })];
  const incoming = messages.filter(({ doc }) => doc.direction === 'incoming');
  const first = new Map(incoming.toReversed().map((one) => [one.parentId, one.createdAt]));
  const people = conversations
    .filter((one) => isReached(call, one) && one.doc.platform === IMESSAGE && !one.doc.isGroup)
    .filter((one) => first.has(one.id) || one.doc.subscribed !== undefined)
    .map((one) => personIn(one, first.get(one.id)));
  const page = pageOf(call, selected(scene, people));
  return answerOf(scene, { page: { ...page, items: page.items.map((record) => ({ record, counts: {} })) } });
}

type PersonRecord = RecordOf<'imessage_contact'>;

/** @param firstAt ms of the first message that came in */
function personIn(conversation: ConversationRecord, firstAt: number | undefined): PersonRecord {
  const { accountId, participantId, participantName = null, lastMessage = null, updatedTime } = conversation.doc;
  const subscribed = conversation.doc.subscribed !== false;
  const doc = {
    conversationId: conversation.id,
    accountId,
    ...(participantId !== undefined && { contact: participantId }),
    name: participantName,
    subscribed,
    status: subscribed ? 'subscribed' : 'unsubscribed',
    lastMessage,
    lastMessageAt: conversation.doc.lastMessageAt ?? updatedTime,
    ...(firstAt !== undefined && { firstSeenAt: instantOf(firstAt) }),
  };
  return { ...conversation, doc };
}

export const audience: Readonly<Record<string, Handler>> = {
  listImessageAudience: inScene(listImessageAudience),
};
