/** A call that the carrier does not place is kept as one that failed, and told. Asked by corridor/upstream.ts. */
import { callChannelOf } from '../../../platforms/calls.ts';
import type { Call, Reply } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import { iso } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import { CALL_KIND, failed, lineOf } from './outbound.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Source: specification, "Endpoint-specific errors": 502, call marked failed */
export async function keepFailed(call: Call, desk: Desk, account: AccountRecord, refusal: Reply): Promise<void> {
  const { type, error } = (refusal.body ?? {}) as Fields;
  if (type !== 'platform_error') return;
  const { to } = call.body;
  const id = desk.ids.record();
  const now = desk.clock.now();
  const at = iso(now);
  const channel = callChannelOf(account.doc.platform);
  const record = {
    kind: CALL_KIND,
    id,
    teamId: account.teamId,
    profileId: account.profileId,
    parentId: null,
    createdAt: now,
    doc: {
      _id: id,
      accountId: account.id,
      channel,
      direction: 'outbound',
      from: account.doc.username,
      to,
      durationSeconds: 0,
      startedAt: at,
      createdAt: at,
    },
  };
  await commit(desk, [], async (view) => {
    const told = failed(record, await lineOf(view, record), { message: String(error), now });
    return { records: [told.record], events: [{ ...told.event, requestId: call.requestId }] };
  });
}
