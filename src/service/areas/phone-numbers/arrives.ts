/** What carriers decide about numbers and ports. Listed in control/inbound-answer.ts. */
import { textOf } from '../../../kernel/json.ts';
import { oneOf, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import type { Reply } from '../../call.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { PORT_EVENTS } from '../../states/port-in.ts';
import { portMoved } from './ports/course.ts';
import type { NumberWord } from './events.ts';
import { arrives as brandingArrives } from './held/branding.ts';
import { ownNumber } from './held/own-number.ts';
import { accountOn, offTrunk } from './held/release.ts';
import { movedBy } from './orders/moves.ts';
import { paid } from './orders/payment.ts';
import { reviewOf } from './orders/review.ts';
import { PORT_IN_KIND } from './record.ts';

/** The last words of the events of numbers. */
const NUMBER_WORDS = [
  'kyc_submitted',
  'activated',
  'declined',
  'action_required',
  'verification_required',
  'suspended',
  'reactivated',
  'released',
] as const satisfies readonly NumberWord[];

/** Source: EVT-12, ASM-19 */
async function numberStatus({ read, given, now }: Scene): Promise<Caused | Reply> {
  const number = await read.get(NUMBER_KIND, textOf(given['numberId']) ?? '');
  if (number === undefined) return notFound(NUMBER_KIND, { param: 'numberId' });
  // The body was judged by the words of the table.
  const event = given['status'] as NumberWord;
  const moved = movedBy(number, { event, at: now, reason: textOf(given['reason']) });
  if (moved === undefined)
    return refuse('invalid_resource_state', {
      param: 'status',
      message: `This is not possible for a number with the status ${number.doc.status}: ${event}.`,
    });
  const { record, events } = moved;
  const trunks = event === 'released' ? await offTrunk(number, read) : [];
  return {
    records: [record, ...trunks],
    removed: event === 'released' ? await accountOn(number, read) : [],
    events,
    work: event === 'kyc_submitted' ? await reviewOf(read, record, now) : [],
  };
}

/** The receipt of what an order costs: the order goes on. */
async function numberPayment({ read, given, now }: Scene): Promise<Caused | Reply> {
  const number = await read.get(NUMBER_KIND, textOf(given['numberId']) ?? '');
  if (number === undefined) return notFound(NUMBER_KIND, { param: 'numberId' });
  const payment = await paid(number, read, now);
  return 'refusal' in payment ? payment.refusal : { records: payment.records ?? [], work: payment.due ?? [] };
}

/** Ports have a state and no event; a ported number joins the team's. */
async function portStatus({ given, read, ids, now }: Scene): Promise<Caused | Reply> {
  const port = await read.get(PORT_IN_KIND, String(given['portInId']));
  if (port === undefined) return refuse('not_found', { param: 'portInId', message: 'There is no such port-in order.' });
  const status = String(given['status']);
  const event = PORT_EVENTS.find((one) => one === status && one !== 'cancel');
  const reason = textOf(given['reason']);
  const moved = event && (await portMoved(port, { event, at: now, reason }, { read, ids }));
  if (moved === undefined)
    return refuse('invalid_resource_state', {
      param: 'status',
      message: `A port-in with the status ${port.doc.status} cannot become ${status}.`,
    });
  return { records: moved.records ?? [], work: moved.due ?? [] };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  ...brandingArrives,
  number_status: {
    fields: { numberId: WORD, status: oneOf(...NUMBER_WORDS), reason: TEXT },
    required: ['numberId', 'status'],
    cause: numberStatus,
  },
  own_number: {
    fields: { phoneNumber: WORD, profileId: WORD },
    required: ['phoneNumber'],
    cause: ownNumber,
  },
  number_payment: { fields: { numberId: WORD }, required: ['numberId'], cause: numberPayment },
  port_status: {
    fields: { portInId: WORD, status: WORD, reason: TEXT },
    required: ['portInId', 'status'],
    cause: portStatus,
  },
};
