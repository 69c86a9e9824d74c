/** A call rings until somebody takes it, and not for ever: one that comes in goes to the voicemail then. Begun by place.ts and inbound/, listed in work.ts. */
import { commit, type Changes } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import type { DueRow, NewDue, Reader } from '../../store/store.ts';
import { endedEvent } from './events.ts';
import { toVoicemail } from './inbound/voicemail.ts';
import { CALL_KIND, endedCall, lineOf, type CallRecord, type Line } from './record.ts';

/** Kind of the work that ends the ringing; `ref` is the call. */
export const RINGING = 'call_ringing';

/** How long a call that comes in rings, or hears the menu. Source: VOI-07 */
const INBOUND_S = 25;

const endAfter = ({ id }: CallRecord, now: number, seconds: number): NewDue => ({
  dueAt: now + seconds * 1_000,
  kind: RINGING,
  ref: id,
});

/** The end of the ringing as due work; none where the table of times lets calls ring for ever. Source: control surface, "Reviewers and carriers" */
export async function outboundRinging(read: Reader, record: CallRecord, now: number): Promise<readonly NewDue[]> {
  const { outboundCall: seconds } = await reviewTimes(read);
  return seconds === null ? [] : [endAfter(record, now, seconds)];
}

export const inboundRinging = (record: CallRecord, now: number): readonly NewDue[] => [
  endAfter(record, now, INBOUND_S),
];

export const endRinging = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${CALL_KIND}/${ref}`], async (view) => {
    const record = await view.get(CALL_KIND, ref);
    if (record?.doc.status !== 'ringing' || record.doc.phase === 'voicemail') return {};
    return unansweredChanges(record, await lineOf(view, record), desk.clock.now());
  });

/** Source: VOI-07 */
function unansweredChanges(record: CallRecord, line: Line, now: number): Changes {
  if (record.doc.direction === 'inbound' && line.number?.doc.voicemailEnabled === true) return toVoicemail(record, now);
  const after = endedCall(record, { now, reason: 'no_answer' });
  return { records: [after], events: [endedEvent(after, line)] };
}
