/** Made-up prices of the local service, so that what is used has a cost that adds up. Read by metering.ts, and by what calls cost. */
import type { Catalog } from '../../../catalog/catalog.ts';

/** The price list of the network, without the day on which it was looked at. */
export const xPricesIn = (catalog: Pick<Catalog, 'fixtures'>): Readonly<Record<string, unknown>> =>
  catalog.fixtures()['x_pricing']?.[0] ?? {};

/** Dollars for a post on the network. */
export function xPostUsdIn(catalog: Pick<Catalog, 'fixtures'>): number {
  const { operations } = xPricesIn(catalog) as {
    readonly operations?: readonly { readonly operation: string; readonly pricePerCallUsd: number }[];
  };
  return operations?.find(({ operation }) => operation === 'post_create')?.pricePerCallUsd ?? 0;
}

/** A connected account beyond the free ones, and a number, a day. */
export const ACCOUNT_DAY_USD = 0.2;
export const NUMBER_DAY_USD = 0.1;

export const TEXT_USD = 0.01;

/** A minute of a call, as the simulated carrier charges. */
export const MINUTE_USD = 0.006;

/** A minute that is recorded, and one that is written down, on top. Source: VOI-12, VOI-13 */
export const RECORDING_MINUTE_USD = 0.004;
export const TRANSCRIPTION_MINUTE_USD = 0.03;

/** Minutes that a call counts for: a begun one is a whole one. */
export const minutesOf = (seconds: number): number => Math.ceil(seconds / 60);

/** What a call costs, as its events say it. */
export function callBilling(seconds: number) {
  const carrier = minutesOf(seconds) * MINUTE_USD;
  return { telnyxCostUSD: carrier, recordingCostUSD: 0, billableCostUSD: carrier, totalCostUSD: carrier };
}
