/** Conversations and their messages as networks bring them: found or begun, kept as the inbox lists them, and shown in payloads. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { platformMessageId } from '../../../platforms/inbox.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import { createHash } from 'node:crypto';
import type { AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';
import { eventOf, inboxAccount, recordOf, type Scene } from '../../causes/cause.ts';
import type { NewEvent } from '../../store/store.ts';

/** Who produced a message; nobody did an incoming one. Source: EVT-55, EVT-56 */
export const PRODUCERS = {
  automationId: null,
  workflowId: null,
  executionId: null,
  broadcastId: null,
  sequenceId: null,
};

/** Who produced a message that went out, as its record says. */
export const producersOf = ({ doc }: StoredRecord): Fields =>
  Object.fromEntries(Object.entries(PRODUCERS).map(([name, nobody]) => [name, doc[name] ?? nobody]));

/** What sends a message, by the field in which the message names it. */
const SENT_VIA = [
  ['broadcastId', 'broadcast'],
  ['sequenceId', 'sequence'],
  ['workflowId', 'workflow'],
  ['automationId', 'comment_automation'],
] as const;

/** What sent a message; what nothing of ours sent goes through the API. */
export const sentViaOf = ({ doc }: StoredRecord): string =>
  SENT_VIA.find(([name]) => typeof doc[name] === 'string')?.[1] ?? 'api';

export const CONVERSATION = 'conversation';
export const MESSAGE = 'message';

export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly phoneNumber?: string;
  readonly businessScopedUserId?: string;
}

/** Whoever writes, with the durable identity of platforms that have one. Source: EVT-45 */
export function participantOf(given: unknown, platform: string): Participant {
  const { id: any, name, phoneNumber, businessScopedUserId } = (given ?? {}) as Partial<Participant>;
  const id = any ?? 'unknown';
  const digits = id.replace(/\D/g, '');
  const { peopleBy, scopedIds } = traitsOf(platform).inbox ?? {};
  const phone = phoneNumber ?? (peopleBy !== undefined && digits !== '' ? `+${digits}` : undefined);
  const scoped = businessScopedUserId ?? (scopedIds === true ? `US.${numberFrom(id)}` : undefined);
  return {
    id,
    name: name ?? `Customer ${id.slice(-4)}`,
    ...(phone === undefined ? {} : { phoneNumber: phone }),
    ...(scoped === undefined ? {} : { businessScopedUserId: scoped }),
  };
}

/** The same digits for the same text. */
const numberFrom = (text: string): string =>
  String(createHash('sha256').update(text).digest().readUIntBE(0, 6)).padStart(15, '1');

export interface Conversing {
  readonly record: StoredRecord;
  /** True when this made it. */
  readonly isNew: boolean;
}

/** The conversation of an account with somebody; a new one has one event. Source: EVT-61 */
export async function conversationWith(scene: Scene, account: AccountRecord, person: Participant): Promise<Conversing> {
  const known = (await conversationsOf(scene, account)).find(({ doc }) => doc['participantId'] === person.id);
  return known === undefined
    ? { record: newConversation(scene, account, person), isNew: true }
    : { record: known, isNew: false };
}

/** @param more fields of a conversation that is more than one with a person */
export function newConversation(
  scene: Pick<Scene, 'ids' | 'teamId' | 'now'>,
  account: AccountRecord,
  person: Participant,
  more: Fields = {},
): StoredRecord {
  const id = scene.ids.record();
  const { platform, username } = account.doc;
  const doc = {
    id,
    platform,
    accountId: account.id,
    accountUsername: username,
    participantId: person.id,
    participantName: person.name,
    participantPicture: null,
    participants: [{ id: person.id, name: person.name }],
    lastMessage: '',
    updatedTime: instantOf(scene.now),
    status: 'active',
    unreadCount: 0,
    isGroup: false,
    url: null,
    ...(firesOn('conversation.control_changed', platform) ? { threadControl: 'app' } : {}),
    ...more,
  };
  const { profileId } = account;
  return recordOf(CONVERSATION, id, scene, { profileId, doc });
}

export const conversationsOf = async ({ read, teamId }: Scene, { id }: AccountRecord): Promise<StoredRecord[]> =>
  (await read.list(CONVERSATION, { teamId })).filter(({ doc }) => doc['accountId'] === id);

export const startedEvents = ({ record, isNew }: Conversing, account: AccountRecord, now: number): NewEvent[] => {
  if (!isNew) return [];
  const payload = {
    conversation: conversationDetail(record),
    account: inboxAccount(account),
    startedAt: instantOf(now),
  };
  return [eventOf('conversation.started', account, payload)];
};

