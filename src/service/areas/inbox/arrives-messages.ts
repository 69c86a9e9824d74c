/** Messages from networks: new ones, their fate, edits and deletions. Listed in control/inbound-answer.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { hasPricing, isWithAgent } from '../../../platforms/inbox.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { firesForMessage, firesOn } from '../../../webhooks/catalogue.ts';
import type { AccountRecord } from '../../records/account.ts';
import { RECIPIENT_KIND } from '../broadcasts/recipients.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { activatedBy } from '../whatsapp/sandbox.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { NewEvent, StoredRecord } from '../../store/store.ts';
import {
  accountOf,
  eventOf,
  inboxAccount,
  isRefusal,
  MAP,
  oneOf,
  PARTICIPANT,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import {
  CONVERSATION,
  conversationBlock,
  conversationWith,
  MESSAGE,
  messageBlock,
  newMessage,
  participantOf,
  platformIdOf,
  producersOf,
  PRODUCERS,
  reworded,
  sentViaOf,
  startedEvents,
  withMessage,
  type NewMessage,
  type Participant,
} from './conversation.ts';
import { numberAccount } from '../phone-numbers/number.ts';

async function receiveMessage(scene: Scene): Promise<Caused | Reply> {
  const { given } = scene;
  if (given['accountId'] === SANDBOX) return toSandbox(scene, participantOf(given['participant'], 'whatsapp'));
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  // Nobody reads messages there. Source: PLT-10
  if (traitsOf(account.doc.platform).inbox?.unread === true) return {};
  const sender = participantOf(given['participant'], account.doc.platform);
  const attachments = Array.isArray(given['attachments']) ? (given['attachments'] as unknown[]) : [];
  const text = textOf(given['text']) ?? null;
  const metadata = given['metadata'] as Fields | undefined;
  return receivedFrom(scene, account, {
    text,
    attachments,
    direction: 'incoming',
    sender,
    ...(metadata && { metadata }),
  });
}

/** The word that stands for the shared test number where an account is named. */
const SANDBOX = 'sandbox';

/** A phone writes to the shared test number. Source: ACC-35 */
async function toSandbox({ read, teamId, now }: Scene, { id, phoneNumber }: Participant): Promise<Caused | Reply> {
  const sessions = await activatedBy(read, { teamId, phone: phoneNumber ?? id, now });
  const [session] = sessions;
  return session === undefined
    ? refuse('not_found', { param: 'participant', message: 'No session waits for this phone.' })
    : { records: sessions, made: { sessionId: session.id } };
}

