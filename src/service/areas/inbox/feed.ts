/** What people see on the platform of what the inbox does: messages, ticks, typing, and who answers. Used by whoever writes it. */
import { without } from '../../../kernel/json.ts';
import type { Changes } from '../../change.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { FeedDoc, FeedItem } from '../../store/store.ts';
import { platformIdOf, type ConversationRecord, type MessageRecord } from './record.ts';

/** Kinds of items that the inbox sends, but for texts. */
type Kind = 'message' | 'read' | 'typing' | 'thread_control' | 'reaction' | 'group';

interface Shown {
  readonly kind: Kind;
  readonly id: string;
  readonly doc: FeedDoc;
  /** Milliseconds. */
  readonly now: number;
}

/** One item of the account's feed. */
export const itemFor = ({ id: accountId }: Pick<AccountRecord, 'id'>, { kind, id, doc, now }: Shown): FeedItem => ({
  nativeId: id,
  doc,
  ...blank(accountId, kind, now),
});

/** The message as the person gets it. @param now ms */
export function messageItem(message: MessageRecord, conversation: ConversationRecord, now: number): FeedItem {
  const { accountId, attachments, content, subject } = message.doc;
  const { participantId, participants, isGroup, channel, platform } = conversation.doc;
  const to = isGroup === true ? participants.map(({ id }) => id) : participantId;
  const doc: FeedDoc = {
    to,
    text: message.doc.message === '' ? null : message.doc.message,
    ...(attachments.length > 0 && { media: [...attachments] }),
    ...(typeof subject === 'string' && { subject }),
    ...(channel !== undefined && channel !== platform && { channel }),
    ...content,
  };
  return itemFor({ id: accountId }, { kind: 'message', id: platformIdOf(message), doc, now });
}

export const withoutTyping = (conversation: ConversationRecord): ConversationRecord => ({
  ...conversation,
  doc: without(conversation.doc, ['typingId']),
});

/** The indicator that the person sees now is gone. @param now ms */
export const typingEnded = ({ doc }: ConversationRecord, now: number): Changes =>
  doc.typingId === undefined
    ? {}
    : { feedChanges: [{ accountId: doc.accountId, nativeId: doc.typingId, removedAt: now }] };
