/** The numbers that the simulated carriers sell now: those of the fixture or of the last restocking, without those that somebody has. Used by search, orders and restocking. */
import type { Catalog } from '../../../../catalog/catalog.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { ownKind } from '../../../store/record.ts';
import type { Reader, StoredRecord } from '../../../store/store.ts';
import { countriesIn, type CountryType, type NumberArea, type NumberCountry, type NumberType } from '../record.ts';

/** A number for sale. */
export interface Offered {
  readonly phoneNumber: string;
  readonly country: string;
  readonly numberType: NumberType;
  readonly areaCode: string;
  readonly locality: string | null;
  readonly features: readonly string[];
}

/** What a caller wants of a number; undefined for whatever there is. */
export interface Wanted {
  readonly country?: string | undefined;
  readonly numberType?: string | undefined;
  readonly areaCode?: string | undefined;
  readonly locality?: string | undefined;
  /** Digits in a row. */
  readonly contains?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly features?: readonly string[] | undefined;
}

/** The numbers of a type of a country that are for sale since it was restocked, in place of those of the fixture. */
const RESTOCKED = ownKind<{ readonly phoneNumbers: readonly string[] }>('$restocked_numbers');

/** The doors that stock is read through. */
export interface StockDoors {
  readonly catalog: Pick<Catalog, 'fixtures'>;
  readonly read: Reader;
}

export async function offeredIn({ catalog, read }: StockDoors, wanted: Wanted): Promise<readonly Offered[]> {
  const held = await heldIn(read);
  const of = countriesIn(catalog).filter(({ code }) => wanted.country === undefined || code === wanted.country);
  const all: Offered[] = [];
  for (const country of of)
    for (const type of country.types)
      all.push(...(await forSale(read, country, type)).filter((one) => fits(one, wanted)));
  return all.filter(({ phoneNumber }) => !held.has(phoneNumber));
}

/** Numbers that nobody else can have: declined and released orders hold none. */
async function heldIn(read: Reader): Promise<ReadonlySet<string>> {
  const numbers = await read.list(NUMBER_KIND);
  const holding = numbers.filter(({ doc }) => doc.status !== 'released' && doc.status !== 'regulatory_declined');
  return new Set(holding.flatMap(({ doc }) => doc.phoneNumber ?? []));
}

async function forSale(read: Reader, { code }: NumberCountry, type: CountryType): Promise<readonly Offered[]> {
  const restocked = (await read.get(RESTOCKED, `${code}/${type.numberType}`))?.doc.phoneNumbers;
  const areas = type.areas.flatMap((area) =>
    numbersIn(area, restocked === undefined ? area.count : area.room).map((phoneNumber) => ({ area, phoneNumber })),
  );
  return areas
    .filter(({ phoneNumber }) => restocked?.includes(phoneNumber) !== false)
    .map(({ area: { areaCode, locality }, phoneNumber }) => ({
      phoneNumber,
      country: code,
      numberType: type.numberType,
      areaCode,
      locality,
      features: type.features,
    }));
}

const numbersIn = ({ first }: NumberArea, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `+${String(BigInt(first.slice(1)) + BigInt(at))}`);

/** The row of the fixture whose areas have a number, sold or not. */
export const areaTypeOf = (catalog: Pick<Catalog, 'fixtures'>, phoneNumber: string): CountryType | undefined =>
  countriesIn(catalog)
    .flatMap(({ types }) => types)
    .find(({ areas }) => areas.some((area) => numbersIn(area, area.room).includes(phoneNumber)));

function fits(one: Offered, { numberType, areaCode, locality, contains, phoneNumber, features = [] }: Wanted): boolean {
  return (
    (numberType ?? one.numberType) === one.numberType &&
    (areaCode ?? one.areaCode) === one.areaCode &&
    (locality === undefined || locality.toLowerCase() === one.locality?.toLowerCase()) &&
    (phoneNumber ?? one.phoneNumber) === one.phoneNumber &&
    one.phoneNumber.includes(contains ?? '') &&
    features.every((feature) => one.features.includes(feature))
  );
}

/** Types of the country and how many numbers of each are for sale from now on. */
export interface Restocking {
  readonly country: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The stock as it is after a restocking: numbers of each type that nobody has, up to the count and to the room of its areas. */
export async function restockedBy(
  { catalog, read }: StockDoors,
  { country, counts }: Restocking,
): Promise<StoredRecord[]> {
  const held = await heldIn(read);
  const types = countriesIn(catalog).find(({ code }) => code === country)?.types ?? [];
  return types.flatMap(({ numberType, areas }) => {
    const count = counts[numberType];
    if (count === undefined) return [];
    const free = areas.flatMap((area) => numbersIn(area, area.room)).filter((one) => !held.has(one));
    const doc = { phoneNumbers: free.slice(0, count) };
    const place = { teamId: '', profileId: null, parentId: null, createdAt: 0 };
    return [{ kind: RESTOCKED, id: `${country}/${numberType}`, ...place, doc }];
  });
}
