/** What happens in conversations beside messages: reactions, referrals, and who answers. Listed in arrives.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
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
import { messageOf } from './arrives-messages.ts';
import { ownedBy, ownerOf } from './control.ts';
import { movedEvents, reactionEvents, referralEvents } from './events.ts';
import { conversationWith, participantOf, startedEvents } from './offers.ts';
import {
  CONVERSATION,
  conversationsOf,
  reactedTo,
  type ConversationDoc,
  type ConversationRecord,
  type MessageRecord,
} from './record.ts';

async function reaction(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  const message = await messageOf(scene, account);
  const conversation = await conversationAround(scene, account, message);
  const isAdded = given['action'] === 'added';
  const emoji = isAdded ? String(given['emoji'] ?? '') : '';
  const { participantId, participantName } = conversation.doc;
  const sender = participantOf({ id: participantId }, account.doc.platform);
  const reaction = {
    emoji,
    action: given['action'],
    ...(message === undefined ? {} : { messageId: message.id }),
    platformMessageId: given['platformMessageId'],
    sender: { ...sender, name: participantName ?? sender.name },
    reactedAt: instantOf(scene.now),
  };
  const after =
    message && reactedTo(message, isAdded ? { emoji, fromMe: false, reactedAt: reaction.reactedAt } : undefined);
  const records = after === undefined ? [conversation] : [conversation, after];
  const events = reactionEvents(account, conversation, reaction);
  const reacted = after && isAdded ? [{ name: 'messageReacted', message: after, emoji, at: scene.now } as const] : [];
  return { records, events, domainEvents: reacted };
}

/** The message's conversation; for an unknown message the account's latest one, or one that no event has begun. */
async function conversationAround(
  scene: Scene,
  account: AccountRecord,
  message: MessageRecord | undefined,
): Promise<ConversationRecord> {
  const own = message && (await scene.read.get(CONVERSATION, message.parentId ?? ''));
  if (own !== undefined) return own;
  const latest = (await conversationsOf(scene.read, account)).at(-1);
  return latest ?? (await conversationWith(scene, account, participantOf({}, account.doc.platform))).record;
}

async function referral(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const person = participantOf(scene.given['participant'], account.doc.platform);
  const conversing = await conversationWith(scene, account, person);
  const { record } = conversing;
  const { referral } = scene.given;
  return {
    records: [record],
    events: [
      ...startedEvents(conversing, account, scene.now),
      ...referralEvents(account, record, { referral, senderId: person.id }),
    ],
    made: { conversationId: record.id },
  };
}

/** App of the platform's own that answers when neither we nor an agent do. */
const OTHER_APP = '263902037430900';

async function control(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const before = await scene.read.get(CONVERSATION, String(given['conversationId']));
  if (before?.doc.accountId !== account.id)
    return refuse('not_found', { param: 'conversationId', message: 'The account has no such conversation.' });
  const owner = given['owner'] as NonNullable<ConversationDoc['threadControl']>;
  if (owner === ownerOf(before)) return {};
  const ownerAppId = owner === 'other' ? OTHER_APP : null;
  const after = ownedBy(before, owner, ownerAppId);
  const metadata = metadataText(given['metadata']);
  return { records: [after], events: movedEvents(account, { before, after, ownerAppId, metadata, now }) };
}

const metadataText = (metadata: unknown): string =>
  typeof metadata === 'string' ? metadata : metadata === undefined ? '' : JSON.stringify(metadata as Fields);

export const conversing: Readonly<Record<string, Inbound>> = {
  reaction: {
    fields: { accountId: WORD, platformMessageId: WORD, action: oneOf('added', 'removed'), emoji: TEXT },
    required: ['accountId', 'platformMessageId', 'action'],
    cause: reaction,
  },
  referral: {
    fields: { accountId: WORD, participant: PARTICIPANT, referral: MAP },
    required: ['accountId', 'participant', 'referral'],
    cause: referral,
  },
  control: {
    fields: { accountId: WORD, conversationId: WORD, owner: oneOf('app', 'ai_agent', 'other'), metadata: {} },
    required: ['accountId', 'conversationId', 'owner'],
    cause: control,
  },
};
