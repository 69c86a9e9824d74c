/** Numbers of a team: bought, looked at by a regulator, given back. What carriers decide comes through control/. Served by engine/. */
import { textOf } from '../../../kernel/json.ts';
import type { EventName } from '#contract';
import { profileEvent } from '../../causes/cause.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { digitsOf } from '../../networks/chance.ts';
import { refuse } from '../../refuse.ts';
import type { NewEvent, StoredRecord } from '../../store/store.ts';
import { numberBlock } from './number.ts';

/** Source: EVT-12 */
function numberEvent(type: EventName, number: StoredRecord): NewEvent {
  const profileId = number.profileId ?? textOf(number.doc['profileId']) ?? '';
  const belonging = { teamId: number.teamId, profileId: profileId === '' ? null : profileId };
  return profileEvent(type, belonging, { number: numberBlock(number, profileId) });
}

/** The carrier hands out the number that was asked for, else one of its own. */
const assign: Follow = ([{ after } = {}]) => {
  if (after === undefined) return {};
  const country = textOf(after.doc['country']) ?? 'US';
  const phoneNumber = textOf(after.doc['phoneNumber']) ?? phoneFor(after.id, country);
  return { records: [{ ...after, doc: { ...after.doc, country, phoneNumber } }] };
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
const handIn: Follow = ([{ after } = {}]) =>
  after === undefined ? {} : { events: [numberEvent('whatsapp.number.kyc_submitted', after)] };

/** Source: NUM-28, NUM-29 */
const giveBack: Follow = ([{ before, after } = {}]) => {
  if (before?.doc['status'] === 'released') return { refusal: IS_RELEASED };
  return after === undefined ? {} : { events: [numberEvent('whatsapp.number.released', after)] };
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
