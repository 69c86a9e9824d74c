/** What the other end of a call does: takes it, hangs up, leaves a message, presses a key. Asked by control/calls. */
import { fieldsIn, type Fields } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { endedEvent } from './events.ts';
import { answeredCall, CALL_KIND, endedCall, isOver, lineOf, type CallRecord, type Line } from './record.ts';

export interface Doing {
  readonly action: 'answer' | 'hang_up' | 'leave_voicemail' | 'press';
  readonly digit?: string;
  readonly seconds?: number;
}

/** Longest message on a voicemail. Source: VOI-06 */
const LONGEST_MESSAGE_S = 120;

/** How long a message is when nobody says it. */
const USUAL_MESSAGE_S = 10;

interface At {
  readonly record: CallRecord;
  readonly line: Line;
  readonly doing: Doing;
  readonly now: number;
}

type Done = Changes | Reply;

export const playOtherEnd = (desk: Desk, id: string, doing: Doing): Promise<Reply> =>
  commit<Reply>(desk, [`${CALL_KIND}/${id}`], async (view) => {
    const record = await view.get(CALL_KIND, id);
    if (record === undefined) return { result: notFound(CALL_KIND) };
    if (isOver(record)) return { result: refuse('invalid_resource_state', { message: 'This call is over.' }) };
    const done = STEPS[doing.action]({ record, line: await lineOf(view, record), doing, now: desk.clock.now() });
    if ('status' in done) return { result: done };
    const [after = record] = (done.records ?? []) as readonly CallRecord[];
    return { ...done, result: ok({ call: shown(after) }) };
  });

const shown = ({ id, doc }: CallRecord): Fields => ({ id, status: doc.status, endReason: doc.endReason ?? null });

const answer = ({ record, now }: At): Done =>
  record.doc.status === 'ringing'
    ? { records: [answeredCall(record, now)] }
    : refuse('invalid_resource_state', { message: 'Only a call that rings can be answered.' });

/** Whoever is called and does not take it turns it away; whoever calls gives up. */
function hangUp({ record, line, now }: At): Done {
  const isRinging = record.doc.status === 'ringing';
  const ringing = record.doc.direction === 'outbound' ? 'rejected' : 'no_answer';
  const after = endedCall(record, { now, reason: isRinging ? ringing : 'hangup' });
  return { records: [after], events: [endedEvent(after, line)] };
}

/** Source: VOI-06, VOI-49 */
function leaveMessage({ record, line, doing, now }: At): Done {
  const { direction, status } = record.doc;
  if (direction !== 'inbound' || status !== 'ringing' || line.number?.doc.voicemailEnabled !== true)
    return refuse('invalid_resource_state', {
      message: 'Only a call that comes in and rings at a number with voicemail can leave a message.',
    });
  const seconds = Math.min(doing.seconds ?? USUAL_MESSAGE_S, LONGEST_MESSAGE_S);
  const recorded = withFields(record, { isVoicemail: true, recordingEnabled: true });
  const after = endedCall(recorded, { now: now + seconds * 1_000, reason: 'no_answer', durationSeconds: seconds });
  return { records: [after], events: [endedEvent(after, line)] };
}

/** The call rings where the menu leads. Source: VOI-09, VOI-10 */
function press({ record, line, doing, now }: At): Done {
  const { ivrEnabled, ivrOptions } = line.number?.doc ?? {};
  const option = fieldsIn(ivrOptions).find(({ digit }) => digit === doing.digit);
  if (ivrEnabled !== true || record.doc.direction !== 'inbound' || option === undefined)
    return refuse('invalid_resource_state', {
      param: 'digit',
      message: `No menu of this call has a key ${doing.digit ?? ''}.`,
    });
  return { records: [withFields(answeredCall(record, now), { forwardTo: String(option['forwardTo']) })] };
}

const STEPS: Readonly<Record<Doing['action'], (at: At) => Done>> = {
  answer,
  hang_up: hangUp,
  leave_voicemail: leaveMessage,
  press,
};
