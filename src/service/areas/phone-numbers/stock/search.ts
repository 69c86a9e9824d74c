/** What callers read of the stock: countries with prices, whether there are numbers, and the numbers themselves. */
import { CHANNEL } from '../../../../platforms/number-channels.ts';
import { textOf } from '../../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../../call.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { refuse } from '../../../refuse.ts';
import { countriesIn, countryIn, type CountryType, type NumberArea, type NumberCountry } from '../record.ts';
import { NUMBER_MONTH_CENTS } from '../../usage/offers.ts';
import { offeredIn, type Offered, type Wanted } from './stock.ts';

const HOME = 'US';

/** Every number costs the same, so that there is one tier of prices. */
const PRICE_TIER = 1;

/** Numbers in an answer that asks for no other count, and the most of them. */
const USUAL_LIMIT = 20;
const MOST = 100;

export const doorsOf = ({ catalog, store }: Desk) => ({ catalog, read: store.read });

/** The country that the call names, or the refusal of one without numbers. */
export function countryNamed(desk: Pick<Desk, 'catalog'>, code: unknown): NumberCountry | { readonly refusal: Reply } {
  const country = countryIn(desk.catalog, textOf(code) ?? HOME);
  if (country !== undefined) return country;
  const codes = countriesIn(desk.catalog).map((one) => one.code);
  const message = `No numbers are available in \`${String(code)}\`: \`country\` must be one of ${codes.join(', ')}.`;
  return { refusal: refuse('invalid_field_value', { param: 'country', message }) };
}

/** Types of the country that the call asks about. */
const typesFor = ({ types }: NumberCountry, numberType: string | undefined): readonly CountryType[] =>
  types.filter((one) => numberType === undefined || one.numberType === numberType);

/** `type` and `prefix` are earlier names of `numberType` and `areaCode`. */
const wantedIn = ({ query }: Call, { code }: NumberCountry, features: readonly string[]): Wanted => ({
  country: code,
  numberType: textOf(query['numberType'] ?? query['type']),
  areaCode: textOf(query['areaCode'] ?? query['prefix']),
  locality: textOf(query['locality']),
  contains: textOf(query['contains']),
  features: query['sms'] === true ? [...features, CHANNEL.texts] : features,
});

/** @param features what every number of the answer has; the answer names them where this leaves any open */
const searching =
  (features: readonly string[]): Handler =>
  async (call, desk) => {
    const country = countryNamed(desk, call.query['country']);
    if ('refusal' in country) return country.refusal;
    const { limit = USUAL_LIMIT } = call.query as { readonly limit?: number };
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) return NO_LIMIT;
    const wanted = wantedIn(call, country, features);
    const numbers = (await offeredIn(doorsOf(desk), wanted)).slice(0, limit);
    return ok({
      country: country.code,
      ...(wanted.numberType === undefined ? {} : { numberType: wanted.numberType }),
      ...(call.query['sms'] === undefined ? {} : { requireSms: call.query['sms'] }),
      numbers: numbers.map((one) => offer(one, features.length === 0)),
    });
  };

const NO_LIMIT = refuse('invalid_field_value', {
  param: 'limit',
  message: `\`limit\` is a whole number from 1 to ${String(MOST)}.`,
});

const offer = ({ phoneNumber, features, locality }: Offered, isWithFeatures: boolean) => ({
  phoneNumber,
  ...(isWithFeatures ? { features } : {}),
  ...(locality === null ? {} : { locality }),
});

const checkingAvailability =
  (features: readonly string[]): Handler =>
  async (call, desk) => {
    const country = countryNamed(desk, call.query['country']);
    if ('refusal' in country) return country.refusal;
    const wanted = wantedIn(call, country, features);
    return ok(availabilityOf(country, wanted, await offeredIn(doorsOf(desk), wanted)));
  };

