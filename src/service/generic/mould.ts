/** What becomes of records whose operations mean more than the names of their fields tell. Called by create.ts and change.ts before they are kept. */
import { handoverOf } from '../../platforms/inbox.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../records/account.ts';
import { accountFrom } from '../areas/posts/account.ts';
import type { StoredRecord } from '../store/store.ts';
import { digitsOf } from './chance.ts';
import { isFields, isList, type Fields } from '../engine/form.ts';
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

/** A call that we make. */
const dialled: Mould = ({ call, made }, { doc }) => ({
  direction: 'outbound',
  channel: call.card.id === 'initiateWhatsAppCall' ? 'whatsapp' : 'pstn',
  from: call.body['fromNumber'] ?? doc['from'],
  startedAt: iso(made.now),
  durationSeconds: 0,
  endReason: undefined,
});

const hungUp: Mould = ({ made }, { createdAt }) => ({
  endReason: 'hangup',
  endedAt: iso(made.now),
  durationSeconds: Math.round((made.now - createdAt) / 1_000),
});

/** Steps at which a run waits, and for what. */
const WAITS: Readonly<Record<string, string>> = { wait_for_reply: 'reply', delay: 'timer' };

/** A run goes on at once until it waits, fails to send, or has come to its end. Source: AUT-06 */
const run: Mould = async ({ desk, made }, { parentId }) => {
  const workflow = await desk.store.read.get('workflow', parentId ?? '');
  const nodes = isList(workflow?.doc['nodes']) ? workflow.doc['nodes'].filter(isFields) : [];
  const at = nodes.findIndex(({ type }) => Object.hasOwn(WAITS, String(type)));
  const done = at < 0 ? nodes : nodes.slice(0, at);
  const ran = { stepCount: done.length, currentNodeId: nodes.at(Math.max(0, at))?.['id'] ?? null };
  const failure = done.some(({ type }) => type === 'send_message')
    ? await unsent(desk, workflow?.doc['accountId'])
    : undefined;
  if (failure !== undefined) return { ...ran, status: 'failed', waitingFor: null, lastError: failure };
  const node = nodes[at];
  if (node === undefined) return { ...ran, status: 'completed', waitingFor: null, completedAt: iso(made.now) };
  return { ...ran, status: 'waiting', waitingFor: { kind: WAITS[String(node['type'])], nodeId: node['id'] } };
};

/** Why the account cannot send; undefined when it can. */
async function unsent({ store, networks }: Staged['desk'], accountId: unknown): Promise<string | undefined> {
  const account = (await store.read.get(ACCOUNT_KIND, String(accountId))) as AccountRecord | undefined;
  if (account === undefined) return 'The account of the workflow is not there.';
  if (!account.doc.isActive) return 'The account of the workflow is disconnected.';
  const answer = await networks.driver(account.doc.platform).ask(accountFrom(account), 'send');
  if (answer.outcome === 'ok') return undefined;
  return 'message' in answer ? answer.message : 'The platform did not answer.';
}

/** By kind, and event or what is done. */
const MOULDS: Readonly<Record<string, Mould>> = {
  'message create': message,
  'conversation create': conversation,
  'conversation control': control,
  'review reply': reply,
  'review delete_reply': withoutReply,
  'call create': dialled,
  'call end': hungUp,
  'workflow_run create': run,
};
