/** What carriers decide about numbers and ports. Listed in control/inbound-answer.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { textOf } from '../../../kernel/json.ts';
import { oneOf, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import type { Reply } from '../../call.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { PORT_EVENTS, portIn } from '../../states/port-in.ts';
import { withFields } from '../../store/record.ts';
import { numberEvent } from './events.ts';
import { PORT_IN_KIND } from './record.ts';

/** The last word of the event's name, and the status that a number has then. Source: ASM-19 */
const NUMBER_STATES = {
  kyc_submitted: 'pending_regulatory',
  activated: 'active',
  declined: 'regulatory_declined',
  action_required: 'pending_regulatory',
  verification_required: 'verifying',
  suspended: 'suspended',
  reactivated: 'active',
  released: 'released',
} as const;

/** Source: EVT-12 */
async function numberStatus({ read, given, now }: Scene): Promise<Caused | Reply> {
  const number = await read.get(NUMBER_KIND, textOf(given['numberId']) ?? '');
  if (number === undefined) return notFound(NUMBER_KIND, { param: 'numberId' });
  // The body was judged by the words of the table.
  const word = given['status'] as keyof typeof NUMBER_STATES;
  const reason = textOf(given['reason']);
  const more = {
    ...(reason === undefined ? {} : { reason }),
    ...(word === 'verification_required' ? { verificationUrl: `https://verify.example.test/${number.id}` } : {}),
  };
  const status = NUMBER_STATES[word];
  return {
    records: [withFields(number, { status, ...(status === 'released' && { releasedAt: instantOf(now) }) })],
    events: [numberEvent(word, number, more)],
  };
}

/** Ports have a state and no event. */
async function portStatus({ given, read }: Scene): Promise<Caused | Reply> {
  const known = await read.get(PORT_IN_KIND, String(given['portInId']));
  if (known === undefined) return refuse('not_found', { param: 'portInId', message: 'The team has no such port.' });
  const from = known.doc.status;
  const to = String(given['status']);
  const event = PORT_EVENTS.find((one) => one === to);
  const move = event && portIn.move(from, event);
  if (move === undefined)
    return refuse('invalid_resource_state', {
      param: 'status',
      message: `A port that is ${from} does not become ${to}.`,
    });
  return { records: [withFields(known, { status: move.to })] };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  number_status: {
    fields: { numberId: WORD, status: oneOf(...Object.keys(NUMBER_STATES)), reason: TEXT },
    required: ['numberId', 'status'],
    cause: numberStatus,
  },
  port_status: { fields: { portInId: WORD, status: WORD }, required: ['portInId', 'status'], cause: portStatus },
};
