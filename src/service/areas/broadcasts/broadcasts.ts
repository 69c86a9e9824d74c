/** Broadcasts go out: to every recipient who waits, at once or at their time, each message told as it goes. Recipients are in recipients.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import type { Fields } from '../../control/inbound-cause.ts';
import { participantOf } from '../../control/inbound-conversation.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import type { DueRow, StoredRecord, Tx } from '../../store/store.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord } from '../../records/account.ts';
import { generic } from '../../generic/checked.ts';
import { FAILURE, fated } from '../inbox/fates.ts';
import { kept, sceneIn, sendOut, type Outgoing } from '../inbox/outgoing.ts';
import {
  addBroadcastRecipients,
  BROADCAST_KIND,
  broadcastFor,
  laid,
  listBroadcastRecipients,
  noBroadcast,
  RECIPIENT_KIND,
} from './recipients.ts';

/** Kind of the work that sends a broadcast at its time; `ref` is the broadcast. */
const SEND = 'broadcast_send';

/** Broadcasts that have gone out, or will not. */
const OVER = ['sending', 'completed', 'cancelled', 'failed'];

const isOver = ({ doc }: StoredRecord): boolean => OVER.includes(String(doc['status'])) && doc[SENT] === true;

/** Key that says that a broadcast was sent or cancelled here. */
const SENT = '$over';

const over = ({ doc }: StoredRecord): Reply =>
  refuse('invalid_resource_state', {
    status: 400,
    message: `The broadcast is ${String(doc['status'])} and cannot be sent.`,
  });

const sendBroadcast: Handler = async (call, desk) => {
  await laid(call, desk);
  const broadcast = await broadcastFor(desk.store.read, call);
  if (broadcast === undefined) return noBroadcast;
  if (isOver(broadcast)) return over(broadcast);
  return ok({ success: true, ...(await sendAll(desk, broadcast)) });
};

interface Outcome {
  readonly status: string;
  readonly sent: number;
  readonly failed: number;
  readonly recipientCount: number;
}

type Refused = Exclude<NetworkAnswer<true>, { outcome: 'ok' }>;

/** What the platform says to each message before it takes it. */
async function answersOf(desk: Desk, account: AccountRecord | undefined, count: number) {
  const answers: NetworkAnswer<true>[] = [];
  for (let at = 0; account !== undefined && at < count; at += 1)
    answers.push(await desk.networks.driver(account.doc.platform).ask(networkAccount(account), 'send'));
  return answers;
}

const waitingFor = (read: Pick<Tx, 'list'>, { id }: StoredRecord): Promise<StoredRecord[]> =>
  read
    .list(RECIPIENT_KIND, { parentId: id })
    .then((all) => all.filter(({ doc }) => (doc['status'] ?? 'pending') === 'pending'));

/** Sends to everybody who waits, in one transaction: killed before it, nothing has gone out, and after it everything. */
async function sendAll(desk: Desk, { id }: StoredRecord): Promise<Outcome> {
  const { read } = desk.store;
  const found = await read.get(BROADCAST_KIND, id);
  const account = await read.get(ACCOUNT_KIND, String(found?.doc['accountId']));
  const waiting = found === undefined ? [] : await waitingFor(read, found);
  const answers = await answersOf(desk, account as AccountRecord | undefined, waiting.length);
  const outcome = await desk.store.transact(async (tx): Promise<Outcome> => {
    const broadcast = await tx.get(BROADCAST_KIND, id);
    if (broadcast === undefined || isOver(broadcast) || account === undefined)
      return { status: 'failed', sent: 0, failed: 0, recipientCount: 0 };
    const recipients = await waitingFor(tx, broadcast);
    let failed = 0;
    for (const [at, recipient] of recipients.entries()) {
      const answer = answers[at];
      const refused = answer === undefined || answer.outcome === 'ok' ? undefined : answer;
      await sendTo(tx, desk, { account: account as AccountRecord, broadcast, recipient, refused });
      if (refused !== undefined) failed += 1;
    }
    const status = recipients.length > 0 && failed === recipients.length ? 'failed' : 'completed';
    const at = new Date(desk.clock.now()).toISOString();
    const changes = { status, startedAt: at, completedAt: at, updatedAt: at, [SENT]: true };
    await tx.put({ ...broadcast, doc: { ...broadcast.doc, ...changes } });
    await tx.cancel(SEND, id);
    return { status, sent: recipients.length - failed, failed, recipientCount: recipients.length };
  });
  desk.wake();
  return outcome;
}

