/** What sending, answering and handing over in the inbox is told as. Listed in events.ts. */
import { hasPricing, isWithAgent } from '../../platforms/inbox.ts';
import { firesOn } from '../../webhooks/catalogue.ts';
import type { AccountRecord } from '../records/account.ts';
import { arrivalOf, sceneIn, sendMessage } from '../areas/inbox/outgoing.ts';
import { eventOf, inboxAccount, textOf } from '../causes/cause.ts';
import {
  CONVERSATION,
  conversationBlock,
  conversationDetail,
  messageBlock,
  newMessage,
  participantOf,
  PRODUCERS,
  startedEvents,
  withMessage,
  type Participant,
} from '../areas/inbox/conversation.ts';
import type { NewEvent, StoredRecord } from '../store/store.ts';
import { plainId } from './around.ts';
import { write } from '../change.ts';
import { isFields } from '../engine/form.ts';
import { iso } from './senses.ts';
import { accountOf, type Teller, type Telling } from './telling.ts';

/** A message goes out; that takes the conversation back from an agent of the platform. Source: EVT-54, EVT-55, EVT-58 */
const message: Teller = async (telling) => {
  const { tx, before, after, record } = telling;
  const account = await accountOf(telling);
  const parent = await tx.get(CONVERSATION, record.parentId ?? '');
  if (before !== undefined || after === undefined || account === undefined || parent === undefined) return [];
  const isTaken = isWithAgent(account.doc.platform, parent.doc['threadControl']);
  const conversation = withMessage(
    isTaken ? { ...parent, doc: { ...parent.doc, threadControl: 'app' } } : parent,
    record,
  );
  await tx.put(conversation);
  const sentRecord = { ...record, doc: { ...record.doc, platform: account.doc.platform } };
  await write(tx, { due: arrivalOf(sentRecord, telling.staged.made.now) });
  const taken = isTaken ? moved(telling, account, { conversation, previousOwner: 'ai_agent' }) : [];
  return [...taken, sent(account, conversation, record)];
};

function sent(account: AccountRecord, conversation: StoredRecord, record: StoredRecord): NewEvent {
  const price = hasPricing(account.doc.platform) ? { pricing: null, billingConversation: null } : {};
  return eventOf('message.sent', account, {
    message: { ...messageBlock(record), platform: account.doc.platform, sentVia: 'api', ...PRODUCERS },
    conversation: conversationBlock(conversation),
    account: inboxAccount(account),
    ...price,
  });
}

/** Begun by us with a message, or handed over. Source: EVT-61, EVT-63, EVT-89 */
const conversation: Teller = async (telling) => {
  const { before, after } = telling;
  const account = await accountOf(telling);
  if (after === undefined || account === undefined) return [];
  if (before === undefined) return begun(telling, account, after);
  const previousOwner = textOf(before.doc['threadControl']) ?? null;
  return moved(telling, account, { conversation: after, previousOwner });
};

async function begun({ tx, staged }: Telling, account: AccountRecord, record: StoredRecord) {
  const { call, made, desk } = staged;
  const id = String(record.doc['messageId'] ?? desk.ids.record());
  const scene = {
    read: desk.store.read,
    ids: { ...desk.ids, record: () => id },
    now: made.now,
    teamId: record.teamId,
    given: {},
  };
  const text = textOf(call.body['message']) ?? null;
  const sender = { id: account.id, name: account.doc.displayName };
  const first = newMessage(scene, account, record, { text, attachments: [], direction: 'outgoing', sender });
  await tx.put(first);
  await write(tx, { due: arrivalOf(first, made.now) });
  return [...startedEvents({ record, isNew: true }, account, made.now), sent(account, record, first)];
}

/** Somebody else answers from now on. */
function moved(
  { staged }: Telling,
  account: AccountRecord,
  { conversation: record, previousOwner }: { conversation: StoredRecord; previousOwner: string | null },
): readonly NewEvent[] {
  const owner = record.doc['threadControl'];
  if (owner === previousOwner || !firesOn('conversation.control_changed', account.doc.platform)) return [];
  const payload = {
    conversation: conversationDetail(record),
    account: inboxAccount(account),
    control: { owner, previousOwner, ownerAppId: null, metadata: textOf(staged.call.body['metadata']) ?? '' },
    changedAt: iso(staged.made.now),
  };
  return [eventOf('conversation.control_changed', account, payload)];
}

/** Sends what an operation beside the conversations says to somebody. */
async function wrote(
  { tx, staged, record }: Telling,
  account: AccountRecord,
  { person, text }: { readonly person: Participant; readonly text: unknown },
): Promise<readonly NewEvent[]> {
  const scene = sceneIn(tx, staged.desk, record.teamId);
  const { started, changes } = await sendMessage(scene, { account, person, text: textOf(text) ?? null });
  await write(tx, changes);
  return started;
}

/** A private answer to a comment. */
const comment: Teller = async (telling) => {
  const { staged, record } = telling;
  const account = await accountOf(telling);
  if (staged.resource.event !== 'private_reply' || account === undefined) return [];
  const { doc } = record;
  const author = isFields(doc['author']) ? doc['author'] : isFields(doc['from']) ? doc['from'] : {};
  const name = textOf(author['name']) ?? textOf(author['username']);
  const person = { id: textOf(author['id']) ?? plainId(record), ...(name === undefined ? {} : { name }) };
  const { message: text } = staged.call.body;
  return wrote(telling, account, { person: participantOf(person, account.doc.platform), text });
};

export const inbox: Readonly<Record<string, Teller>> = {
  message,
  conversation,
  comment,
};
