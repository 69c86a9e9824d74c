/** The metered form of usage: a cost for each product and day, whose sums are the totals. Used by operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { isOverTelephone } from '../../../platforms/calls.ts';
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { chargesIn, PRODUCTS, type Charge, type Period, type Product } from './charges.ts';
import { centsOf, minutesOf, usdOf } from './offers.ts';
import { callsIn } from './telephony.ts';

export interface Span extends Period {
  readonly source: 'cycle' | 'window';
}

/** The month that now lies in, counted from the day of the sign-up. */
export function periodOf(signedUpAt: number, now: number): Period {
  const anchor = Math.min(new Date(signedUpAt).getUTCDate(), 28);
  const today = new Date(now);
  const months = today.getUTCMonth() - (today.getUTCDate() < anchor ? 1 : 0);
  const year = today.getUTCFullYear();
  return { start: Date.UTC(year, months, anchor), end: Date.UTC(year, months + 1, anchor) };
}

const RANGE_DAYS: Readonly<Record<string, number>> = { '7d': 7, '14d': 14, '30d': 30, '3mo': 91, '12mo': 365 };

/** The days of a query; undefined for a custom span without its ends. */
export function daysOf(query: Call['query'], cycle: Period, now: number): Span | undefined {
  const range = query['range'] ?? (query['from'] === undefined ? 'cycle' : 'custom');
  const end = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  if (range === 'cycle') return { ...cycle, source: 'cycle' };
  if (range === 'prev-cycle') return { ...periodOf(cycle.start, cycle.start - 1), source: 'cycle' };
  const days = RANGE_DAYS[String(range)];
  if (days !== undefined) return { start: end - days * DAY_MS, end, source: 'window' };
  const [from, to] = [Date.parse(String(query['from'])), Date.parse(String(query['to'] ?? instantOf(now)))];
  if (Number.isNaN(from) || Number.isNaN(to) || to < from) return undefined;
  return { start: from, end: Math.floor(to / DAY_MS) * DAY_MS + DAY_MS, source: 'window' };
}

type Costs = Record<Product, number>;

/** In millionths of a dollar. */
const microsIn = (some: readonly Charge[]): number => some.reduce((total, { micros }) => total + micros, 0);

/** In dollars. */
const sum = (some: readonly Charge[]): Costs =>
  Object.fromEntries(
    PRODUCTS.map((product) => [product, usdOf(microsIn(some.filter((one) => one.product === product)))]),
  ) as Costs;

/** What a caller may see of the team's charges, as the query limits it. */
async function chargesFor({ query, caller }: Call, desk: Desk, span: Period): Promise<Charge[]> {
  const { profileIds, teamId } = caller;
  return (await chargesIn(teamId, desk, span)).filter(
    (one) =>
      // What belongs to no profile is the team's, and not shown to a key of some profiles. Source: AUTH-12
      (profileIds === null || (one.profileId !== undefined && profileIds.includes(one.profileId))) &&
      (query['accountId'] === undefined || one.accountId === query['accountId']) &&
      (query['profileId'] === undefined || one.profileId === query['profileId']),
  );
}

/** What a period has cost so far, in whole cents. */
export async function accruedCents(call: Call, desk: Desk, period: Period) {
  const charges = await chargesFor({ ...call, query: {} }, desk, period);
  return {
    all: centsOf(microsIn(charges)),
    x: centsOf(microsIn(charges.filter(({ product }) => product === 'xApi'))),
  };
}

export async function meteringOf(call: Call, desk: Desk, span: Span) {
  const { query } = call;
  const charges = await chargesFor(call, desk, span);
  const totals = sum(charges);
  const total = usdOf(microsIn(charges));
  const granularity = String(query['granularity'] ?? 'day');
  const rows = new Map<string, Charge[]>();
  for (const one of charges)
    rows.set(keyOf(one.at, granularity), [...(rows.get(keyOf(one.at, granularity)) ?? []), one]);
  return {
    supported: true,
    granularity,
    days: [...rows].sort(([one], [other]) => one.localeCompare(other)).map(([date, own]) => ({ date, ...sum(own) })),
    totals: { ...totals, total },
    lineItems: PRODUCTS.filter((product) => totals[product] > 0).map((product) => ({
      name: product,
      product,
      totalUsd: totals[product],
      quantity: charges.filter((one) => one.product === product).length,
    })),
    peaks: { accounts: peakOf(charges, 'accounts'), numbers: peakOf(charges, 'numbers') },
    callUsage: await callUsageIn(call, desk, span),
    period: { start: instantOf(span.start), end: instantOf(span.end), source: span.source },
    tax: null,
    ...attributionOf(call, charges),
  };
}

const keyOf = (at: number, granularity: string): string =>
  granularity === 'total' ? 'total' : instantOf(at).slice(0, granularity === 'month' ? 7 : 10);

function attributionOf({ query, caller }: Call, charges: readonly Charge[]) {
  const { groupBy } = query;
  if (groupBy !== 'profile' && groupBy !== 'account') return {};
  const field = groupBy === 'profile' ? 'profileId' : 'accountId';
  const slice = (some: readonly Charge[]) => ({ byProduct: sum(some), totalUsd: usdOf(microsIn(some)) });
  const keys = [...new Set(charges.flatMap((one) => one[field] ?? []))];
  const groups = keys.map((key) => ({ key, ...slice(charges.filter((one) => one[field] === key)) }));
  const unattributed = slice(charges.filter((one) => one[field] === undefined));
  return {
    attribution: { groupBy, groups, unattributed, totals: slice(charges), restricted: caller.profileIds !== null },
  };
}

/** The most that were charged on one day. */
function peakOf(charges: readonly Charge[], product: Product): number {
  const days = charges.filter((one) => one.product === product).map(({ at }) => keyOf(at, 'day'));
  return Math.max(0, ...[...new Set(days)].map((day) => days.filter((one) => one === day).length));
}

/** Calls and begun minutes, on phones and on WhatsApp. */
async function callUsageIn({ caller }: Call, desk: Desk, { start, end }: Period) {
  if (caller.profileIds !== null) return null;
  const calls = (await callsIn(desk.store.read, caller.teamId)).filter(
    ({ createdAt }) => createdAt >= start && createdAt < end,
  );
  const of = (isTelephone: boolean) => {
    const own = calls.filter(({ doc }) => isOverTelephone(doc.channel) === isTelephone);
    const minutes = own.reduce((all, { doc }) => all + minutesOf(doc.durationSeconds), 0);
    return { count: own.length, minutes };
  };
  return { whatsapp: of(false), pstn: of(true) };
}