export const conversationBlock = ({ id, doc }: StoredRecord) => ({
  id,
  platformConversationId: String(doc['participantId'] ?? id),
  participantId: String(doc['participantId'] ?? ''),
  participantName: textOf(doc['participantName']) ?? '',
  status: doc['status'] === 'archived' ? 'archived' : 'active',
});

export const conversationDetail = (record: StoredRecord) => ({
  ...conversationBlock(record),
  platform: String(record.doc['platform']),
});

export interface NewMessage {
  readonly text: string | null;
  readonly attachments: readonly unknown[];
  readonly direction: 'incoming' | 'outgoing';
  readonly sender: Participant;
  readonly metadata?: Fields;
}

/** A message as the inbox lists it; what only events show lies behind `$`. */
export function newMessage(scene: Scene, account: AccountRecord, conversation: StoredRecord, message: NewMessage) {
  const id = scene.ids.record();
  const at = instantOf(scene.now);
  const doc = {
    id,
    conversationId: conversation.id,
    accountId: account.id,
    platform: account.doc.platform,
    message: message.text ?? '',
    senderId: message.sender.id,
    senderName: message.sender.name,
    direction: message.direction,
    createdAt: at,
    sentAt: at,
    attachments: message.attachments,
    isEdited: false,
    editCount: 0,
    editHistory: [],
    isDeleted: false,
    deliveryStatus: message.direction === 'outgoing' ? 'sent' : null,
    reactions: [],
    ...(message.metadata === undefined ? {} : { metadata: message.metadata }),
    $text: message.text,
    $sender: message.sender,
    $platformMessageId: platformMessageId(account.doc.platform, id),
  };
  return recordOf(MESSAGE, id, scene, { profileId: account.profileId, parentId: conversation.id, doc });
}

/** The conversation after a message. */
export const withMessage = (conversation: StoredRecord, message: StoredRecord): StoredRecord => ({
  ...conversation,
  doc: {
    ...conversation.doc,
    lastMessage: message.doc['message'],
    updatedTime: message.doc['createdAt'],
    lastMessageAt: message.doc['createdAt'],
    unreadCount: Number(conversation.doc['unreadCount'] ?? 0) + (message.doc['direction'] === 'incoming' ? 1 : 0),
  },
});

/** Source: EVT-44, EVT-45 */
export function messageBlock({ id, doc }: StoredRecord): Record<string, unknown> {
  const text = '$text' in doc ? doc['$text'] : (doc['message'] ?? null);
  return {
    id,
    conversationId: String(doc['conversationId'] ?? ''),
    platform: doc['platform'],
    platformMessageId: platformIdOf({ id, doc }),
    direction: doc['direction'] === 'incoming' ? 'incoming' : 'outgoing',
    text,
    attachments: Array.isArray(doc['attachments']) ? doc['attachments'] : [],
    sender: doc['$sender'] ?? { id: String(doc['senderId'] ?? doc['accountId'] ?? '') },
    sentAt: doc['sentAt'] ?? doc['createdAt'],
    isRead: doc['readAt'] !== undefined && doc['readAt'] !== null,
  };
}

/** The message with another text, and what it said before. @param now ms */
export function reworded(message: StoredRecord, text: string, now: number): StoredRecord {
  const { doc } = message;
  const block = messageBlock(message);
  const editedAt = instantOf(now);
  const earlier = { text: block['text'], attachments: block['attachments'], editedAt };
  const editHistory = [...((doc['editHistory'] as unknown[] | undefined) ?? []), earlier];
  const changes = { message: text, $text: text, isEdited: true, editedAt, editHistory, editCount: editHistory.length };
  return { ...message, doc: { ...doc, ...changes } };
}

export const platformIdOf = ({ id, doc }: Pick<StoredRecord, 'id' | 'doc'>): string =>
  textOf(doc['$platformMessageId']) ?? textOf(doc['platformMessageId']) ?? id;

/** Messages that a network replays when an account is connected: kept, and told to nobody. Source: EVT-62 */
export async function replayHistory(scene: Scene, account: AccountRecord, count: number): Promise<StoredRecord[]> {
  const person = participantOf({ id: '15550100399' }, account.doc.platform);
  const { record } = await conversationWith(scene, account, person);
  const messages = Array.from({ length: count }, (_, index) =>
    newMessage(scene, account, record, {
      text: `An earlier message, ${String(index + 1)}`,
      attachments: [],
      direction: 'incoming',
      sender: person,
    }),
  );
  return count === 0 ? [] : [messages.reduce(withMessage, record), ...messages];
}
