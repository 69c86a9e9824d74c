/** Messages that go out on behalf of a team, whatever sends them: kept in their conversation, told as sent, and arriving a little later. Next stop: fates.ts. */
import { hasPricing } from '../../../platforms/inbox.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { Desk } from '../../desk.ts';
import { eventOf, inboxAccount, type Fields, type Scene } from '../../control/inbound-cause.ts';
import {
  conversationBlock,
  conversationWith,
  messageBlock,
  newMessage,
  producersOf,
  sentViaOf,
  startedEvents,
  withMessage,
  type Participant,
} from '../../control/inbound-conversation.ts';
import type { NewEvent, StoredRecord, Tx } from '../../store/store.ts';
import type { AccountRecord } from '../../records/account.ts';

/** Kind of the work that brings a message to its recipient; `ref` is the message. */
export const FATE = 'message_fate';

/** How long a message is under way. */
const UNDER_WAY_MS = 2_000;

export interface Outgoing {
  readonly account: AccountRecord;
  readonly person: Participant;
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
}

/** Where what goes out stands when it is decided. */
export const sceneIn = (tx: Tx, { ids, clock }: Desk, teamId: string): Scene => ({
  read: tx,
  ids,
  now: clock.now(),
  teamId,
  given: {},
});

/** Keeps a message in its conversation, and tells nobody. */
export async function kept(tx: Tx, scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const { account, person, text, attachments = [], id, more } = outgoing;
  const conversing = await conversationWith(scene, account, person);
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
  await tx.put(conversation);
  await tx.put(message);
  return { conversation, message, started: startedEvents(conversing, account, scene.now) };
}

/** Sends a message: kept, told as sent, and due at its recipient. Source: EVT-54, EVT-55 */
export async function sendOut(tx: Tx, scene: Scene, outgoing: Outgoing): Promise<Sent> {
  const sent = await kept(tx, scene, outgoing);
  await tx.emit(sentEvent(outgoing.account, sent));
  await arriving(tx, sent.message, scene.now);
  return sent;
}

function sentEvent(account: AccountRecord, { conversation, message }: Sent): NewEvent {
  const price = hasPricing(account.doc.platform) ? { pricing: null, billingConversation: null } : {};
  return eventOf('message.sent', account, {
    message: { ...messageBlock(message), sentVia: sentViaOf(message), ...producersOf(message) },
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...price,
  });
}

/** A message arrives where the platform says so. */
export async function arriving(tx: Tx, { id, doc }: StoredRecord, now: number): Promise<void> {
  if (firesOn('message.delivered', String(doc['platform'])))
    await tx.schedule({ dueAt: now + UNDER_WAY_MS, kind: FATE, ref: id });
}
