/** People who wrote to iMessage senders: read from their conversations, which keep whether somebody takes messages. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';
import { pageOf } from '../../engine/page.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import type { Reply } from '../../call.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord } from '../inbox/record.ts';
import { IMESSAGE } from './numbers.ts';

async function listImessageAudience(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const { teamId } = call.caller;
  const { read } = desk.store;
  const people: PersonRecord[] = [];
  for (const one of await read.list(CONVERSATION, { teamId, where: { platform: IMESSAGE } })) {
    if (!isReached(call, one) || one.doc.isGroup === true) continue;
    const first = await firstOf(read, one);
    if (first !== undefined || one.doc.subscribed !== undefined) people.push(personIn(one, first));
  }
  const page = pageOf(call, selected(scene, people));
  return answerOf(scene, { page: { ...page, items: page.items.map((record) => ({ record, counts: {} })) } });
}

/** When the person first wrote (ms). */
async function firstOf(read: Reader, { id: parentId, teamId }: ConversationRecord): Promise<number | undefined> {
  const [first] = await read.list(MESSAGE, { teamId, parentId, where: { direction: 'incoming' }, limit: 1 });
  return first?.createdAt;
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
    optIn: conversation.doc.optIn ?? null,
    ...(firstAt !== undefined && { firstSeenAt: instantOf(firstAt) }),
  };
  return { ...conversation, doc };
}

/** A group is nobody who could opt out. */
const refuseGroup: Follow<typeof CONVERSATION> = ([{ after } = {}]) =>
  after?.doc.isGroup === true
    ? {
        refusal: refuse('invalid_field_value', {
          param: 'conversationId',
          message: 'A group has no subscription; the people in it have their own.',
        }),
      }
    : {};

export const audience: Readonly<Record<string, Handler>> = {
  setImessageSubscription: engineWith(refuseGroup),
  listImessageAudience: inScene(listImessageAudience),
};
