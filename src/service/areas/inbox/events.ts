/** Every payload of the inbox's events: messages and what becomes of them, conversations and comments. Next stop: webhooks/. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { hasPricing, isWithAgent } from '../../../platforms/inbox.ts';
import { firesForMessage, firesOn } from '../../../webhooks/catalogue.ts';
import { briefAccount, eventOf, inboxAccount } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { NewEvent } from '../../store/store.ts';
import {
  isWrittenThere,
  platformIdOf,
  sentViaOf,
  wordsOf,
  type ConversationRecord,
  type MessageDoc,
  type MessageRecord,
  type Received,
} from './record.ts';

/** Who produced a message; nobody did an incoming one. Source: EVT-55, EVT-56 */
const producersOf = (doc: Partial<MessageDoc> = {}) => ({
  automationId: doc.automationId ?? null,
  workflowId: doc.workflowId ?? null,
  executionId: doc.executionId ?? null,
  broadcastId: doc.broadcastId ?? null,
  sequenceId: doc.sequenceId ?? null,
});

const conversationBlock = ({ id, doc }: ConversationRecord, more: Fields = {}) => ({
  id,
  platformConversationId: doc.participantId ?? id,
  participantId: doc.participantId ?? '',
  participantName: doc.participantName ?? '',
  status: doc.status,
  ...more,
});

const conversationDetail = (record: ConversationRecord) => conversationBlock(record, { platform: record.doc.platform });

const senderOf = ({ doc }: MessageRecord) =>
  doc.senderId === undefined
    ? { id: doc.accountId }
    : {
        id: doc.senderId,
        ...(typeof doc.senderName === 'string' && { name: doc.senderName }),
        ...doc.senderIdentity,
      };

/** Source: EVT-44, EVT-45 */
function messageBlock(message: MessageRecord, more: Fields = {}) {
  const { id, doc, parentId } = message;
  return {
    id,
    conversationId: doc.conversationId ?? parentId ?? '',
    platform: doc.platform,
    platformMessageId: platformIdOf(message),
    direction: doc.direction,
    text: wordsOf(message),
    attachments: doc.attachments,
    sender: senderOf(message),
    sentAt: doc.sentAt ?? doc.createdAt,
    isRead: typeof doc.readAt === 'string',
    ...more,
  };
}

/** A message beside its conversation. */
export interface Conversed {
  readonly message: MessageRecord;
  readonly conversation: ConversationRecord;
}

/** Source: EVT-61 */
export const startedEvent = (conversation: ConversationRecord, account: AccountRecord, now: number): NewEvent =>
  eventOf('conversation.started', account, {
    conversation: conversationDetail(conversation),
    account: inboxAccount(account),
    startedAt: instantOf(now),
  });

/** Source: EVT-44 to EVT-53, EVT-56 */
export function receivedEvent(account: AccountRecord, { message, conversation }: Conversed): NewEvent {
  const { metadata } = message.doc;
  return eventOf('message.received', account, {
    message: messageBlock(message, { sentVia: null, ...producersOf() }),
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...(metadata === undefined ? {} : { metadata }),
  });
}

/** A message leaves. Source: EVT-54, EVT-55 */
export function sentEvent(account: AccountRecord, { message, conversation }: Conversed): NewEvent {
  const price = hasPricing(account.doc.platform) ? { pricing: null, billingConversation: null } : {};
  return eventOf('message.sent', account, {
    message: messageBlock(message, { sentVia: sentViaOf(message), ...producersOf(message.doc) }),
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...price,
  });
}

/** The event of each delivery status. */
export const STATUS_EVENTS = {
  sent: 'message.sent',
  delivered: 'message.delivered',
  read: 'message.read',
  failed: 'message.failed',
} as const;

export type DeliveryStatus = keyof typeof STATUS_EVENTS;

export interface StatusUpdate extends Conversed {
  readonly status: DeliveryStatus;
  /** Why the message failed. */
  readonly error: MessageDoc['deliveryError'];
  /** Milliseconds. */
  readonly now: number;
  /** What the platform says of the price, where it does. */
  readonly given: Fields;
}

