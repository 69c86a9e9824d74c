/** A broadcast on its way: a chunk of recipients in each commit, and the next chunk as work that is due at once. Begun by operations.ts and work.ts; what one recipient gets is in message.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { commitSteps, type Steps, type View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { ACCOUNT_KIND, networkAccount, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow } from '../../store/store.ts';
import { sendTo, type Answers } from './message.ts';
import { countsByState } from './recipients.ts';
import { BROADCAST_KIND, isOver, RECIPIENT_KIND, type BroadcastRecord, type RecipientRecord } from './record.ts';

/** Kind of the work that sends a broadcast at its time, and what is left of one; `ref` is the broadcast. */
export const SEND = 'broadcast_send';

/** Recipients of one commit: few enough that other calls do not wait for it. */
const CHUNK = 50;

export interface Progress {
  readonly status: string;
  readonly sent: number;
  readonly failed: number;
  readonly recipientCount: number;
}

const NOBODY: Progress = { status: 'failed', sent: 0, failed: 0, recipientCount: 0 };

/**
 * Sends to the next recipients in one commit: killed before it, nothing has gone out to them, and after it everything.
 * Whoever joins while the platform is asked is asked for as well.
 */
export async function sendChunk(desk: Desk, id: string): Promise<Progress> {
  const { read } = desk.store;
  const answers: Answers = new Map();
  for (;;) {
    const broadcast = await read.get(BROADCAST_KIND, id);
    const account = await read.get(ACCOUNT_KIND, broadcast?.doc.accountId ?? '');
    if (broadcast === undefined || account === undefined) return NOBODY;
    await askFor(desk, account, { waiting: await waitingIn(read, id), answers });
    const progress = await commitSteps(desk, [`${BROADCAST_KIND}/${id}`], (view) =>
      send(view, desk, { id, account, answers }),
    );
    if (progress !== undefined) return progress;
  }
}

const waitingIn = (read: Pick<View, 'list'>, parentId: string, limit = CHUNK): Promise<RecipientRecord[]> =>
  read.list(RECIPIENT_KIND, { parentId, where: { status: 'pending' }, limit });

interface Asking {
  readonly waiting: readonly RecipientRecord[];
  readonly answers: Answers;
}

async function askFor(desk: Desk, account: AccountRecord, { waiting, answers }: Asking): Promise<void> {
  const asked = networkAccount(account);
  const driver = desk.networks.driver(asked.platform);
  for (const { id } of waiting) if (!answers.has(id)) answers.set(id, await driver.ask(asked, 'send'));
}

interface Sending {
  readonly id: string;
  readonly account: AccountRecord;
  readonly answers: Answers;
}

/** @returns undefined, with nothing sent, while somebody waits for whom nobody has asked */
async function* send(view: View, desk: Desk, { id, account, answers }: Sending): Steps<Progress | undefined> {
  const broadcast = await view.get(BROADCAST_KIND, id);
  if (broadcast === undefined || isOver(broadcast)) return NOBODY;
  const recipients = await waitingIn(view, id);
  if (recipients.some((recipient) => !answers.has(recipient.id))) return undefined;
  for (const recipient of recipients) yield* sendTo(view, desk, { account, broadcast, recipient, answers });
  const now = desk.clock.now();
  const isOnItsWay = (await waitingIn(view, id, 1)).length > 0;
  const counts = isOnItsWay && isFurther(broadcast) ? NO_COUNTS : await countsByState(view, broadcast);
  const { total, pending = 0, failed = 0 } = counts;
  const status = isOnItsWay ? 'sending' : total > 0 && failed === total ? 'failed' : 'completed';
  yield {
    records: [withStatus(broadcast, status, now)],
    ...(isOnItsWay ? { due: [{ dueAt: now, kind: SEND, ref: id }] } : { cancelled: [{ kind: SEND, ref: id }] }),
  };
  return { status, sent: total - pending - failed, failed, recipientCount: total };
}

/** Nobody waits for the progress of a further chunk, and counting many recipients takes time. */
const isFurther = ({ doc }: BroadcastRecord): boolean => doc.status === 'sending';

const NO_COUNTS: Readonly<Record<string, number>> & { readonly total: number } = { total: 0 };

/** @param now ms */
function withStatus(
  broadcast: BroadcastRecord,
  status: 'sending' | 'completed' | 'failed',
  now: number,
): BroadcastRecord {
  const at = instantOf(now);
  const { startedAt = at } = broadcast.doc;
  return withFields(broadcast, {
    status,
    startedAt,
    updatedAt: at,
    ...(status !== 'sending' && { completedAt: at }),
  });
}

/** The time of a scheduled broadcast has come, or the next chunk of one that is going out. */
export async function sendDue({ ref }: DueRow, desk: Desk): Promise<void> {
  const broadcast = await desk.store.read.get(BROADCAST_KIND, ref);
  if (['scheduled', 'sending'].includes(broadcast?.doc.status ?? '')) await sendChunk(desk, ref);
}
