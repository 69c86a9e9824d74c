/** Messages from networks: new ones, their delivery status, edits and deletions. Listed in arrives.ts. */
import { type Fields, isList, isFields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { ownMessageId } from '../../../platforms/inbox.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { AccountRecord } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { activatedBy, findBlocked } from '../whatsapp/offers.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import {
  accountOf,
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
import { deletedEvents, editedEvents, STATUS_EVENTS, type Conversed, type DeliveryStatus } from './events.ts';
import { canBecome, statusChanges } from './delivery-status.ts';
import { conversationWith, participantOf, receivedFrom } from './offers.ts';
import {
  CONVERSATION,
  MESSAGE,
  newMessage,
  isMessage,
  reworded,
  type ConversationRecord,
  type MessageDoc,
  type MessageRecord,
  type Participant,
} from './record.ts';
import { numberAccount } from '../phone-numbers/offers.ts';

async function receiveMessage(scene: Scene): Promise<Caused | Reply> {
  const { given } = scene;
  if (given['accountId'] === SANDBOX) return toSandbox(scene, participantOf(given['participant'], 'whatsapp'));
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  // Nobody reads messages there. Source: PLT-10
  const { platform } = account.doc;
  if (traitsOf(platform).inbox?.unread === true) return {};
  if (messageRulesOf(platform) === undefined)
    return refuse('platform_not_supported', {
      param: 'accountId',
      message: `${platformLabel(platform)} has no direct messages.`,
    });
  const sender = participantOf(given['participant'], platform);
  if ((await findBlocked(scene.read, account, sender.id)) !== undefined) return BLOCKED_PERSON;
  const into = await groupNamed(scene, account, sender);
  if (into !== undefined && 'status' in into) return into;
  const attachments = isList(given['attachments']) ? given['attachments'].filter(isFields) : [];
  const text = textOf(given['text']) ?? null;
  const metadata = given['metadata'] as Fields | undefined;
  const received = { text, attachments, direction: 'incoming', sender, ...(metadata && { metadata }) } as const;
  return receivedFrom(scene, account, { ...received, ...(into && { into }) });
}

/** The group that somebody writes in; undefined where the body names none. */
async function groupNamed(
  { read, given }: Scene,
  account: AccountRecord,
  sender: Participant,
): Promise<ConversationRecord | Reply | undefined> {
  const { conversationId } = given;
  if (conversationId === undefined) return undefined;
  const group = await read.get(CONVERSATION, String(conversationId));
  if (group?.doc.accountId !== account.id || group.doc.isGroup !== true)
    return refuse('not_found', { param: 'conversationId', message: 'The account has no such group.' });
  return group.doc.participants.some(({ id }) => id === sender.id)
    ? group
    : refuse('invalid_resource_state', { param: 'participant', message: 'This person is not in the group.' });
}

const BLOCKED_PERSON = refuse('invalid_resource_state', { message: 'The account has blocked this person.' });

/** The word that names the shared test number in place of an account. */
const SANDBOX = 'sandbox';

/** A phone writes to the shared test number. Source: ACC-35 */
async function toSandbox({ read, teamId, now }: Scene, { id, phoneNumber }: Participant): Promise<Caused | Reply> {
  const sessions = await activatedBy(read, { teamId, phone: phoneNumber ?? id, now });
  const [session] = sessions;
  return session === undefined
    ? refuse('not_found', { param: 'participant', message: 'There is no pending session for this phone.' })
    : { records: sessions, made: { sessionId: session.id } };
}

/** The message that the body names, of the account. */
export async function messageOf(
  { read, teamId, given }: Scene,
  account: AccountRecord,
): Promise<MessageRecord | undefined> {
  const { messageId, platformMessageId } = given;
  const id = String(messageId ?? platformMessageId);
  const own = (await read.get(MESSAGE, id)) ?? (await read.get(MESSAGE, ownMessageId(account.doc.platform, id)));
  const [found] =
    own !== undefined && isMessage(own, id)
      ? [own]
      : await read.list(MESSAGE, { teamId, where: { accountId: account.id, platformMessageId: id }, limit: 1 });
  return found?.doc.accountId === account.id ? found : undefined;
}

const unknownMessage = refuse('not_found', { param: 'messageId', message: 'The account has no such message.' });

/** The message that the body names, and its conversation. */
async function foundIn(scene: Scene, account: AccountRecord): Promise<Conversed | undefined> {
  const message = await messageOf(scene, account);
  const conversation = message && (await scene.read.get(CONVERSATION, message.parentId ?? ''));
  return message === undefined || conversation === undefined ? undefined : { message, conversation };
}

async function deliveryStatus(scene: Scene): Promise<Caused | Reply> {
  const account = await senderOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const status = given['status'] as DeliveryStatus;
  const found = (await foundIn(scene, account)) ?? (await writtenThere(scene, account, status));
  if (found === undefined) return unknownMessage;
  if (!canBecome(found.message, status)) return stateRefusal(found.message, status);
  const { message, changes } = statusChanges(account, { ...found, status, error: errorOf(scene, status), now, given });
  return { ...changes, made: { messageId: message.id, conversationId: found.conversation.id } };
}

/** A status that does not follow from the one that the message has. Source: control surface, "Reviewers and carriers" */
const stateRefusal = ({ doc: { direction, deliveryStatus } }: MessageRecord, status: string): Reply =>
  refuse('invalid_resource_state', {
    message:
      direction === 'incoming'
        ? 'This is an incoming message; only outgoing messages have a delivery status.'
        : `A message with the status ${deliveryStatus ?? 'sent'} cannot become ${status}.`,
  });

/** An account, or a number that sends texts. */
async function senderOf(scene: Scene): Promise<AccountRecord | Reply> {
  const number = await scene.read.get(NUMBER_KIND, String(scene.given['accountId']));
  return number === undefined ? accountOf(scene) : numberAccount(number, 'sms');
}

/** A message that somebody wrote on the platform itself: known from its echo only. */
async function writtenThere(
  scene: Scene,
  account: AccountRecord,
  status: DeliveryStatus,
): Promise<Conversed | undefined> {
  const platformMessageId = textOf(scene.given['platformMessageId']);
  if (status !== 'sent' || platformMessageId === undefined) return undefined;
  const person = participantOf(scene.given['participant'], account.doc.platform);
  const { record: conversation } = await conversationWith(scene, account, person);
  const sender = { id: account.id, name: account.doc.displayName };
  const text = textOf(scene.given['text']) ?? null;
  const message = newMessage(scene, account, conversation, { text, attachments: [], direction: 'outgoing', sender });
  return { conversation, message: withFields(message, { platformMessageId, isNative: true, sentVia: null }) };
}

const UNDELIVERABLE = {
  code: 131026,
  title: 'Message undeliverable',
  message: 'This number cannot receive messages.',
};

const errorOf = ({ given }: Scene, status: DeliveryStatus): MessageDoc['deliveryError'] =>
  status === 'failed' ? { ...UNDELIVERABLE, ...(given['error'] as Fields | undefined) } : undefined;

async function editMessage(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const found = await foundIn(scene, account);
  if (found === undefined) return unknownMessage;
  if (found.message.doc.isDeleted === true) return unknownMessage;
  const message = reworded(found.message, String(scene.given['text']), scene.now);
  return { records: [message], events: editedEvents(account, { ...found, message }) };
}

async function deleteMessage(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const found = await foundIn(scene, account);
  if (found === undefined) return unknownMessage;
  const at = instantOf(scene.now);
  return {
    records: [withFields(found.message, { isDeleted: true, deletedAt: at, deliveryStatus: 'deleted' })],
    events: deletedEvents(account, found, { direction: textOf(scene.given['direction']), at }),
  };
}

const DIRECTION = oneOf('incoming', 'outgoing');

export const messages: Readonly<Record<string, Inbound>> = {
  message: {
    fields: {
      accountId: WORD,
      participant: PARTICIPANT,
      conversationId: WORD,
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
      status: oneOf(...Object.keys(STATUS_EVENTS)),
      error: MAP,
      pricing: MAP,
      billingConversation: MAP,
      participant: PARTICIPANT,
      text: TEXT,
    },
    required: ['accountId', 'status'],
    cause: deliveryStatus,
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
