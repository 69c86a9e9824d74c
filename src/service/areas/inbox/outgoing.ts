/** Messages that go out on behalf of a team, whatever sends them: kept in their conversation, told as sent, and arriving a little later. Next stop: fates.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { hasPricing } from '../../../platforms/inbox.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { Desk } from '../../desk.ts';
import type { Changes, View } from '../../change.ts';
import { eventOf, inboxAccount, type Scene } from '../../causes/cause.ts';
import {
  conversationBlock,
  conversationWith,
  messageBlock,
  newMessage,
  producersOf,
  sentViaOf,
  startedEvents,
  withMessage,
  type Conversing,
  type Participant,
} from './conversation.ts';
import type { NewDue, NewEvent, StoredRecord } from '../../store/store.ts';
import type { AccountRecord } from '../../records/account.ts';

/** Kind of the work that brings a message to its recipient; `ref` is the message. */
export const FATE = 'message_fate';

/** How long a message is under way. */
const UNDER_WAY_MS = 2_000;

export interface Outgoing {
  readonly account: AccountRecord;
  readonly person: Participant;
  /** The conversation where it is known already; else the one with the person. */
  readonly into?: Conversing;
  readonly text: string | null;
  readonly attachments?: readonly unknown[];
  /** Id of the message where it is known already. */
  readonly id?: string;
  /** Further fields of the record: what sent it, and for whom. */
  readonly more?: Fields;
}

export interface Sent {
  readonly conversation: StoredRecord;
  readonly message: StoredRecord;
  /** `conversation.started` where the message began it. */
  readonly started: readonly NewEvent[];
  /** What is to be written of it. */
  readonly changes: Changes;
}

/** Where what goes out stands when it is decided. */
export const sceneIn = (view: View, { ids, clock }: Desk, teamId: string): Scene => ({
  read: view,
  ids,
  now: clock.now(),
  teamId,
  given: {},
});

/** A message in its conversation, of which nobody is told. */
export async function composeMessage(scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const { account, person, into, text, attachments = [], id, more } = outgoing;
  const conversing = into ?? (await conversationWith(scene, account, person));
  const ids = id === undefined ? scene.ids : { ...scene.ids, record: () => id };
  const sender = { id: account.id, name: account.doc.displayName };
  const made = newMessage({ ...scene, ids }, account, conversing.record, {
    text,
    attachments,
    direction: 'outgoing',
    sender,
  });
  const message = { ...made, doc: { ...made.doc, ...more } };
  const conversation = withMessage(conversing.record, message);
  const started = startedEvents(conversing, account, scene.now);
  return { conversation, message, started, changes: { records: [conversation, message] } };
}

/** A message that goes out: in its conversation, told as sent, and due at its recipient. Source: EVT-54, EVT-55 */
export async function sendMessage(scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const sent = await composeMessage(scene, outgoing);
  const events = [sentEvent(outgoing.account, sent)];
  return { ...sent, changes: { ...sent.changes, events, due: arrivalOf(sent.message, scene.now) } };
}

function sentEvent(
  account: AccountRecord,
  { conversation, message }: Pick<Sent, 'conversation' | 'message'>,
): NewEvent {
  const price = hasPricing(account.doc.platform) ? { pricing: null, billingConversation: null } : {};
  return eventOf('message.sent', account, {
    message: { ...messageBlock(message), sentVia: sentViaOf(message), ...producersOf(message) },
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...price,
  });
}

/** The arrival of a message, where the platform says so. @param now ms */
export const arrivalOf = ({ id, doc }: StoredRecord, now: number): NewDue[] =>
  firesOn('message.delivered', String(doc['platform'])) ? [{ dueAt: now + UNDER_WAY_MS, kind: FATE, ref: id }] : [];
