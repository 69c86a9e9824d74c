/** What other areas do with the inbox: they find conversations, send messages into them, and bring in messages from networks. Next stop: record.ts and events.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { together, type Changes, type View } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Caused, Scene } from '../../causes/cause.ts';
import type { Desk } from '../../desk.ts';
import { isWithAgent } from '../../../platforms/inbox.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem, NewDue, NewEvent, Reader } from '../../store/store.ts';
import { countedText, lineFailure, textItems } from '../sms/offers.ts';
import { takenBack } from './control.ts';
import { replyItem } from './comment-texts.ts';
import { movedEvents, receivedEvent, sentEvent, startedEvent, type Conversed } from './events.ts';
import { statusChanges } from './delivery-status.ts';
import { itemFor, messageItem, typingEnded, withoutTyping } from './feed.ts';
import { isNameless, participantOf } from './people.ts';
import { judgeMessage } from './problems.ts';
import {
  conversationId,
  CONVERSATION,
  newConversation,
  newMessage,
  ownComment,
  platformIdOf,
  sentViaOf,
  withMessage,
  type CommentRecord,
  type ConversationDoc,
  type ConversationRecord,
  type Making,
  type MessageDoc,
  type MessageRecord,
  type NewMessage,
  type Participant,
} from './record.ts';

export { itemFor, participantOf };

/** Kind of the work that brings a message to its recipient; `ref` is the message. */
export const DELIVERY = 'message_delivery';

/** How long a message is under way. */
const UNDER_WAY_MS = 2_000;

export interface Conversing {
  readonly record: ConversationRecord;
  /** True when the conversation begins with this. */
  readonly isNew: boolean;
}

/** The conversation of an account with somebody. Source: EVT-61, INB-07 */
export async function conversationWith(scene: Scene, account: AccountRecord, person: Participant): Promise<Conversing> {
  const known = await knownConversation(scene.read, account, person);
  return known === undefined ? conversationBegun(scene, account, person) : { record: known, isNew: false };
}

/** The conversation of an account with somebody, where there is one. */
export async function knownConversation(
  read: Reader,
  account: Pick<AccountRecord, 'id' | 'teamId'>,
  { id: participantId }: Pick<Participant, 'id'>,
): Promise<ConversationRecord | undefined> {
  const direct = await read.get(CONVERSATION, conversationId(account, { id: participantId }));
  if (direct !== undefined) return direct;
  const { id: accountId, teamId } = account;
  const there = await read.list(CONVERSATION, { teamId, where: { accountId, participantId } });
  return there.find(({ doc }) => doc.isGroup !== true);
}

/** A new conversation; with several people `more` says who they are. */
export const conversationBegun = (
  making: Making,
  account: AccountRecord,
  person: Participant,
  more?: Partial<ConversationDoc>,
): Conversing => ({ record: newConversation(making, account, person, more), isNew: true });

/** A new conversation has one event. Source: EVT-61 */
export const startedEvents = ({ record, isNew }: Conversing, account: AccountRecord, now: number): NewEvent[] =>
  isNew ? [startedEvent(record, account, now)] : [];

/** What a decision about messages reads and draws from. */
export const sceneIn = (view: View, { ids, clock }: Desk, teamId: string): Scene => ({
  read: view,
  ids,
  now: clock.now(),
  teamId,
  given: {},
});

export interface Outgoing {
  readonly account: AccountRecord;
  readonly person: Participant;
  /** The conversation where it is known already; else the one with the person. */
  readonly into?: Conversing;
  readonly text: string | null;
  readonly attachments?: MessageDoc['attachments'];
  /** Templates, buttons, tags and the like, in the words of `sendInboxMessage`. */
  readonly parts?: Fields;
  /** Id of the message where it is known already. */
  readonly id?: string;
  /** Further fields of the record: what sent it, and for whom. */
  readonly more?: Partial<MessageDoc>;
  /** Words for whoever answered until now. */
  readonly metadata?: string;
  /** A reply to a comment, which the window does not hold back. */
  readonly isPrivateReply?: boolean;
  /** An answer to a word that carriers act on: people who opted out get it, too. */
  readonly isKeywordAnswer?: boolean;
  /** A text that counts against the texts of a day already. */
  readonly isCounted?: boolean;
}

export interface Sent {
  readonly conversation: ConversationRecord;
  readonly message: MessageRecord;
  /** Why the message does not go out; the changes then have it as failed. */
  readonly refusal?: Reply;
  /** What the message changes, its events included. */
  readonly changes: Changes;
}

