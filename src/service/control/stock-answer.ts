/** What the simulated carriers have for sale, and who waits for more: a row for each type of number of a country. Loaded at the first call. */
import { countriesIn } from '../areas/phone-numbers/record.ts';
import { offeredIn } from '../areas/phone-numbers/stock/stock.ts';
import type { Desk } from '../desk.ts';

export interface StockRow {
  readonly country: string;
  readonly name: string;
  readonly numberType: string;
  /** Numbers that can be bought now. */
  readonly available: number;
  /** The first of them; null when sold out. */
  readonly next: string | null;
  /** Watches that end when there are numbers again. */
  readonly watches: number;
}

/** @param country code of the only one wanted */
export async function readStock({ catalog, store }: Desk, country?: string): Promise<readonly StockRow[]> {
  const offered = await offeredIn({ catalog, read: store.read }, { country });
  const watches = await store.read.list('phone_number_stock_watch');
  return countriesIn(catalog)
    .filter(({ code }) => country === undefined || code === country)
    .flatMap(({ code, name, types }) =>
      types.map(({ numberType }) => {
        const here = offered.filter((one) => one.country === code && one.numberType === numberType);
        const waiting = watches.filter(
          ({ doc }) => doc.country === code && (doc.numberType ?? numberType) === numberType,
        );
        const next = here[0]?.phoneNumber ?? null;
        return { country: code, name, numberType, available: here.length, next, watches: waiting.length };
      }),
    );
}
