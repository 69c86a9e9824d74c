/** Words with which people found a place, by months: together no more than the place was shown in searches. Figures come from places.ts. */
import { DAY_MS } from '../../../kernel/time.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { fractionOf } from '../../networks/chance.ts';
import { sharedOut } from '../../networks/shares.ts';
import { accountChanges } from '../../networks/simulated/metrics.ts';
import { accountFor, type AccountRecord } from '../../records/account.ts';
import { dayOf, eachDay, type DaySpan } from './days.ts';
import { figureOn } from './places.ts';

/** Figures that count how often searches showed a place. */
const SEARCHES = ['BUSINESS_IMPRESSIONS_DESKTOP_SEARCH', 'BUSINESS_IMPRESSIONS_MOBILE_SEARCH'];

/** What people type beside the name of the place. */
const WORDS = ['near me', 'opening hours', 'open now', 'reviews', 'phone number', 'directions', 'menu', 'prices'];

/** Share of searches whose keywords are reported; rare keywords are withheld. */
const REPORTED_PERCENT = 85;

const USUAL_MONTHS = 3;

const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** The first day of the month that is the given number of months later. */
const firstOf = (month: string, later = 0): number =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + later, 1);

const isMonth = (month: string): boolean => Number(month.slice(5)) >= 1 && Number(month.slice(5)) <= 12;

/** The days of the month, as far as they have begun. */
const daysOf = (month: string, now: number): DaySpan => ({
  from: dayOf(firstOf(month)),
  to: Math.min(dayOf(now), dayOf(firstOf(month, 1) - DAY_MS)),
});

export const getGoogleBusinessSearchKeywords: Handler = async ({ caller, query }, desk) => {
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  if (traitsOf(account.doc.platform).analytics !== 'place')
    return refuse('invalid_field_value', { param: 'accountId', message: 'This account has no business location.' });
  const now = desk.clock.now();
  const endMonth = String(query['endMonth'] ?? monthOf(now));
  if (!isMonth(endMonth)) return noMonth('endMonth');
  const startMonth = String(query['startMonth'] ?? monthOf(firstOf(endMonth, 1 - USUAL_MONTHS)));
  if (!isMonth(startMonth) || startMonth > endMonth) return noMonth('startMonth');
  const place = { accountId: account.id, changes: await accountChanges(desk.store.read, account.id) };
  const months = monthsFrom(startMonth, endMonth);
  return ok({
    success: true,
    accountId: account.id,
    platform: account.doc.platform,
    monthRange: { startMonth, endMonth },
    keywords: keywordsOf(
      account,
      months.map((month) => reportedIn(place, month, now)),
    ),
    note: 'Search terms with few users are withheld.',
  });
};

const noMonth = (param: string) =>
  refuse('invalid_field_value', { param, message: 'The month range is reversed, or a month does not exist.' });

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

const monthsFrom = (start: string, end: string): readonly string[] =>
  Array.from({ length: numberOf(end) - numberOf(start) + 1 }, (_, later) => monthOf(firstOf(start, later)));

/** How often searches showed the place in a month, as far as it is over and keywords are reported. @param now ms */
function reportedIn(place: Parameters<typeof figureOn>[0], month: string, now: number): number {
  const days = eachDay(daysOf(month, now));
  const shown = SEARCHES.flatMap((name) => days.map((day) => figureOn(place, name, day)));
  return Math.floor((shown.reduce((sum, count) => sum + count, 0) * REPORTED_PERCENT) / 100);
}

/**
 * The words by how often each led to the place, the most frequent first. Every month is shared out by itself, so that
 * the months of a range add up to it.
 */
function keywordsOf({ id, doc: { displayName } }: AccountRecord, reported: readonly number[]) {
  const name = displayName.toLowerCase();
  const words = [name, ...WORDS.map((word) => `${name} ${word}`)];
  const weights = words.map((word, at) => (0.3 + fractionOf(`${id} ${word}`)) / (1 + at));
  const shares = reported.map((month) => sharedOut(month, weights));
  return words
    .map((keyword, at) => ({ keyword, impressions: shares.reduce((sum, month) => sum + (month[at] ?? 0), 0) }))
    .filter(({ impressions }) => impressions > 0)
    .sort((one, other) => other.impressions - one.impressions);
}
