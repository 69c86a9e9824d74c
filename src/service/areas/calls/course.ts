/** What the team does with a call that goes on: hangs up, and transfers it. Served by engine/. */
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';
import { endedEvent } from './events.ts';
import { legItems } from './legs.ts';
import { hungUpCall, isOver, lineOf, ownPhoneOf, type CALL_KIND } from './record.ts';
import { targetProblem } from './targets.ts';

/** Source: VOI-17, EVT-110 */
const hangUp: Follow<typeof CALL_KIND> = async ([{ before } = {}], { now }, view) => {
  if (before === undefined) return {};
  if (isOver(before)) return { refusal: IS_OVER };
  const after = hungUpCall(before, now, 'hangup');
  return { records: [after], events: [endedEvent(after, await lineOf(view, after))] };
};

const IS_OVER = refuse('invalid_resource_state', { message: 'This call has ended.' });

/** Source: VOI-16, VOI-33, VOI-41 */
const transfer: Follow<typeof CALL_KIND> = async ([{ before, after } = {}], { call, desk: { ids }, now }, view) => {
  if (before?.doc.status !== 'answered' || after === undefined) return { refusal: NOT_CONNECTED };
  const to = String(call.body['to']);
  const refusal = to.startsWith('wss:') ? NO_AGENT : targetProblem('to', to, ownPhoneOf(after));
  if (refusal !== undefined) return { refusal };
  const { account } = await lineOf(view, after);
  return { feed: legItems(after, account.id, { to, from: ownPhoneOf(after) ?? '', now, ids }) };
};

const NOT_CONNECTED = refuse('invalid_resource_state', { message: 'Only a connected call can be transferred.' });

const NO_AGENT = refuse('invalid_field_value', { param: 'to', message: 'A call cannot be transferred to an agent.' });

export const handlers: Readonly<Record<string, Handler>> = {
  endVoiceCall: engineWith(hangUp),
  transferVoiceCall: engineWith(transfer),
};
