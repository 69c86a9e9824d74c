/** What was reported of each ad, for its figures. Pure; attribution.ts has found the ads. */
import type { Reported } from '../figures/reported.ts';
import { isCounted, type ConversionRecord } from './conversion-record.ts';

/** The type of action that insights have for an event. Source: readings, "Conversions" */
const actionOf = (eventName: string | undefined): string =>
  `offsite_conversion.${(eventName ?? '').trim().toLowerCase().replaceAll(/\s+/g, '_')}`;

/** What was reported by an instant, by the id of the ad that led to it. */
export function reportedByAd(
  records: readonly ConversionRecord[],
  now: number,
  currencyOf: (adId: string) => string | null | undefined,
): ReadonlyMap<string, readonly Reported[]> {
  const byAd = new Map<string, Reported[]>();
  for (const record of records) {
    const { adId, clickedAt, eventName, eventTime = 0, value = 0, currency } = record.doc;
    const at = eventTime * 1_000;
    if (adId === undefined || clickedAt === undefined || !isCounted(record)) continue;
    if (record.createdAt > now || at > now) continue;
    const worth = currency === currencyOf(adId) ? value : 0;
    const one = { action: actionOf(eventName), at, clickedAt, value: worth };
    byAd.set(adId, [...(byAd.get(adId) ?? []), one]);
  }
  return byAd;
}
