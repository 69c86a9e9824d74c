/** The voicemail of a number: takes a call that nobody does, records a message of two minutes at most, and ends the call with it. */
import { instantOf } from '../../../../kernel/instant.ts';
import { commit, type Changes } from '../../../change.ts';
import type { Desk } from '../../../desk.ts';
import { withFields } from '../../../store/record.ts';
import type { DueRow, NewDue } from '../../../store/store.ts';
import { endedEvent } from '../events.ts';
import { CALL_KIND, hungUpCall, isOver, lineOf, LONGEST_MESSAGE_S, withSentence, type CallRecord } from '../record.ts';

/** Kind of the work that ends a message; `ref` is the call. */
export const MESSAGE = 'call_message';

/** The call at the voicemail, with the message that its caller is to leave if one is known. A message is always recorded. Source: VOI-06, VOI-07 */
export function toVoicemail(record: CallRecord, now: number): Changes {
  const { message } = record.doc;
  const at = instantOf(now);
  const atVoicemail = withFields(record, {
    phase: 'voicemail',
    isVoicemail: true,
    recordingEnabled: true,
    voicemailAt: at,
    updatedAt: at,
  });
  const after = message?.text === undefined ? atVoicemail : withSentence(atVoicemail, message.text, now);
  return { records: [after], due: [endOf(after, now, message?.seconds ?? LONGEST_MESSAGE_S)] };
}

/** The end of what the caller says, or of the longest message. */
export function endOf({ id, doc }: CallRecord, now: number, seconds: number): NewDue {
  const longest = Date.parse(doc.voicemailAt ?? instantOf(now)) + LONGEST_MESSAGE_S * 1_000;
  return { dueAt: Math.min(now + seconds * 1_000, longest), kind: MESSAGE, ref: id };
}

/** Source: VOI-06, VOI-49 */
export const endMessage = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${CALL_KIND}/${ref}`], async (view) => {
    const record = await view.get(CALL_KIND, ref);
    if (record === undefined || isOver(record)) return {};
    const after = hungUpCall(record, desk.clock.now(), 'no_answer');
    return { records: [after], events: [endedEvent(after, await lineOf(view, after))] };
  });