function availabilityOf(country: NumberCountry, { numberType, features = [] }: Wanted, offered: readonly Offered[]) {
  const types = typesFor(country, numberType).filter((type) => features.every((one) => type.features.includes(one)));
  const countOf = ({ areaCode }: NumberArea) => offered.filter((one) => one.areaCode === areaCode).length;
  const areas = types.flatMap((type) => type.areas);
  const stocked = areas.filter((area) => countOf(area) > 0);
  const preOrderable = types.some(isPreOrderable);
  return {
    country: country.code,
    ...(numberType === undefined ? {} : { numberType }),
    available: offered.length > 0,
    preOrderable,
    addressConstraint: constraintOf(types),
    areas: stocked.map(nameOf),
    areaOptions: stocked.map((area) => ({ ndc: area.areaCode, name: nameOf(area), count: countOf(area) })),
    soldOutAreas: areas
      .filter((area) => countOf(area) === 0)
      .map((area) => ({ ndc: area.areaCode, name: nameOf(area), preOrderable })),
  };
}

const nameOf = ({ locality, areaCode }: NumberArea): string => locality ?? areaCode;

/** A number that somebody reviews before it is handed out can be ordered before there is one. */
export const isPreOrderable = ({ requirements }: CountryType): boolean => requirements.length > 0;

const ADDRESSES: readonly string[] = ['service_address', 'proof_of_address'];

function constraintOf(types: readonly CountryType[]): 'geo' | 'country' | 'none' {
  const asking = types.filter(({ requirements }) => requirements.some((id) => ADDRESSES.includes(id)));
  if (asking.some(({ isLocal }) => isLocal === true)) return 'geo';
  return asking.length > 0 ? 'country' : 'none';
}

const listPhoneNumberCountries: Handler = async (_call, desk) => {
  const offered = await offeredIn(doorsOf(desk), {});
  return ok({ countries: countriesIn(desk.catalog).map((country) => pricedCountry(country, offered)) });
};

function pricedCountry({ code, types, outboundCallingAvailable }: NumberCountry, offered: readonly Offered[]) {
  const rows = types.map((type) =>
    pricedType(
      type,
      offered.filter((one) => one.country === code),
    ),
  );
  const some = (name: 'callsAvailable' | 'whatsappAvailable' | 'smsAvailable' | 'inStock' | 'preOrderable') =>
    rows.some((row) => row[name]);
  return {
    code,
    tier: PRICE_TIER,
    monthlyCents: NUMBER_MONTH_CENTS,
    needsKyc: rows.every(({ needsKyc }) => needsKyc),
    callsAvailable: some('callsAvailable'),
    whatsappAvailable: some('whatsappAvailable'),
    smsAvailable: some('smsAvailable'),
    outboundCallingAvailable,
    inStock: some('inStock'),
    preOrderable: some('preOrderable'),
    types: rows,
  };
}

function pricedType(type: CountryType, offered: readonly Offered[]) {
  const { numberType, features } = type;
  return {
    numberType,
    tier: PRICE_TIER,
    needsKyc: isPreOrderable(type),
    monthlyCents: NUMBER_MONTH_CENTS,
    whatsappAvailable: features.includes(CHANNEL.whatsapp),
    smsAvailable: features.includes(CHANNEL.texts),
    callsAvailable: features.includes('voice'),
    inStock: offered.some((one) => one.numberType === numberType),
    fulfilment: isPreOrderable(type) ? 'request' : 'instant',
    preOrderable: isPreOrderable(type),
  };
}

/** Countries with numbers that WhatsApp takes. */
const listWhatsAppNumberCountries: Handler = async (_call, desk) =>
  ok({
    countries: countriesIn(desk.catalog)
      .map((country) => pricedCountry(country, []))
      .filter(({ whatsappAvailable }) => whatsappAvailable)
      .map(({ code, tier, monthlyCents, needsKyc, outboundCallingAvailable }) => ({
        code,
        tier,
        monthlyCents,
        needsKyc,
        outboundCallingAvailable,
      })),
  });

export const handlers: Readonly<Record<string, Handler>> = {
  searchAvailablePhoneNumbers: searching([]),
  searchAvailableWhatsAppNumbers: searching([CHANNEL.whatsapp]),
  checkPhoneNumberAvailability: checkingAvailability([]),
  checkWhatsAppNumberAvailability: checkingAvailability([CHANNEL.whatsapp]),
  listPhoneNumberCountries,
  listWhatsAppNumberCountries,
};
