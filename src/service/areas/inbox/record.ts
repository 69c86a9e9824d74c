/** Conversations, messages and comments as records: how they are made, and what becomes of them. Next stop: events.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { hexOf } from '../../networks/chance.ts';
import { commentRulesOf } from '../../../platforms/comments.ts';
import { platformMessageId } from '../../../platforms/inbox.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import { recordOf, type Scene } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { DocOf, Reader, RecordOf } from '../../store/store.ts';

export const CONVERSATION = 'conversation';
export const MESSAGE = 'message';
export const COMMENT = 'comment';
export const MENTION = 'mention';

export type ConversationRecord = RecordOf<'conversation'>;
export type MessageRecord = RecordOf<'message'>;
export type CommentRecord = RecordOf<'comment'>;

export type ConversationDoc = DocOf<'conversation'>;
export type MessageDoc = DocOf<'message'>;

export interface Participant {
  /** Digits with country code where people are known by their number, else the platform's id. Source: INB-03, ASM-57 */
  readonly id: string;
  readonly name: string;
  readonly phoneNumber?: string;
  readonly businessScopedUserId?: string;
}

/** What a new record needs to know of the call or the cause. */
export type Making = Pick<Scene, 'ids' | 'teamId' | 'now'>;

/** The id of an account's one conversation with a person, whoever begins it. Source: INB-07 */
export const conversationId = (account: Pick<AccountRecord, 'id'>, person: Pick<Participant, 'id'>): string =>
  hexOf(`conversation ${account.id} ${person.id}`, 24);

/** @param more fields of a conversation that is more than one with a person, which has an id of its own */
export function newConversation(
  making: Making,
  account: AccountRecord,
  person: Participant,
  more: Partial<ConversationDoc> = {},
): ConversationRecord {
  const id = more.isGroup === true ? making.ids.record() : conversationId(account, person);
  const at = instantOf(making.now);
  const { platform, username } = account.doc;
  const doc: ConversationDoc = {
    id,
    platform,
    accountId: account.id,
    accountUsername: username,
    participantId: person.id,
    participantName: person.name,
    participantPicture: null,
    participants: [{ id: person.id, name: person.name }],
    lastMessage: '',
    updatedTime: at,
    updatedAt: at,
    status: 'active',
    unreadCount: 0,
    isGroup: false,
    url: null,
    ...(firesOn('conversation.control_changed', platform) ? { threadControl: 'app' as const } : {}),
    ...more,
  };
  return recordOf(CONVERSATION, id, making, { profileId: account.profileId, doc });
}

/** Conversations of an account, the oldest first. */
export const conversationsOf = async (
  read: Reader,
  { id, teamId }: Pick<AccountRecord, 'id' | 'teamId'>,
): Promise<readonly ConversationRecord[]> =>
  (await read.list(CONVERSATION, { teamId })).filter(({ doc }) => doc.accountId === id);

export interface NewMessage {
  /** Null for a message that is all media. */
  readonly text: string | null;
  readonly attachments: MessageDoc['attachments'];
  readonly direction: 'incoming' | 'outgoing';
  readonly sender: Participant;
  readonly metadata?: Fields;
}

export function newMessage(
  making: Making,
  account: AccountRecord,
  conversation: ConversationRecord,
  { text, attachments, direction, sender, metadata }: NewMessage,
): MessageRecord {
  const id = making.ids.record();
  const at = instantOf(making.now);
  const { id: senderId, name: senderName, ...senderIdentity } = sender;
  const { platform } = account.doc;
  const doc: MessageDoc = {
    id,
    conversationId: conversation.id,
    accountId: account.id,
    platform,
    platformMessageId: platformMessageId(platform, id),
    message: text ?? '',
    senderId,
    senderName,
    senderIdentity,
    direction,
    createdAt: at,
    sentAt: at,
    attachments,
    isEdited: false,
    editCount: 0,
    editHistory: [],
    isDeleted: false,
    deliveryStatus: direction === 'outgoing' ? 'sent' : null,
    reactions: [],
    ...(metadata === undefined ? {} : { metadata }),
  };
  return recordOf(MESSAGE, id, making, { profileId: account.profileId, parentId: conversation.id, doc });
}

/** The conversation after a message. */
export const withMessage = (conversation: ConversationRecord, { doc }: MessageRecord): ConversationRecord =>
  withFields(conversation, {
    lastMessage: doc.message,
    updatedTime: doc.createdAt,
    updatedAt: doc.createdAt,
    lastMessageAt: doc.createdAt,
    unreadCount: conversation.doc.unreadCount + (doc.direction === 'incoming' ? 1 : 0),
  });

