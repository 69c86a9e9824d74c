/** What becomes of records whose operations mean more than the names of their fields tell. Called by create.ts and change.ts before they are kept. */
import { handoverOf } from '../../platforms/inbox.ts';
import type { StoredRecord } from '../store/store.ts';
import { digitsOf } from '../networks/chance.ts';
import type { Fields } from '../engine/form.ts';
import type { Staged } from './scene.ts';
import { iso } from './senses.ts';

type Mould = (staged: Staged, record: StoredRecord) => Fields | Promise<Fields>;

/** The record as the operation leaves it. */
export async function moulded(staged: Staged, record: StoredRecord): Promise<StoredRecord> {
  const mould = MOULDS[`${record.kind} ${staged.resource.event ?? staged.resource.does}`];
  return mould === undefined ? record : { ...record, doc: { ...record.doc, ...(await mould(staged, record)) } };
}

/** What we send goes out, and is on its way when the call is answered. Source: EVT-54 */
const message: Mould = ({ around: { account }, made, call }) => ({
  direction: 'outgoing',
  sentAt: iso(made.now),
  deliveryStatus: 'sent',
  sentVia: 'api',
  ...(account !== undefined && { senderId: account.id, senderName: account.doc['displayName'] }),
  message: call.body['message'] ?? '',
  attachments: attachedIn(call.body),
});

const attachedIn = ({ attachmentUrl: url, attachmentType = 'file' }: Fields): readonly Fields[] =>
  typeof url === 'string' ? [{ type: attachmentType, url }] : [];

/** A conversation that we begin has one message, ours. */
const conversation: Mould = ({ made, call }) => ({
  lastMessage: call.body['message'] ?? call.body['templateName'] ?? '',
  lastMessageAt: iso(made.now),
  unreadCount: 0,
});

/** Who answers after the act. Source: specification, "Conversation control" */
const control: Mould = ({ call, around: { account } }) => {
  const { action, target } = call.body;
  const isToAgent =
    target === 'ai_agent' || (action === 'release' && handoverOf(String(account?.doc['platform'])) === 'agent');
  const owner = action === 'take' || action === 'request' ? 'app' : isToAgent ? 'ai_agent' : 'other';
  return { threadControl: owner, control: { owner } };
};

const reply: Mould = ({ call, made }, record) => {
  const id = digitsOf(`${record.id} reply`, 15);
  const { message: text } = call.body;
  return {
    hasReply: true,
    reply: { id, text, created: iso(made.now) },
    reviewReply: { comment: text, updateTime: iso(made.now) },
  };
};

const withoutReply: Mould = () => ({ hasReply: false, reply: null, reviewReply: null });

/** By kind, and event or what is done. */
const MOULDS: Readonly<Record<string, Mould>> = {
  'message create': message,
  'conversation create': conversation,
  'conversation control': control,
  'review reply': reply,
  'review delete_reply': withoutReply,
};