/** Source: EVT-44 to EVT-53, EVT-56 */
export async function receivedFrom(scene: Scene, account: AccountRecord, message: NewMessage): Promise<Caused> {
  const conversing = await conversationWith(scene, account, message.sender);
  const record = newMessage(scene, account, conversing.record, message);
  const conversation = withMessage(conversing.record, record);
  const metadata = metadataOf(account, conversation, message.metadata);
  const payload = {
    message: { ...messageBlock(record), sentVia: null, ...PRODUCERS },
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return {
    records: [conversation, record],
    events: [...startedEvents(conversing, account, scene.now), eventOf('message.received', account, payload)],
    made: { conversationId: conversation.id, messageId: record.id, platformMessageId: platformIdOf(record) },
  };
}

/** While an agent of the platform answers, messages are marked as not for us. Source: specification, "Conversation control" */
function metadataOf(account: AccountRecord, { doc }: StoredRecord, metadata: Fields | undefined): Fields | undefined {
  const isStandby = isWithAgent(account.doc.platform, doc['threadControl']);
  return isStandby ? { ...metadata, standby: true } : metadata;
}

/** The message that the body names, of the account. */
export async function messageOf(
  { read, teamId, given }: Scene,
  account: AccountRecord,
): Promise<StoredRecord | undefined> {
  const { messageId, platformMessageId } = given;
  const found =
    typeof messageId === 'string'
      ? await read.get(MESSAGE, messageId)
      : (await read.list(MESSAGE, { teamId })).find((one) => platformIdOf(one) === platformMessageId);
  return found?.doc['accountId'] === account.id ? found : undefined;
}

const unknownMessage = refuse('not_found', { param: 'messageId', message: 'The account has no such message.' });

/** The message and its conversation, or the refusal. */
async function foundIn(scene: Scene, account: AccountRecord) {
  const message = await messageOf(scene, account);
  const conversation = message && (await scene.read.get(CONVERSATION, String(message.doc['conversationId'])));
  return message === undefined || conversation === undefined ? undefined : { message, conversation };
}

/** The event of each fate. */
const FATES = {
  sent: 'message.sent',
  delivered: 'message.delivered',
  read: 'message.read',
  failed: 'message.failed',
} as const;
export type Fate = keyof typeof FATES;

async function fate(scene: Scene): Promise<Caused | Reply> {
  const account = await senderOf(scene);
  if (isRefusal(account)) return account;
  const status = scene.given['status'] as Fate;
  const found = (await foundIn(scene, account)) ?? (await writtenElsewhere(scene, account, status));
  return found === undefined ? unknownMessage : fatedAs(scene, account, { ...found, status });
}

/** An account, or a number that sends texts. */
async function senderOf(scene: Scene): Promise<AccountRecord | Reply> {
  const number = await scene.read.get(NUMBER_KIND, String(scene.given['accountId']));
  return number === undefined ? accountOf(scene) : numberAccount(number, 'sms');
}

/** What becomes of a message, told where the platform tells it. */
export async function fatedAs(
  scene: Scene,
  account: AccountRecord,
  { status, ...found }: { message: StoredRecord; conversation: StoredRecord; status: Fate },
): Promise<Caused> {
  const at = instantOf(scene.now);
  const error = errorOf(scene, status);
  const doc = {
    ...found.message.doc,
    deliveryStatus: status,
    ...(status === 'sent' ? { sentAt: at } : { [`${status}At`]: at }),
    ...(error === undefined ? {} : { deliveryError: error }),
  };
  const message = { ...found.message, doc };
  const event = fateEvent(scene, account, { message, conversation: found.conversation, status, error });
  const recipient = await recipientAfter(scene, message, { status, error });
  return {
    records: [
      status === 'sent' ? withMessage(found.conversation, message) : found.conversation,
      message,
      ...(recipient === undefined ? [] : [recipient]),
    ],
    events: firesOn(event.type, account.doc.platform) ? [event] : [],
    made: { messageId: message.id, conversationId: found.conversation.id },
  };
}

/** Whoever got the message as one of many is as far as the message. */
async function recipientAfter(
  { read, now }: Scene,
  { doc }: StoredRecord,
  { status, error }: Pick<Told, 'status' | 'error'>,
): Promise<StoredRecord | undefined> {
  const id = textOf(doc['$recipientId']);
  const recipient = id === undefined ? undefined : await read.get(RECIPIENT_KIND, id);
  if (recipient === undefined) return undefined;
  const failure = error === undefined ? {} : { error: String(error['message']), errorCode: Number(error['code']) };
  return { ...recipient, doc: { ...recipient.doc, status, [`${status}At`]: instantOf(now), ...failure } };
}

/** A message sent by hand on the platform itself: known from its echo only. */
async function writtenElsewhere(scene: Scene, account: AccountRecord, status: Fate) {
  const platformMessageId = textOf(scene.given['platformMessageId']);
  if (status !== 'sent' || platformMessageId === undefined) return undefined;
  const person = participantOf(scene.given['participant'], account.doc.platform);
  const { record: conversation } = await conversationWith(scene, account, person);
  const sender = { id: account.id, name: account.doc.displayName };
  const text = textOf(scene.given['text']) ?? null;
  const message = newMessage(scene, account, conversation, { text, attachments: [], direction: 'outgoing', sender });
  const doc = { ...message.doc, $platformMessageId: platformMessageId, $isNative: true };
  return { conversation, message: { ...message, doc } };
}

const UNDELIVERABLE = {
  code: 131026,
  title: 'Message undeliverable',
  message: 'The number does not receive messages.',
};

const errorOf = ({ given }: Scene, status: Fate): Fields | undefined =>
  status === 'failed' ? { ...UNDELIVERABLE, ...(given['error'] as Fields | undefined) } : undefined;

interface Told {
  readonly message: StoredRecord;
  readonly conversation: StoredRecord;
  readonly status: Fate;
  readonly error: Fields | undefined;
}

/** Source: EVT-54, EVT-55, EVT-57 to EVT-60, EVT-68, EVT-69 */
function fateEvent(
  { now, given }: Scene,
  account: AccountRecord,
  { message, conversation, status, error }: Told,
): NewEvent {
  const isAgent = isWithAgent(account.doc.platform, conversation.doc['threadControl']);
  const origin = {
    ...(isAgent ? { source: 'meta_business_agent' } : {}),
    sentVia: message.doc['$isNative'] === true || isAgent ? null : sentViaOf(message),
    ...producersOf(message),
  };
  const price = hasPricing(account.doc.platform)
    ? { pricing: given['pricing'] ?? null, billingConversation: given['billingConversation'] ?? null }
    : {};
  return eventOf(FATES[status], account, {
    message: { ...messageBlock(message), ...(status === 'sent' ? origin : {}) },
    ...(status === 'sent' ? {} : { statusAt: instantOf(now), error: error ?? null }),
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...price,
  });
}

/** Source: EVT-64, EVT-65, EVT-84 */
async function editMessage(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const found = await foundIn(scene, account);
  if (found === undefined) return unknownMessage;
  const message = reworded(found.message, String(scene.given['text']), scene.now);
  const { editHistory, editCount, editedAt } = message.doc;
  const payload = {
    message: messageBlock(message),
    editHistory,
    editCount,
    editedAt,
    conversation: conversationBlock(found.conversation),
    account: inboxAccount(account),
  };
  const fires = firesOn('message.edited', account.doc.platform);
  return { records: [message], events: fires ? [eventOf('message.edited', account, payload)] : [] };
}

/** Source: EVT-66, EVT-67, EVT-85 */
async function deleteMessage(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const found = await foundIn(scene, account);
  if (found === undefined) return unknownMessage;
  const at = instantOf(scene.now);
  const block = messageBlock(found.message);
  const direction = textOf(scene.given['direction']) ?? String(block['direction']);
  const changes = { isDeleted: true, deletedAt: at, deliveryStatus: 'deleted' };
  const payload = {
    message: { ...block, direction },
    deletedAt: at,
    conversation: conversationBlock(found.conversation),
    account: inboxAccount(account),
  };
  const fires = firesForMessage('message.deleted', account.doc.platform, direction);
  return {
    records: [{ ...found.message, doc: { ...found.message.doc, ...changes } }],
    events: fires ? [eventOf('message.deleted', account, payload)] : [],
  };
}

const DIRECTION = oneOf('incoming', 'outgoing');

export const messages: Readonly<Record<string, Inbound>> = {
  message: {
    fields: {
      accountId: WORD,
      participant: PARTICIPANT,
      text: TEXT,
      attachments: { type: 'array', items: MAP },
      metadata: MAP,
    },
    required: ['accountId', 'participant'],
    cause: receiveMessage,
  },
  message_status: {
    fields: {
      accountId: WORD,
      messageId: WORD,
      platformMessageId: WORD,
      status: oneOf(...Object.keys(FATES)),
      error: MAP,
      pricing: MAP,
      billingConversation: MAP,
      participant: PARTICIPANT,
      text: TEXT,
    },
    required: ['accountId', 'status'],
    cause: fate,
  },
  message_edit: {
    fields: { accountId: WORD, messageId: WORD, text: TEXT },
    required: ['accountId', 'messageId', 'text'],
    cause: editMessage,
  },
  message_delete: {
    fields: { accountId: WORD, messageId: WORD, direction: DIRECTION },
    required: ['accountId', 'messageId'],
    cause: deleteMessage,
  },
};
