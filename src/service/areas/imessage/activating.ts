/** The steps of an ordered sender: taken up, then active as an account of the platform, or failed where the carrier says so. Scheduled by orders.ts, listed in work.ts. */
import { commitSteps, type Changes, type Steps, type View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import { verdictOf } from '../../networks/simulated/behaviour.ts';
import { CARRIER_FEED } from '../../records/phone.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow, NewDue, RecordOf } from '../../store/store.ts';
import { connectIn } from '../accounts/offers.ts';
import { SENDER } from './numbers.ts';
import { IMESSAGE } from './numbers.ts';

/** Kind of the work; `ref` is the sender. */
export const STEP = 'imessage_sender_step';

/** As long as the activation of a number takes; none where the table of times leaves it to somebody. */
export async function nextStep(view: View, { id }: RecordOf<typeof SENDER>, now: number): Promise<readonly NewDue[]> {
  const { number: seconds } = await reviewTimes(view);
  return seconds === null ? [] : [{ kind: STEP, ref: id, dueAt: now + seconds * 1_000 }];
}

export const takeStep = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commitSteps(desk, [`${SENDER}/${ref}`], async function* (view): Steps<undefined> {
    const record = await view.get(SENDER, ref);
    if (record === undefined) return undefined;
    if (record.doc.status === 'ordering') yield await takenUp(record, view, desk.clock.now());
    else if (record.doc.status === 'activating') yield* activate(record, view, desk);
    return undefined;
  });

const takenUp = async (record: RecordOf<typeof SENDER>, view: View, now: number): Promise<Changes> => ({
  records: [withFields(record, { status: 'activating' })],
  due: await nextStep(view, record, now),
});

async function* activate(record: RecordOf<typeof SENDER>, view: View, desk: Desk): Steps<undefined> {
  const { rejection, records } = await verdictOf(view, [record.id, CARRIER_FEED]);
  const { teamId, profileId, doc } = record;
  const { handle, displayName } = doc;
  if (rejection !== undefined) {
    yield { records: [...records, withFields(record, { status: 'failed', failureReason: rejection })] };
    return undefined;
  }
  const names = { username: handle ?? '', ...(typeof displayName === 'string' && { displayName }) };
  const connected = yield* connectIn(view, desk, {
    teamId,
    platform: IMESSAGE,
    ...(profileId !== null && { profileId }),
    ...names,
  });
  yield {
    records: [
      ...records,
      'refusal' in connected
        ? withFields(record, { status: 'failed', failureReason: 'The profile of the order does not exist.' })
        : withFields(record, {
            status: 'active',
            accountId: connected.account.id,
            optInLink: `imessage:${handle ?? ''}`,
          }),
    ],
  };
  return undefined;
}