interface One {
  readonly account: AccountRecord;
  readonly broadcast: StoredRecord;
  readonly recipient: StoredRecord;
  readonly refused: Refused | undefined;
}

/** A message to one recipient; what the platform does not take has failed at once. */
async function sendTo(tx: Tx, desk: Desk, { account, broadcast, recipient, refused }: One): Promise<void> {
  const { message } = broadcast.doc as { readonly message?: Fields };
  const outgoing: Outgoing = {
    account,
    person: personOf(account, recipient),
    text: typeof message?.['text'] === 'string' ? message['text'] : null,
    attachments: Array.isArray(message?.['attachments']) ? (message['attachments'] as unknown[]) : [],
    more: {
      broadcastId: broadcast.id,
      $recipientId: recipient.id,
      ...(refused === undefined ? {} : { [FAILURE]: { code: 131000, title: 'Not sent', message: reasonOf(refused) } }),
    },
  };
  const scene = sceneIn(tx, desk, broadcast.teamId);
  const sent = await (refused === undefined ? sendOut : kept)(tx, scene, outgoing);
  const sentAt = new Date(scene.now).toISOString();
  const doc = { ...recipient.doc, messageId: sent.message.id, ...(refused ? {} : { status: 'sent', sentAt }) };
  await tx.put({ ...recipient, doc });
  if (refused !== undefined) await fated(tx, desk, sent.message, 'failed');
}

const reasonOf = (refused: Refused): string =>
  'message' in refused ? refused.message : 'The platform did not answer.';

function personOf(account: AccountRecord, { doc }: StoredRecord) {
  const id = String(doc['platformIdentifier']);
  const name = typeof doc['contactName'] === 'string' ? { name: doc['contactName'] } : {};
  return participantOf(
    { id: traitsOf(account.doc.platform).inbox?.peopleBy === 'digits' ? id.replace(/^\+/, '') : id, ...name },
    account.doc.platform,
  );
}

const scheduleBroadcast: Handler = async (call, desk) => {
  await laid(call, desk);
  const broadcast = await broadcastFor(desk.store.read, call);
  if (broadcast === undefined) return noBroadcast;
  if (isOver(broadcast)) return over(broadcast);
  const dueAt = Date.parse(String(call.body['scheduledAt']));
  if (Number.isNaN(dueAt) || dueAt <= desk.clock.now())
    return refuse('invalid_field_value', { param: 'scheduledAt', message: 'The time lies in the past.' });
  const reply = await generic(call, desk);
  if (reply.status < 300) await desk.store.transact((tx) => tx.schedule({ dueAt, kind: SEND, ref: broadcast.id }));
  return reply;
};

const cancelBroadcast: Handler = async (call, desk) => {
  await laid(call, desk);
  const broadcast = await broadcastFor(desk.store.read, call);
  if (broadcast === undefined) return noBroadcast;
  const reply = await generic(call, desk);
  if (reply.status >= 300) return reply;
  await desk.store.transact(async (tx) => {
    const after = await tx.get(BROADCAST_KIND, broadcast.id);
    if (after !== undefined) await tx.put({ ...after, doc: { ...after.doc, [SENT]: true } });
    await tx.cancel(SEND, broadcast.id);
  });
  return reply;
};

/** The time of a scheduled broadcast has come. */
async function sendDue({ ref }: DueRow, desk: Desk): Promise<void> {
  const broadcast = await desk.store.read.get(BROADCAST_KIND, ref);
  if (broadcast?.doc['status'] === 'scheduled') await sendAll(desk, broadcast);
}

export const handlers: Record<string, Handler> = {
  addBroadcastRecipients,
  listBroadcastRecipients,
  sendBroadcast,
  scheduleBroadcast,
  cancelBroadcast,
};

export const work = { [SEND]: sendDue };