/**
 * A message that goes out: in its conversation, on the platform, announced as sent, and due at its recipient. A message
 * takes the conversation back from an agent of the platform, whoever sends it. One that nothing can come of is in its
 * conversation as failed, with the refusal.
 * Source: EVT-54, EVT-55, INB-26; readings, "Conversations"
 */
export async function sendMessage(scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const { account, text, attachments = [], parts = {}, metadata = '' } = outgoing;
  const { isKeywordAnswer = false, isPrivateReply = false, isCounted = false } = outgoing;
  const into = outgoing.into ?? (await conversationWith(scene, account, outgoing.person));
  const { now } = scene;
  const judging = { account, conversation: into.record, text, attachments, parts, now, isPrivateReply, isCounted };
  const fate = await judgeMessage(scene.read, judging);
  if ('refusal' in fate) {
    const refused = await refusedMessage(scene, { ...outgoing, into }, failureFrom(fate.refusal));
    return { ...refused, refusal: fate.refusal };
  }
  const record = withoutTyping(takenBack(into.record));
  const failure = isKeywordAnswer ? {} : await lineFailure(scene.read, account, phoneIn(record));
  const more = { ...outgoing.more, ...failure };
  const sent = composedMessage(scene, { ...outgoing, more, text: fate.text }, record);
  const { message, conversation } = sent;
  const moved = movedEvents(account, { before: into.record, after: conversation, metadata, now });
  const events = [
    ...startedEvents({ ...into, record: conversation }, account, now),
    ...moved,
    sentEvent(account, sent),
  ];
  const feed = shownItems(account, sent, now);
  const changes: Changes = {
    records: [conversation, message, ...(isCounted ? [] : textsOfDay(account, sent, now))],
    feed,
    events,
    due: arrivalOf(message, now),
    domainEvents: [{ name: 'messageSent', conversation, message, at: now }],
  };
  return { message, conversation, changes: together([changes, typingEnded(into.record, now)]) };
}

/** A reply of the platform's own agent, which keeps the conversation; its parts are in the words of `sendInboxMessage`. Source: EVT-57 */
export function agentReply(
  making: Making,
  account: AccountRecord,
  conversation: ConversationRecord,
  { text, attachments = [], parts }: Partial<Pick<Outgoing, 'attachments' | 'parts'>> & Pick<Outgoing, 'text'>,
): Conversed & { readonly changes: Changes } {
  const { now } = making;
  const sender = { id: account.id, name: account.doc.displayName };
  const words = newMessage(making, account, conversation, { text, attachments, direction: 'outgoing', sender });
  const content = parts === undefined ? {} : { content: parts };
  const message = withFields(words, { isNative: true, sentVia: null, ...content });
  const update = { message, conversation, status: 'sent', error: undefined, now, given: {} } as const;
  const { changes } = statusChanges(account, update);
  const item = messageItem(message, conversation, now);
  return { message, conversation, changes: together([changes, { feed: [item], due: arrivalOf(message, now) }]) };
}

/** The message on the phone of its recipient, or on the platform. @param now ms */
function shownItems(account: AccountRecord, { message, conversation }: Conversed, now: number): readonly FeedItem[] {
  if (traitsOf(account.doc.platform).line !== 'texts') return [messageItem(message, conversation, now)];
  const { message: text, attachments, failure } = message.doc;
  if (failure !== undefined) return [];
  const mediaUrls = attachments.map(({ url }) => String(url));
  const to = phoneIn(conversation);
  return textItems({ account, id: message.id, to, text: text === '' ? null : text, mediaUrls, now });
}

/** The text where it counts against those of a day. */
function textsOfDay(account: AccountRecord, { message, conversation }: Conversed, now: number) {
  if (traitsOf(account.doc.platform).line !== 'texts') return [];
  const ends = { from: account.doc.username, to: phoneIn(conversation) };
  const doc = { ...ends, id: message.id, conversationId: conversation.id, status: 'sent' } as const;
  return countedText({ account, doc, now });
}

/** The number of a person who is known by its digits. */
export const phoneIn = ({ doc }: ConversationRecord): string => `+${doc.participantId ?? ''}`;

/** A message in its conversation, of which no event says anything. */
function composedMessage(scene: Scene, outgoing: Outgoing, before: ConversationRecord): Conversed {
  const { account, text, attachments = [], parts, id, more = {} } = outgoing;
  const ids = id === undefined ? scene.ids : { ...scene.ids, record: () => id };
  const sender = { id: account.id, name: account.doc.displayName };
  const written = { text, attachments, direction: 'outgoing', sender } as const;
  const message = withFields(newMessage({ ...scene, ids }, account, before, written), {
    ...(parts !== undefined && Object.keys(parts).length > 0 && { content: parts }),
    ...more,
    sentVia: sentViaOf({ doc: more }),
  });
  return { message, conversation: withMessage(before, message) };
}

