/** People who wrote to iMessage senders: read from their conversations, which keep whether somebody takes messages. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { pageOf } from '../../engine/page.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import type { Reply } from '../../call.ts';
import type { StoredRecord } from '../../store/store.ts';
import { CONVERSATION, MESSAGE } from '../inbox/conversation.ts';
import { IMESSAGE } from './senders.ts';

async function listImessageAudience(scene: Scene): Promise<Reply> {
  const { call, desk, kind } = scene;
  const { teamId } = call.caller;
  const [conversations, messages] = await Promise.all(
    [CONVERSATION, MESSAGE].map((name) => desk.store.read.list(name, { teamId })),
  );
  const incoming = (messages ?? []).filter(({ doc }) => doc['direction'] === 'incoming');
  const first = new Map(incoming.toReversed().map((one) => [one.parentId, one.createdAt]));
  const people = (conversations ?? [])
    .filter((one) => isReached(call, one) && one.doc['platform'] === IMESSAGE && one.doc['isGroup'] !== true)
    .filter((one) => first.has(one.id) || typeof one.doc['subscribed'] === 'boolean')
    .map((one) => personIn(one, first.get(one.id)));
  const page = pageOf(call, selected(call, people, kind));
  return answerOf(scene, { page: { ...page, items: page.items.map((record) => ({ record, counts: {} })) } });
}

/** @param firstAt ms of the first message that came in */
function personIn(conversation: StoredRecord, firstAt: number | undefined): StoredRecord {
  const { participantId, participantName, subscribed = true, lastMessage, updatedTime } = conversation.doc;
  const doc = {
    conversationId: conversation.id,
    accountId: conversation.doc['accountId'],
    contact: participantId,
    name: participantName,
    subscribed,
    status: subscribed === true ? 'subscribed' : 'unsubscribed',
    lastMessage,
    lastMessageAt: conversation.doc['lastMessageAt'] ?? updatedTime,
    ...(firstAt !== undefined && { firstSeenAt: instantOf(firstAt) }),
  };
  return { ...conversation, doc };
}

export const audience: Readonly<Record<string, Handler>> = {
  listImessageAudience: inScene(listImessageAudience),
};
