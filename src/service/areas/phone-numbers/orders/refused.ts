/** Why an order is refused: the words of the codes that the API has for it. Used by buy.ts and kyc.ts. */
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { NumberCountry } from '../record.ts';
import type { Wanted } from '../stock/stock.ts';

/** The code of a stock that has nothing of what is wanted. */
export function soldOut({ phoneNumber, areaCode, isForWhatsapp }: Wanted & { readonly isForWhatsapp: boolean }): Reply {
  if (phoneNumber !== undefined) return refuse('PHONE_NUMBER_UNAVAILABLE');
  if (areaCode !== undefined) return refuse('AREA_CODE_UNAVAILABLE');
  return refuse(isForWhatsapp ? 'NO_WHATSAPP_ELIGIBLE_NUMBER' : 'COUNTRY_OUT_OF_STOCK');
}

/** The refusal of a type or an area code that the country does not have. */
export function noSuchType({ name, types }: NumberCountry, { numberType }: Wanted): Reply {
  const known = types.map((type) => type.numberType);
  if (numberType === undefined || known.some((one) => one === numberType)) return refuse('AREA_CODE_UNAVAILABLE');
  const message = `${name} does not offer ${numberType} numbers: \`numberType\` must be one of ${known.join(', ')}.`;
  return refuse('invalid_field_value', { param: 'numberType', message });
}