/** What became of a message. Source: EVT-54, EVT-55, EVT-57 to EVT-60, EVT-68, EVT-69 */
export function statusEvents(account: AccountRecord, update: StatusUpdate): readonly NewEvent[] {
  const { message, conversation, status, error, now, given } = update;
  const type = STATUS_EVENTS[status];
  const { platform } = account.doc;
  if (!firesOn(type, platform)) return [];
  const isAgent = isWithAgent(platform, conversation.doc.threadControl);
  const sentVia = isWrittenThere(message) || isAgent ? null : sentViaOf(message);
  const sender = { sentVia, ...producersOf(message.doc) };
  const origin = isAgent ? { source: 'meta_business_agent', ...sender } : sender;
  const price = hasPricing(platform)
    ? { pricing: given['pricing'] ?? null, billingConversation: given['billingConversation'] ?? null }
    : {};
  const event = eventOf(type, account, {
    message: messageBlock(message, status === 'sent' ? origin : {}),
    ...(status === 'sent' ? {} : { statusAt: instantOf(now), error: error ?? null }),
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...price,
  });
  return [event];
}

/** Source: EVT-64, EVT-65, EVT-84 */
export function editedEvents(account: AccountRecord, { message, conversation }: Conversed): readonly NewEvent[] {
  if (!firesOn('message.edited', account.doc.platform)) return [];
  const { editHistory, editCount, editedAt } = message.doc;
  const payload = {
    message: messageBlock(message),
    editHistory,
    editCount,
    editedAt,
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
  };
  return [eventOf('message.edited', account, payload)];
}

/** @param direction of the message, where the platform says it Source: EVT-66, EVT-67, EVT-85 */
export function deletedEvents(
  account: AccountRecord,
  { message, conversation }: Conversed,
  { direction = message.doc.direction, at }: { readonly direction: string | undefined; readonly at: string },
): readonly NewEvent[] {
  if (!firesForMessage('message.deleted', account.doc.platform, direction)) return [];
  const payload = {
    message: messageBlock(message, { direction }),
    deletedAt: at,
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
  };
  return [eventOf('message.deleted', account, payload)];
}

/** @param reaction what of it the platform says Source: EVT-70 to EVT-74, EVT-90 */
export const reactionEvents = (
  account: AccountRecord,
  conversation: ConversationRecord,
  reaction: Fields,
): readonly NewEvent[] =>
  firesOn('reaction.received', account.doc.platform)
    ? [
        eventOf('reaction.received', account, {
          reaction,
          conversation: conversationBlock(conversation),
          account: inboxAccount(account),
        }),
      ]
    : [];

/** Source: EVT-75, EVT-91 */
export const referralEvents = (
  account: AccountRecord,
  conversation: ConversationRecord,
  { referral, senderId }: { readonly referral: unknown; readonly senderId: string },
): readonly NewEvent[] =>
  firesOn('referral.received', account.doc.platform)
    ? [
        eventOf('referral.received', account, {
          referral,
          sender: { id: senderId },
          conversation: conversationBlock(conversation),
          account: inboxAccount(account),
        }),
      ]
    : [];

export interface Moved {
  readonly before: ConversationRecord;
  readonly after: ConversationRecord;
  /** The other app that answers from now on. */
  readonly ownerAppId?: string | null;
  readonly metadata: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Somebody else answers from now on; no event where nobody else does. Source: EVT-63, EVT-89, INB-24 */
export function movedEvents(account: AccountRecord, moved: Moved): readonly NewEvent[] {
  const { before, after, ownerAppId = null, metadata, now } = moved;
  const { threadControl: owner = null } = after.doc;
  const { threadControl: previousOwner = null } = before.doc;
  if (owner === previousOwner || !firesOn('conversation.control_changed', account.doc.platform)) return [];
  const payload = {
    conversation: conversationDetail(after),
    account: inboxAccount(account),
    control: { owner, previousOwner, ownerAppId, metadata },
    changedAt: instantOf(now),
  };
  return [eventOf('conversation.control_changed', account, payload)];
}

/** The post below which somebody wrote. */
export interface CommentedPost {
  readonly id: string | null;
  readonly platformPostId: string;
  readonly content: string | null;
  readonly imageUrl: string | null;
  readonly permalink: string | null;
}

/** Source: EVT-76 to EVT-80, EVT-92 */
export const commentEvents = (account: AccountRecord, post: CommentedPost, comment: Received): readonly NewEvent[] =>
  firesOn('comment.received', account.doc.platform)
    ? [eventOf('comment.received', account, { comment, post, account: briefAccount(account) })]
    : [];
