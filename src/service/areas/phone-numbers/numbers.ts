/** Numbers of a team: bought, looked at by a regulator, given back. What carriers decide comes through control/. Served by engine/. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { digitsOf } from '../../networks/chance.ts';
import { refuse } from '../../refuse.ts';
import type { NUMBER_KIND } from '../../records/phone.ts';
import { withFields } from '../../store/record.ts';
import { NUMBER_MONTH_CENTS } from '../usage/offers.ts';
import { numberEvent } from './events.ts';

/** The carrier hands out the number that was asked for, else one of its own. */
const assign: Follow<typeof NUMBER_KIND> = ([{ after } = {}]) => {
  if (after === undefined) return {};
  const { country = 'US' } = after.doc;
  const { phoneNumber = phoneFor(after.id, country) } = after.doc;
  return { records: [withFields(after, { country, phoneNumber, monthlyCents: NUMBER_MONTH_CENTS })] };
};

/** Calling codes of the countries that numbers are ported from; elsewhere that of international networks. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  US: '1',
  CA: '1',
  GB: '44',
  ES: '34',
  DE: '49',
  FR: '33',
  NL: '31',
  AU: '61',
  BR: '55',
};

const INTERNATIONAL = '883';

const phoneFor = (id: string, country: string): string =>
  `+${CALLING_CODES[country] ?? INTERNATIONAL}${digitsOf(id, 10)}`;

/** Source: NUM-20 */
const handIn: Follow<typeof NUMBER_KIND> = ([{ after } = {}]) =>
  after === undefined ? {} : { events: [numberEvent('kyc_submitted', after)] };

/** Source: NUM-28, NUM-29 */
const giveBack: Follow<typeof NUMBER_KIND> = ([{ before, after } = {}], { now }) => {
  if (before?.doc.status === 'released') return { refusal: IS_RELEASED };
  if (after === undefined) return {};
  return { records: [withFields(after, { releasedAt: instantOf(now) })], events: [numberEvent('released', after)] };
};

const IS_RELEASED = refuse('invalid_resource_state', { message: 'This number was given back.' });

const buying = engineWith(assign);
const handingIn = engineWith(handIn);
const givingBack = engineWith(giveBack);

export const handlers: Readonly<Record<string, Handler>> = {
  createPhoneNumber: buying,
  purchasePhoneNumber: buying,
  purchaseWhatsAppPhoneNumber: buying,
  submitPhoneNumberKyc: handingIn,
  submitWhatsAppNumberKyc: handingIn,
  releasePhoneNumber: givingBack,
  releaseWhatsAppPhoneNumber: givingBack,
};
