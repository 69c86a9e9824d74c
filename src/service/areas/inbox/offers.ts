/** What other areas do with the inbox: they find conversations, send messages into them, and bring in messages from networks. Next stop: record.ts and events.ts. */
import { createHash } from 'node:crypto';
import type { Changes, View } from '../../change.ts';
import type { Caused, Scene } from '../../causes/cause.ts';
import type { Desk } from '../../desk.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { NewDue, NewEvent } from '../../store/store.ts';
import { receivedEvent, sentEvent, startedEvent } from './events.ts';
import { statusChanges } from './delivery-status.ts';
import {
  conversationsOf,
  newConversation,
  newMessage,
  platformIdOf,
  withMessage,
  type ConversationDoc,
  type ConversationRecord,
  type Making,
  type MessageDoc,
  type MessageRecord,
  type NewMessage,
  type Participant,
} from './record.ts';

/** Kind of the work that brings a message to its recipient; `ref` is the message. */
export const DELIVERY = 'message_delivery';

/** How long a message is under way. */
const UNDER_WAY_MS = 2_000;

/** Whoever writes, with the durable identity of platforms that have one. Source: EVT-45 */
export function participantOf(given: unknown, platform: string): Participant {
  const { id = 'unknown', name, phoneNumber, businessScopedUserId } = (given ?? {}) as Partial<Participant>;
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
  readonly record: ConversationRecord;
  /** True when the conversation begins with this. */
  readonly isNew: boolean;
}

/** The conversation of an account with somebody. Source: EVT-61 */
export async function conversationWith(scene: Scene, account: AccountRecord, person: Participant): Promise<Conversing> {
  const known = (await conversationsOf(scene.read, account)).find(({ doc }) => doc.participantId === person.id);
  return known === undefined ? conversationBegun(scene, account, person) : { record: known, isNew: false };
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
  /** Id of the message where it is known already. */
  readonly id?: string;
  /** Further fields of the record: what sent it, and for whom. */
  readonly more?: Partial<MessageDoc>;
}

export interface Sent {
  readonly conversation: ConversationRecord;
  readonly message: MessageRecord;
  /** `conversation.started` where the message began it. */
  readonly started: readonly NewEvent[];
  /** What the message changes. */
  readonly changes: Changes;
}

/** A message in its conversation, of which no event says anything. */
async function composedMessage(scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const { account, person, into, text, attachments = [], id, more = {} } = outgoing;
  const conversing = into ?? (await conversationWith(scene, account, person));
  const ids = id === undefined ? scene.ids : { ...scene.ids, record: () => id };
  const sender = { id: account.id, name: account.doc.displayName };
  const written = { text, attachments, direction: 'outgoing', sender } as const;
  const message = withFields(newMessage({ ...scene, ids }, account, conversing.record, written), more);
  const conversation = withMessage(conversing.record, message);
  const started = startedEvents(conversing, account, scene.now);
  return { conversation, message, started, changes: { records: [conversation, message] } };
}

/** A message that goes out: in its conversation, announced as sent, and due at its recipient. Source: EVT-54, EVT-55 */
export async function sendMessage(scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const sent = await composedMessage(scene, outgoing);
  const events = [sentEvent(outgoing.account, sent)];
  return { ...sent, changes: { ...sent.changes, events, due: arrivalOf(sent.message, scene.now) } };
}

/** A message that the platform does not take: in its conversation, announced as failed at once. */
export async function refusedMessage(
  scene: Scene,
  outgoing: Outgoing,
  failure: NonNullable<MessageDoc['failure']>,
): Promise<Sent> {
  const { account, more } = outgoing;
  const sent = await composedMessage(scene, { ...outgoing, more: { ...more, failure } });
  const { changes } = statusChanges(account, { ...sent, status: 'failed', error: failure, now: scene.now, given: {} });
  return { ...sent, changes };
}

/** The arrival of a message, where the platform says so. @param now ms */
const arrivalOf = ({ id, doc }: MessageRecord, now: number): NewDue[] =>
  firesOn('message.delivered', doc.platform) ? [{ dueAt: now + UNDER_WAY_MS, kind: DELIVERY, ref: id }] : [];

/** A message that comes in. Source: EVT-44 to EVT-53, EVT-56 */
export async function receivedFrom(scene: Scene, account: AccountRecord, received: NewMessage): Promise<Caused> {
  const conversing = await conversationWith(scene, account, received.sender);
  const message = newMessage(scene, account, conversing.record, received);
  const conversation = withMessage(conversing.record, message);
  return {
    records: [conversation, message],
    events: [...startedEvents(conversing, account, scene.now), receivedEvent(account, { message, conversation })],
    domainEvents: [{ name: 'messageReceived', conversation, at: scene.now }],
    made: { conversationId: conversation.id, messageId: message.id, platformMessageId: platformIdOf(message) },
  };
}

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
