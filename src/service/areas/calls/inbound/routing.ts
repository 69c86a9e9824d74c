/** Where a call that comes in to a number goes first: turned away, to the menu, to where it rings, or to the voicemail. Called by arrives.ts; what follows is in other-end.ts and ringing.ts. */
import { fieldsIn } from '../../../../kernel/json.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import { together, type Changes } from '../../../change.ts';
import { withFields } from '../../../store/record.ts';
import type { NumberRecord } from '../../phone-numbers/record.ts';
import { endedEvent, receivedEvent } from '../events.ts';
import { legItems } from '../legs.ts';
import { endedCall, type CallRecord, type Line } from '../record.ts';
import { inboundRinging } from '../ringing.ts';
import { isOpen } from './hours.ts';
import { toVoicemail } from './voicemail.ts';

export interface Routing {
  readonly line: Line;
  /** Milliseconds. */
  readonly now: number;
  readonly ids: Ids;
}

/** Source: EVT-108, VOI-02, VOI-07 */
export function routedCall(record: CallRecord, routing: Routing): Changes {
  const { line, now } = routing;
  const { number } = line;
  if (number === undefined) return received(record, line, { due: inboundRinging(record, now) });
  const { from = '' } = record.doc;
  if (number.doc.blockedCallers?.includes(from) === true) return turnedAway(record, routing, 'rejected');
  if (!isOpen(number.doc, now))
    return number.doc.voicemailEnabled === true
      ? received(record, line, toVoicemail(record, now))
      : turnedAway(record, routing, 'no_answer');
  return hasMenu(number)
    ? toMenu(record, routing)
    : received(record, line, forwarded(record, number.doc.pstnForwardTo, routing));
}

const hasMenu = ({ doc }: NumberRecord): boolean => doc.ivrEnabled === true && fieldsIn(doc.ivrOptions).length > 0;

function turnedAway(record: CallRecord, { line, now }: Routing, reason: 'rejected' | 'no_answer'): Changes {
  const after = endedCall(record, { now, reason });
  return { records: [after], events: [endedEvent(after, line)] };
}

/** The call as its changes have it, with the event that it was routed. */
function received(record: CallRecord, line: Line, changes: Changes): Changes {
  const [after = record] = (changes.records ?? []) as readonly CallRecord[];
  return together([{ records: [after] }, changes, { events: [receivedEvent(after, line)] }]);
}

const toMenu = (record: CallRecord, { line, now }: Routing): Changes =>
  received(record, line, { records: [withFields(record, { phase: 'menu' })], due: inboundRinging(record, now) });

/** The call as it rings at a target; without one it rings at nobody's phone. Source: VOI-02, VOI-03, VOI-04 */
export function forwarded(record: CallRecord, target: string | null | undefined, { line, now, ids }: Routing): Changes {
  const { from = '', to = '', forwardCallerId } = record.doc;
  const after = withFields(record, { phase: 'forwarded', ...(typeof target === 'string' && { forwardTo: target }) });
  const callerId = forwardCallerId === 'caller' ? from : to;
  const feed =
    typeof target === 'string' ? legItems(after, line.account.id, { to: target, from: callerId, now, ids }) : [];
  return { records: [after], due: inboundRinging(record, now), feed };
}
