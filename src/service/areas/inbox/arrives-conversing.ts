/** What happens in conversations beside messages: reactions, referrals, and who answers. Listed in control/inbound-answer.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { firesOn } from '../../../webhooks/catalogue.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { StoredRecord } from '../../store/store.ts';
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
  conversationDetail,
  conversationsOf,
  conversationWith,
  participantOf,
  startedEvents,
} from './conversation.ts';
import { messageOf } from './arrives-messages.ts';

/** Source: EVT-70 to EVT-74, EVT-90 */
async function reaction(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  const message = await messageOf(scene, account);
  const conversation = await conversationAround(scene, account, message);
  const isAdded = given['action'] === 'added';
  const sender = participantOf({ id: conversation.doc['participantId'] }, account.doc.platform);
  const payload = {
    reaction: {
      emoji: isAdded ? String(given['emoji'] ?? '') : '',
      action: given['action'],
      ...(message === undefined ? {} : { messageId: message.id }),
      platformMessageId: given['platformMessageId'],
      sender: { ...sender, name: String(conversation.doc['participantName'] ?? sender.name) },
      reactedAt: instantOf(scene.now),
    },
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
  };
  const fires = firesOn('reaction.received', account.doc.platform);
  return { records: [conversation], events: fires ? [eventOf('reaction.received', account, payload)] : [] };
}

/** The message's conversation; for an unknown message the account's latest one, or one nobody was told of yet. */
async function conversationAround(
  scene: Scene,
  account: AccountRecord,
  message: StoredRecord | undefined,
): Promise<StoredRecord> {
  const own = message && (await scene.read.get(CONVERSATION, String(message.doc['conversationId'])));
  if (own !== undefined) return own;
  const latest = (await conversationsOf(scene, account)).at(-1);
  return latest ?? (await conversationWith(scene, account, participantOf({}, account.doc.platform))).record;
}

/** Source: EVT-75, EVT-91 */
async function referral(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const person = participantOf(scene.given['participant'], account.doc.platform);
  const conversing = await conversationWith(scene, account, person);
  const { record } = conversing;
  const payload = {
    referral: scene.given['referral'],
    sender: { id: person.id },
    conversation: conversationBlock(record),
    account: inboxAccount(account),
  };
  const fires = firesOn('referral.received', account.doc.platform);
  return {
    records: [record],
    events: [
      ...startedEvents(conversing, account, scene.now),
      ...(fires ? [eventOf('referral.received', account, payload)] : []),
    ],
    made: { conversationId: record.id },
  };
}

/** App of the platform's own that answers when neither we nor an agent do. */
const OTHER_APP = '263902037430900';

/** Source: EVT-63, EVT-89 */
async function control(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const known = await scene.read.get(CONVERSATION, String(given['conversationId']));
  if (known?.doc['accountId'] !== account.id)
    return refuse('not_found', { param: 'conversationId', message: 'The account has no such conversation.' });
  const owner = String(given['owner']);
  const previousOwner = known.doc['threadControl'] ?? null;
  if (owner === previousOwner) return {};
  const record = { ...known, doc: { ...known.doc, threadControl: owner } };
  const payload = {
    conversation: conversationDetail(record),
    account: inboxAccount(account),
    control: {
      owner,
      previousOwner,
      ownerAppId: owner === 'other' ? OTHER_APP : null,
      metadata: metadataText(given['metadata']),
    },
    changedAt: instantOf(now),
  };
  const fires = firesOn('conversation.control_changed', account.doc.platform);
  return { records: [record], events: fires ? [eventOf('conversation.control_changed', account, payload)] : [] };
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
