/** What calls and phone numbers are told as. Listed in events.ts. */
import { endedEvent, lineOf } from '../areas/calls/outbound.ts';
import { profileEvent, textOf } from '../causes/cause.ts';
import { numberBlock } from '../areas/phone-numbers/number.ts';
import type { Teller } from './telling.ts';

/** A call that has ended. */
const call: Teller = async ({ before, after, record, tx }) =>
  before?.doc['status'] === 'ended' || after?.doc['status'] !== 'ended'
    ? []
    : [endedEvent(record, await lineOf(tx, record))];

/** Papers that were handed in or mended, a number that may be used, one that is given back. Source: EVT-12 */
const number: Teller = async ({ before, after, record, staged }) => {
  const word =
    after === undefined
      ? 'released'
      : HANDS_IN.has(staged.call.card.id)
        ? 'kyc_submitted'
        : after.doc['status'] === 'active' && before?.doc['status'] !== 'active'
          ? 'activated'
          : undefined;
  if (word === undefined) return [];
  const profileId = record.profileId ?? textOf(record.doc['profileId']) ?? '';
  const belonging = { teamId: record.teamId, profileId: profileId === '' ? null : profileId };
  const block = numberBlock(record, profileId);
  return [profileEvent(`whatsapp.number.${word}`, belonging, { number: block })];
};

/** Operations that hand papers in. */
const HANDS_IN: ReadonlySet<string> = new Set([
  'submitPhoneNumberKyc',
  'submitWhatsAppNumberKyc',
  'remediatePhoneNumber',
  'remediateWhatsAppNumber',
  'respondToPhoneNumberReviewer',
]);

export const phone: Readonly<Record<string, Teller>> = { call, phone_number: number };
