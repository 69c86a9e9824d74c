/** Broadcasts are made, changed while they are drafts, sent at once or at their time, and cancelled. How they go out is in sending.ts, to whom in recipients.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { isFields } from '../../../kernel/json.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type Changes } from '../../change.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { contentRefusal } from './message.ts';
import {
  addBroadcastRecipients,
  begun,
  broadcastFor,
  broadcastLock,
  listBroadcastRecipients,
  noBroadcast,
} from './recipients.ts';
import { isBegun, isOver, type BroadcastRecord } from './record.ts';
import { SEND, sendChunk } from './sending.ts';

/** A broadcast goes out on the platform of its account. */
const judgeNew: Follow<'broadcast'> = (_written, { call, owners: { account } }) => {
  const { platform } = call.body;
  if (account === undefined || platform === account.doc.platform) return {};
  const message = `The account is on ${platformLabel(account.doc.platform)}, not on ${platformLabel(String(platform))}.`;
  return { refusal: refuse('invalid_field_value', { param: 'platform', message }) };
};

const judgeChange: Follow<'broadcast'> = ([{ before } = {}]) =>
  before !== undefined && isBegun(before) ? { refusal: begun(before, 'changed') } : {};

/** What is left of a deleted broadcast does not go out. */
const stopSending: Follow<'broadcast'> = (written) => ({
  cancelled: written.flatMap(({ before }) => (before?.kind === 'broadcast' ? [{ kind: SEND, ref: before.id }] : [])),
});

const sendBroadcast: Handler = async (call, desk) => {
  const found = await readyFor(desk.store.read, call, 'sent');
  if ('refusal' in found) return found.refusal;
  const refusal = await found.contentRefusal();
  return refusal ?? ok({ success: true, ...(await sendChunk(desk, found.broadcast.id)) });
};

type Ready =
  | { readonly refusal: Reply }
  | { readonly broadcast: BroadcastRecord; readonly contentRefusal: () => Promise<Reply | undefined> };

/** The broadcast of a call that nothing has gone out of yet. */
async function readyFor(read: Reader, call: Call, act: string): Promise<Ready> {
  const broadcast = await broadcastFor(read, call);
  if (broadcast === undefined) return { refusal: noBroadcast };
  if (isBegun(broadcast)) return { refusal: begun(broadcast, act) };
  const account = await read.get(ACCOUNT_KIND, broadcast.doc.accountId);
  if (account === undefined) return { refusal: refuse('account_not_found') };
  return { broadcast, contentRefusal: () => contentRefusal(read, account, broadcast) };
}

const isoNow = ({ clock }: Desk): string => instantOf(clock.now());

const scheduleBroadcast: Handler = async (call, desk) =>
  commit(desk, [broadcastLock(call.path)], async (view): Promise<Changes & { result: Reply }> => {
    const found = await readyFor(view, call, 'scheduled');
    if ('refusal' in found) return { result: found.refusal };
    const refusal = await found.contentRefusal();
    if (refusal !== undefined && !isUnderReview(refusal)) return { result: refusal };
    const scheduledAt = String(call.body['scheduledAt']);
    const dueAt = Date.parse(scheduledAt);
    if (Number.isNaN(dueAt) || dueAt <= desk.clock.now())
      return { result: refuse('invalid_field_value', { param: 'scheduledAt', message: 'The time is in the past.' }) };
    const after = withFields(found.broadcast, { status: 'scheduled', scheduledAt, updatedAt: isoNow(desk) });
    const result = ok({ success: true, broadcast: { id: after.id, status: 'scheduled', scheduledAt } });
    return { records: [after], due: [{ dueAt, kind: SEND, ref: after.id }], result };
  });

/** A template that is not approved yet may be by the time that the broadcast is due. */
const isUnderReview = ({ body }: Reply): boolean => isFields(body) && body['code'] === 'TEMPLATE_REQUIRED';

const cancelBroadcast: Handler = async (call, desk) =>
  commit(desk, [broadcastLock(call.path)], async (view): Promise<Changes & { result: Reply }> => {
    const broadcast = await broadcastFor(view, call);
    if (broadcast === undefined) return { result: noBroadcast };
    if (isOver(broadcast)) return { result: begun(broadcast, 'cancelled') };
    const after = withFields(broadcast, { status: 'cancelled', updatedAt: isoNow(desk) });
    const result = ok({ success: true, broadcast: { id: after.id, status: 'cancelled' } });
    return { records: [after], cancelled: [{ kind: SEND, ref: after.id }], result };
  });

export const handlers: Record<string, Handler> = {
  createBroadcast: engineWith(judgeNew),
  updateBroadcast: engineWith(judgeChange),
  deleteBroadcast: engineWith(stopSending),
  addBroadcastRecipients,
  listBroadcastRecipients,
  sendBroadcast,
  scheduleBroadcast,
  cancelBroadcast,
};
