/** Broadcasts are sent to every pending recipient, at once or at their time; each message emits its own events. Recipients are in recipients.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, commitSteps, type Steps, type View } from '../../change.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow } from '../../store/store.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord } from '../../records/account.ts';
import { participantOf, refusedMessage, sceneIn, sendMessage, type Outgoing } from '../inbox/offers.ts';
import {
  addBroadcastRecipients,
  broadcastFor,
  broadcastLock,
  listBroadcastRecipients,
  noBroadcast,
} from './recipients.ts';
import { BROADCAST_KIND, isOver, RECIPIENT_KIND, type BroadcastRecord, type RecipientRecord } from './record.ts';

/** Kind of the work that sends a broadcast at its time; `ref` is the broadcast. */
export const SEND = 'broadcast_send';

const over = ({ doc }: BroadcastRecord): Reply =>
  refuse('invalid_resource_state', {
    status: 400,
    message: `The broadcast is ${doc.status} and cannot be sent.`,
  });

const sendBroadcast: Handler = async (call, desk) => {
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

/** What the platform says to each message before it takes it, by recipient. */
type Answers = Map<string, NetworkAnswer<true>>;

async function askFor(desk: Desk, account: AccountRecord, waiting: readonly RecipientRecord[], answers: Answers) {
  const asked = networkAccount(account);
  const driver = desk.networks.driver(asked.platform);
  for (const { id } of waiting) if (!answers.has(id)) answers.set(id, await driver.ask(asked, 'send'));
}

const waitingFor = (read: Pick<View, 'list'>, { id }: BroadcastRecord): Promise<RecipientRecord[]> =>
  read.list(RECIPIENT_KIND, { parentId: id }).then((all) => all.filter(({ doc }) => doc.status === 'pending'));

const NOBODY: Outcome = { status: 'failed', sent: 0, failed: 0, recipientCount: 0 };

/**
 * Sends to everybody who waits, in one commit: killed before it, nothing has gone out, and after it everything. Whoever
 * joins while the platform is asked is asked for as well.
 */
async function sendAll(desk: Desk, { id }: BroadcastRecord): Promise<Outcome> {
  const { read } = desk.store;
  const answers: Answers = new Map();
  for (;;) {
    const broadcast = await read.get(BROADCAST_KIND, id);
    const account = await read.get(ACCOUNT_KIND, broadcast?.doc.accountId ?? '');
    if (broadcast === undefined || account === undefined) return NOBODY;
    await askFor(desk, account, await waitingFor(read, broadcast), answers);
    const outcome = await commitSteps(desk, [`${BROADCAST_KIND}/${id}`], (view) =>
      send(view, desk, { id, account, answers }),
    );
    if (outcome !== undefined) return outcome;
  }
}

interface Sending {
  readonly id: string;
  readonly account: AccountRecord;
  readonly answers: Answers;
}

/** @returns undefined, with nothing sent, while somebody waits for whom nobody has asked */
async function* send(view: View, desk: Desk, { id, account, answers }: Sending): Steps<Outcome | undefined> {
  const broadcast = await view.get(BROADCAST_KIND, id);
  if (broadcast === undefined || isOver(broadcast)) return NOBODY;
  const recipients = await waitingFor(view, broadcast);
  if (recipients.some((recipient) => !answers.has(recipient.id))) return undefined;
  let failed = 0;
  for (const recipient of recipients) {
    const answer = answers.get(recipient.id);
    const refused = answer === undefined || answer.outcome === 'ok' ? undefined : answer;
    if (!(yield* sendTo(view, desk, { account, broadcast, recipient, refused }))) failed += 1;
  }
  const status = recipients.length > 0 && failed === recipients.length ? 'failed' : 'completed';
  const at = isoNow(desk);
  const changes = { status, startedAt: at, completedAt: at, updatedAt: at };
  yield { records: [withFields(broadcast, changes)], cancelled: [{ kind: SEND, ref: id }] };
  return { status, sent: recipients.length - failed, failed, recipientCount: recipients.length };
}

const isoNow = ({ clock }: Desk): string => instantOf(clock.now());

interface One {
  readonly account: AccountRecord;
  readonly broadcast: BroadcastRecord;
  readonly recipient: RecipientRecord;
  readonly refused: Refused | undefined;
}

/** A message to one recipient; what the platform or the inbox does not take has failed at once. @returns whether it went out */
async function* sendTo(view: View, desk: Desk, { account, broadcast, recipient, refused }: One): Steps<boolean> {
  const { message, template } = broadcast.doc;
  const outgoing: Outgoing = {
    account,
    person: personOf(account, recipient),
    text: message?.text ?? null,
    attachments: message !== undefined && 'attachments' in message ? (message.attachments ?? []) : [],
    ...(template !== undefined && template !== null && { parts: { template } }),
    more: { broadcastId: broadcast.id, recipientId: recipient.id },
  };
  const scene = sceneIn(view, desk, broadcast.teamId);
  const {
    changes,
    message: sent,
    refusal,
  } = await (refused === undefined
    ? sendMessage(scene, outgoing)
    : refusedMessage(scene, outgoing, { code: 131000, title: 'Not sent', message: reasonOf(refused) }));
  const isSent = refused === undefined && refusal === undefined;
  const state = isSent ? { status: 'sent' as const, sentAt: isoNow(desk) } : {};
  const after = withFields(recipient, { messageId: sent.id, ...state });
  yield { ...changes, records: [...(changes.records ?? []), after] };
  return isSent;
}

const reasonOf = (refused: Refused): string =>
  'message' in refused ? refused.message : 'The platform did not answer.';

function personOf(account: AccountRecord, { doc: { platformIdentifier: id, contactName } }: RecipientRecord) {
  const name = typeof contactName === 'string' ? { name: contactName } : {};
  return participantOf(
    { id: traitsOf(account.doc.platform).inbox?.peopleBy === 'digits' ? id.replace(/^\+/, '') : id, ...name },
    account.doc.platform,
  );
}

const scheduleBroadcast: Handler = async (call, desk) => {
  return commit(desk, [broadcastLock(call.path)], async (view) => {
    const broadcast = await broadcastFor(view, call);
    if (broadcast === undefined) return { result: noBroadcast };
    if (isOver(broadcast)) return { result: over(broadcast) };
    const scheduledAt = String(call.body['scheduledAt']);
    const dueAt = Date.parse(scheduledAt);
    if (Number.isNaN(dueAt) || dueAt <= desk.clock.now())
      return { result: refuse('invalid_field_value', { param: 'scheduledAt', message: 'The time lies in the past.' }) };
    const after = withFields(broadcast, { status: 'scheduled', scheduledAt, updatedAt: isoNow(desk) });
    const result = ok({ success: true, broadcast: { id: after.id, status: 'scheduled', scheduledAt } });
    return { records: [after], due: [{ dueAt, kind: SEND, ref: after.id }], result };
  });
};

const cancelBroadcast: Handler = async (call, desk) => {
  return commit(desk, [broadcastLock(call.path)], async (view) => {
    const broadcast = await broadcastFor(view, call);
    if (broadcast === undefined) return { result: noBroadcast };
    const after = withFields(broadcast, { status: 'cancelled', updatedAt: isoNow(desk) });
    const result = ok({ success: true, broadcast: { id: after.id, status: 'cancelled' } });
    return { records: [after], cancelled: [{ kind: SEND, ref: after.id }], result };
  });
};

/** The time of a scheduled broadcast has come. */
export async function sendDue({ ref }: DueRow, desk: Desk): Promise<void> {
  const broadcast = await desk.store.read.get(BROADCAST_KIND, ref);
  if (broadcast?.doc.status === 'scheduled') await sendAll(desk, broadcast);
}

export const handlers: Record<string, Handler> = {
  addBroadcastRecipients,
  listBroadcastRecipients,
  sendBroadcast,
  scheduleBroadcast,
  cancelBroadcast,
};