/** What the message says; null for one that is all media. */
export const wordsOf = ({ doc }: MessageRecord): string | null =>
  doc.message === '' && doc.attachments.length > 0 ? null : doc.message;

/** The message with another text, and what it said before. @param now ms */
export function reworded(message: MessageRecord, text: string, now: number): MessageRecord {
  const { attachments, editHistory: earlier } = message.doc;
  const editedAt = instantOf(now);
  const editHistory = [...earlier, { text: wordsOf(message), attachments: [...attachments], editedAt }];
  return withFields(message, { message: text, isEdited: true, editedAt, editHistory, editCount: editHistory.length });
}

type Reaction = MessageDoc['reactions'][number];

/** Each side has one reaction to a message: a new one replaces it. */
export function reactedTo(message: MessageRecord, added: Reaction | undefined, fromMe = false): MessageRecord {
  const others = message.doc.reactions.filter((one) => (one.fromMe === true) !== fromMe);
  return withFields(message, { reactions: [...others, ...(added === undefined ? [] : [added])] });
}

export const platformIdOf = ({ id, doc }: MessageRecord): string =>
  doc.platformMessageId ?? platformMessageId(doc.platform, id);

/** Whether somebody wrote the message on the platform itself. */
export const isWrittenThere = ({ doc }: MessageRecord): boolean => doc.isNative === true;

/** What sends a message, by the field in which the message names it. */
const SENT_VIA = [
  ['broadcastId', 'broadcast'],
  ['sequenceId', 'sequence'],
  ['workflowId', 'workflow'],
  ['automationId', 'comment_automation'],
] as const;

/** What sent a message; what nothing of ours sent goes through the API. */
export const sentViaOf = ({ doc }: { readonly doc: Partial<MessageDoc> }): NonNullable<MessageDoc['sentVia']> =>
  SENT_VIA.find(([name]) => doc[name] !== undefined)?.[1] ?? 'api';

/** Whether the message is the one that a caller or a platform names. @param id ours or the platform's */
export const isMessage = (message: MessageRecord, id: string): boolean =>
  message.id === id || platformIdOf(message) === id;

/** A comment as the network tells of it. */
export interface Received extends Fields {
  readonly id: string;
  /** Our post's id; null for a post that was not made here. */
  readonly postId: string | null;
  readonly platformPostId: string;
  readonly platform: string;
  readonly text: string;
  readonly author: NonNullable<DocOf<'comment'>['from']>;
  readonly createdAt: string;
  readonly parentCommentId: string | null;
  readonly ad?: Fields;
}

/** The comment as the inbox lists it, below our post or, for a post that was not made here, the network's. */
export function newComment(making: Making, account: AccountRecord, received: Received): CommentRecord {
  const { id, postId, platformPostId, platform, text, author, createdAt, parentCommentId, ad } = received;
  const doc: DocOf<'comment'> = {
    id,
    accountId: account.id,
    platform,
    message: text,
    from: { ...author, isOwner: false },
    createdTime: createdAt,
    parentId: parentCommentId,
    ...(ad === undefined ? {} : { ad }),
    ...untouched(platform, id),
  };
  return recordOf(COMMENT, id, making, { profileId: account.profileId, parentId: postId ?? platformPostId, doc });
}

/** What a comment has from the start, on the network too. */
const untouched = (platform: string, id: string) => ({
  ...contentHash(platform, id),
  likeCount: 0,
  repliesHasMore: false,
  isHidden: false,
  isLiked: false,
});

/** Where comments have a content hash. */
export const contentHash = (platform: string, id: string): { readonly cid?: string } =>
  commentRulesOf(platform)?.hashes === true ? { cid: `bafyrei${hexOf(`cid ${id}`, 52)}` } : {};

/** The account as the author of a comment. */
export const ownAuthor = ({ id, doc }: AccountRecord) => ({
  id,
  name: doc.displayName,
  username: doc.username,
  picture: doc.profilePicture,
  isOwner: true,
});

interface OwnComment {
  readonly id: string;
  readonly text: string;
  /** Our post's id or the network's. */
  readonly postId: string;
  /** The comment that it answers. */
  readonly parentId: string | null;
}

/** A comment that the account writes. */
export function ownComment(making: Making, account: AccountRecord, comment: OwnComment): CommentRecord {
  const { id, text, postId, parentId } = comment;
  const { platform } = account.doc;
  const doc: DocOf<'comment'> = {
    id,
    accountId: account.id,
    platform,
    message: text,
    from: ownAuthor(account),
    createdTime: instantOf(making.now),
    parentId,
    ...untouched(platform, id),
  };
  return recordOf(COMMENT, id, making, { profileId: account.profileId, parentId: postId, doc });
}

export const isOwnComment = ({ doc }: CommentRecord): boolean => doc.from?.isOwner === true;