/** A message that the platform does not take: in its conversation, announced as failed at once. */
export async function refusedMessage(
  scene: Scene,
  outgoing: Outgoing,
  failure: NonNullable<MessageDoc['failure']>,
): Promise<Sent> {
  const { account, more } = outgoing;
  const { now } = scene;
  const into = outgoing.into ?? (await conversationWith(scene, account, outgoing.person));
  const sent = composedMessage(scene, { ...outgoing, more: { ...more, failure } }, into.record);
  const { message, changes } = statusChanges(account, { ...sent, status: 'failed', error: failure, now, given: {} });
  const started = startedEvents({ ...into, record: sent.conversation }, account, now);
  return { ...sent, message, changes: { ...changes, events: [...started, ...(changes.events ?? [])] } };
}

/** What WhatsApp calls a message that comes too late, and one whose template does not fit; anything else is only not sent. */
const FAILURES: Readonly<Record<string, number>> = { TEMPLATE_REQUIRED: 131047, INVALID_TEMPLATE_PARAMS: 132000 };

const NOT_SENT = 131000;

interface Refused {
  readonly code?: string;
  readonly error?: string;
  readonly platformError?: { readonly code?: number };
}

function failureFrom({ body }: Reply): NonNullable<MessageDoc['failure']> {
  const { code = '', error = '', platformError } = body as Refused;
  return { code: platformError?.code ?? FAILURES[code] ?? NOT_SENT, title: 'Not sent', message: error };
}

/** The arrival of a message, where the platform says so. @param now ms */
const arrivalOf = ({ id, doc }: MessageRecord, now: number): NewDue[] =>
  firesOn('message.delivered', doc.platform) ? [{ dueAt: now + UNDER_WAY_MS, kind: DELIVERY, ref: id }] : [];

interface Received extends NewMessage {
  /** The group that it is written in; else the conversation with the sender. */
  readonly into?: ConversationRecord;
}

/** A message that comes in. Source: EVT-44 to EVT-53, EVT-56, INB-25 */
export async function receivedFrom(scene: Scene, account: AccountRecord, received: Received): Promise<Caused> {
  const { into } = received;
  const conversing =
    into === undefined ? await conversationWith(scene, account, received.sender) : { record: into, isNew: false };
  const metadata = metadataFor(conversing.record, received.metadata);
  const sender = into === undefined ? knownBy(conversing.record, received.sender) : received.sender;
  const message = newMessage(scene, account, conversing.record, {
    ...received,
    sender,
    ...(metadata !== undefined && { metadata }),
  });
  const conversation = withMessage(conversing.record, message);
  return {
    records: [conversation, message],
    events: [
      ...startedEvents({ ...conversing, record: conversation }, account, scene.now),
      receivedEvent(account, { message, conversation }),
    ],
    domainEvents: [{ name: 'messageReceived', conversation, message, at: scene.now }],
    made: { conversationId: conversation.id, messageId: message.id, platformMessageId: platformIdOf(message) },
  };
}

/** Somebody who gives no name goes by the one that their conversation has. */
const knownBy = ({ doc: { participantName } }: ConversationRecord, sender: Participant): Participant =>
  typeof participantName === 'string' && isNameless(sender) ? { ...sender, name: participantName } : sender;

/** While an agent of the platform answers, messages are marked as not for us. Source: specification, "Conversation control" */
const metadataFor = ({ doc }: ConversationRecord, metadata: Fields | undefined): Fields | undefined =>
  isWithAgent(doc.platform, doc.threadControl) ? { ...metadata, standby: true } : metadata;

/** Messages that a network replays when an account is connected: saved, and announced to nobody. Source: EVT-62 */
export async function replayHistory(scene: Scene, account: AccountRecord, count: number): Promise<Changes> {
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
  return count === 0 ? {} : { records: [messages.reduce(withMessage, record), ...messages] };
}

interface PublicAnswer {
  readonly account: AccountRecord;
  readonly comment: CommentRecord;
  readonly text: string;
  /** Id of the answer. */
  readonly id: string;
}

/** Our answer to a comment: below it, where everybody sees it. */
export function publicAnswer(making: Making, { account, comment, text, id }: PublicAnswer): Changes {
  const postId = comment.parentId ?? '';
  const record = withFields(ownComment(making, account, { id, text, postId, parentId: comment.id }), { isReply: true });
  return { records: [record], feed: [replyItem(record)] };
}
