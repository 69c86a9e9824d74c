/** What dialling plans say of a number: whether it can be one, of which country and type. The plans are loaded when a number is first judged. */
import { isPhone } from '../../../records/phone.ts';
import type { NumberType } from '../record.ts';

export interface Dialled {
  /** Two letters. */
  readonly country: string;
  readonly lineType: 'landline' | 'mobile' | 'toll_free' | 'voip';
  readonly numberType: NumberType;
}

/** Types of the plans that somebody can have a number of; others are short, shared or premium. */
const TYPES: Readonly<Record<string, Omit<Dialled, 'country'>>> = {
  FIXED_LINE: { lineType: 'landline', numberType: 'local' },
  FIXED_LINE_OR_MOBILE: { lineType: 'landline', numberType: 'local' },
  MOBILE: { lineType: 'mobile', numberType: 'mobile' },
  TOLL_FREE: { lineType: 'toll_free', numberType: 'toll_free' },
  VOIP: { lineType: 'voip', numberType: 'national' },
  UAN: { lineType: 'landline', numberType: 'national' },
};

/** A number that the plans have: without a type it is one that nobody ports. */
export type Judged = { readonly isNumber: false } | { readonly isNumber: true; readonly dialled: Dialled | undefined };

export async function judge(phoneNumber: string): Promise<Judged> {
  if (!isPhone(phoneNumber)) return { isNumber: false };
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (parsed?.isValid() !== true) return { isNumber: false };
  const type = TYPES[parsed.getType() ?? ''];
  const { country } = parsed;
  return { isNumber: true, dialled: type === undefined || country === undefined ? undefined : { country, ...type } };
}

/** Two letters; the first country of the dialling code for a number that is nobody's. */
export async function dialledCountry(phoneNumber: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(phoneNumber.startsWith('+') ? phoneNumber : `+${phoneNumber}`);
  return parsed?.country ?? parsed?.getPossibleCountries()[0];
}

/** The type of a line in the words of the dialling plans, which is empty where they do not say; undefined for a number that no plan has. */
export async function planTypeOf(phoneNumber: string): Promise<string | undefined> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const parsed = parsePhoneNumberFromString(phoneNumber);
  return parsed?.isValid() === true ? (parsed.getType() ?? '') : undefined;
}
