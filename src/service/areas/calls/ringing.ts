/** A call that goes out rings until somebody takes it, and not for ever. Begun by place.ts, listed in work.ts. */
import { commit } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { DueRow } from '../../store/store.ts';
import { endedEvent } from './events.ts';
import { CALL_KIND, endedCall, lineOf } from './record.ts';

/** Kind of the work that ends a call which nobody takes; `ref` is the call. */
export const RINGING = 'call_ringing';

/** Source: control surface, "Reviewers and carriers" */
export const RINGING_MS = 190_000;

export const endUnanswered = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${CALL_KIND}/${ref}`], async (view) => {
    const record = await view.get(CALL_KIND, ref);
    if (record?.doc.status !== 'ringing') return {};
    const after = endedCall(record, { now: desk.clock.now(), reason: 'no_answer' });
    return { records: [after], events: [endedEvent(after, await lineOf(view, after))] };
  });
