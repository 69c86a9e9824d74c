/** What the other end of a call does: takes it, says something, presses a key, leaves a message, hangs up. Asked by control/calls. */
import { fieldsIn, type Fields } from '../../../kernel/json.ts';
import type { CALL_ACTIONS } from '../../../kernel/steering.ts';
import { ok, type Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { endedEvent } from './events.ts';
import { forwarded, type Routing } from './inbound/routing.ts';
import { endOf, MESSAGE } from './inbound/voicemail.ts';
import { legItems } from './legs.ts';
import { answeredCall, CALL_KIND, hungUpCall, isOver, lineOf, withSentence, type CallRecord } from './record.ts';

export interface Doing {
  readonly action: (typeof CALL_ACTIONS)[number];
  readonly digit?: string;
  readonly seconds?: number;
  /** What is said. */
  readonly text?: string;
  /** True where an answering machine takes the call. */
  readonly machine?: boolean;
}

/** How long a message is when nobody says it. */
const USUAL_MESSAGE_S = 10;

interface At extends Routing {
  readonly record: CallRecord;
  readonly doing: Doing;
}

type Done = Changes | Reply;

export const playOtherEnd = (desk: Desk, id: string, doing: Doing): Promise<Reply> =>
  commit<Reply>(desk, [`${CALL_KIND}/${id}`], async (view) => {
    const record = await view.get(CALL_KIND, id);
    if (record === undefined) return { result: notFound(CALL_KIND) };
    if (isOver(record)) return { result: conflict('This call has ended.') };
    const { ids, clock } = desk;
    const done = STEPS[doing.action]({ record, line: await lineOf(view, record), doing, now: clock.now(), ids });
    if ('status' in done) return { result: done };
    const [after = record] = (done.records ?? []) as readonly CallRecord[];
    return { ...done, result: ok({ call: callView(after) }) };
  });

/** A call as somebody at its other end sees it. */
export const callView = ({ id, doc: { direction, channel, from, to, status, ...doc } }: CallRecord): Fields => ({
  ...{ id, direction, channel, from, to, status },
  forwardTo: doc.forwardTo ?? null,
  phase: doc.phase ?? null,
  isVoicemail: doc.isVoicemail,
  startedAt: doc.startedAt ?? null,
  endReason: doc.endReason ?? null,
});

const conflict = (message: string): Reply => refuse('invalid_resource_state', { message });

/** Whoever a call that goes out reaches is connected with its target; a machine is left the message, if there is one. Source: VOI-15; readings, "Phone calls" */
function answer({ record, line, doing, now, ids }: At): Done {
  const { status, phase, direction, from = '', forwardTo } = record.doc;
  if (status !== 'ringing' || phase === 'menu' || phase === 'voicemail')
    return conflict('Only a ringing call can be answered.');
  const after = answeredCall(record, now, doing.machine === true);
  const { answeredMachine, voicemailDropMessage: message, to = '' } = after.doc;
  if (answeredMachine === true && message !== undefined)
    return {
      records: [after],
      feed: legItems(after, line.account.id, { to, from, message, now, ids }),
      due: [{ dueAt: now + secondsToSay(message) * 1_000, kind: MESSAGE, ref: record.id }],
    };
  const isConnected = direction === 'outbound' && typeof forwardTo === 'string';
  return {
    records: [after],
    feed: isConnected ? legItems(after, line.account.id, { to: forwardTo, from, now, ids }) : [],
  };
}

/** How fast a message is spoken. Source: readings, "Phone calls" */
const CHARACTERS_A_SECOND = 15;

const secondsToSay = (message: string): number => Math.max(1, Math.ceil(message.length / CHARACTERS_A_SECOND));

/** Said to whoever took the call, or to the voicemail; written down only where that is on. */
function say({ record, doing: { text }, now }: At): Done {
  const { status, phase } = record.doc;
  if (text === undefined) return refuse('missing_required_field', { param: 'text' });
  if (status !== 'answered' && phase !== 'voicemail')
    return conflict('Nobody can hear this: the call has not been answered.');
  return { records: [withSentence(record, text, now)] };
}

/** Whoever is called and does not take it turns it away; whoever calls gives up. */
function hangUp({ record, line, now }: At): Done {
  const after = hungUpCall(record, now, record.doc.direction === 'outbound' ? 'rejected' : 'no_answer');
  return { records: [after], events: [endedEvent(after, line)] };
}

/** Whoever calls speaks at once where the voicemail has the call already, and otherwise when it takes it. Source: VOI-06 */
function leaveMessage({ record, line, doing, now }: At): Done {
  const { direction, status, phase } = record.doc;
  const { seconds = USUAL_MESSAGE_S, text } = doing;
  const takesIt = phase === 'voicemail' || line.number?.doc.voicemailEnabled === true;
  if (direction !== 'inbound' || status !== 'ringing' || !takesIt)
    return conflict('Voicemail can only be left on an incoming call that rings at a number with voicemail.');
  if (phase !== 'voicemail')
    return { records: [withFields(record, { message: { seconds, ...(text !== undefined && { text }) } })] };
  const after = text === undefined ? record : withSentence(record, text, now);
  return { records: [after], due: [endOf(after, now, seconds)] };
}

/** The call rings where the menu leads. Source: VOI-09, VOI-10 */
function press({ record, line, doing, now, ids }: At): Done {
  const option = fieldsIn(line.number?.doc.ivrOptions).find(({ digit }) => digit === doing.digit);
  if (record.doc.phase !== 'menu' || option === undefined)
    return refuse('invalid_resource_state', {
      param: 'digit',
      message: `The menu of this call has no key ${doing.digit ?? ''}.`,
    });
  return forwarded(record, String(option['forwardTo']), { line, now, ids });
}

const STEPS: Readonly<Record<Doing['action'], (at: At) => Done>> = {
  answer,
  say,
  press,
  leave_voicemail: leaveMessage,
  hang_up: hangUp,
};
