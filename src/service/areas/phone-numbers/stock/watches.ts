/** Watches for countries that are out of stock. Served by engine/; restocking.ts uses them up. */
import type { Handler } from '../../../desk.ts';
import { engineWith } from '../../../engine/engine.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Any country can be watched, whether or not its numbers are sold yet. Source: NUM-19 */
const createPhoneNumberStockWatch = engineWith<'phone_number_stock_watch'>(([{ after } = {}]) => {
  if (after === undefined) return {};
  const { country = '' } = after.doc;
  const countryName = /^[A-Z]{2}$/.test(country) ? REGIONS.of(country) : undefined;
  return countryName === undefined ? { refusal: NO_COUNTRY } : { records: [withFields(after, { countryName })] };
});

const NO_COUNTRY = refuse('invalid_field_value', {
  param: 'country',
  message: '`country` is a country in two capital letters, such as DE.',
});

export const handlers: Readonly<Record<string, Handler>> = { createPhoneNumberStockWatch };
