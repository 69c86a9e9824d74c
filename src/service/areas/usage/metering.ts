/** The metered form of usage: a cost for each product and day, whose sums are the totals. Used by operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { CHARGED_PLATFORMS } from '../../../platforms/platforms.ts';
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { FREE_ACCOUNTS } from '../../limits/plan.ts';
import type { Reader } from '../../store/store.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import type { Target } from '../../store/post.ts';
import { ACCOUNT_DAY_USD, NUMBER_DAY_USD, TEXT_USD, xPostUsdIn } from './offers.ts';
import { callsIn, costOf, textsIn } from './telephony.ts';

/** Milliseconds; the end is not in it. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

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

const PRODUCTS = ['accounts', 'numbers', 'calls', 'sms', 'dlc', 'xApi', 'credits', 'other'] as const;

type Product = (typeof PRODUCTS)[number];
type Costs = Record<Product, number>;

const costs = (of: (product: Product) => number): Costs =>
  Object.fromEntries(PRODUCTS.map((product) => [product, cents(of(product))])) as Costs;

/** To the hundredth of a cent. */
const cents = (usd: number): number => Math.round(usd * 10_000) / 10_000;

/** Something that costs at an instant, for whom. */
interface Charge {
  readonly product: Product;
  /** Milliseconds. */
  readonly at: number;
  readonly usd: number;
  readonly accountId?: string;
  readonly profileId?: string;
}

export async function meteringOf(call: Call, desk: Desk, span: Span) {
  const { query } = call;
  const { profileIds } = call.caller;
  const all = await chargesIn(call, desk, span);
  const charges = all.filter(
    (one) =>
      // What belongs to no profile is the team's, and not shown to a key of some profiles. Source: AUTH-12
      (profileIds === null || (one.profileId !== undefined && profileIds.includes(one.profileId))) &&
      (query['accountId'] === undefined || one.accountId === query['accountId']) &&
      (query['profileId'] === undefined || one.profileId === query['profileId']),
  );
  const sum = (some: readonly Charge[]): Costs =>
    costs((product) => some.reduce((total, one) => total + (one.product === product ? one.usd : 0), 0));
  const totals = sum(charges);
  const total = cents(Object.values(totals).reduce((one, other) => one + other, 0));
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
    peaks: null,
    callUsage: null,
    period: { start: instantOf(span.start), end: instantOf(span.end), source: span.source },
    tax: null,
    ...attributionOf(call, charges, sum),
  };
}

const keyOf = (at: number, granularity: string): string =>
  granularity === 'total' ? 'total' : instantOf(at).slice(0, granularity === 'month' ? 7 : 10);

function attributionOf({ query, caller }: Call, charges: readonly Charge[], sum: (some: readonly Charge[]) => Costs) {
  const { groupBy } = query;
  if (groupBy !== 'profile' && groupBy !== 'account') return {};
  const field = groupBy === 'profile' ? 'profileId' : 'accountId';
  const slice = (some: readonly Charge[]) => {
    const byProduct = sum(some);
    return { byProduct, totalUsd: cents(Object.values(byProduct).reduce((one, other) => one + other, 0)) };
  };
  const keys = [...new Set(charges.flatMap((one) => one[field] ?? []))];
  const groups = keys.map((key) => ({ key, ...slice(charges.filter((one) => one[field] === key)) }));
  const unattributed = slice(charges.filter((one) => one[field] === undefined));
  return {
    attribution: { groupBy, groups, unattributed, totals: slice(charges), restricted: caller.profileIds !== null },
  };
}

async function chargesIn({ caller }: Call, desk: Desk, { start, end }: Span): Promise<Charge[]> {
  const { read } = desk.store;
  const { teamId } = caller;
  const until = Math.min(end, desk.clock.now() + 1);
  const xPostUsd = xPostUsdIn(desk.catalog);
  const [accounts, numbers, targets] = [
    await read.list(ACCOUNT_KIND, { teamId }),
    await read.list(NUMBER_KIND, { teamId }),
    await chargedTargets(read, teamId),
  ];
  const held = (createdAt: number, charge: Omit<Charge, 'at'>): Charge[] =>
    daysBetween(Math.max(start, createdAt), until).map((at) => ({ ...charge, at }));
  const owner = ({ id, profileId }: { id: string; profileId: string | null }) => ({
    accountId: id,
    ...(profileId === null ? {} : { profileId }),
  });
  const within = (at: number): boolean => at >= start && at < until;
  return [
    ...accounts
      .slice(FREE_ACCOUNTS)
      .flatMap((one) => held(one.createdAt, { product: 'accounts', usd: ACCOUNT_DAY_USD, ...owner(one) })),
    ...numbers
      .filter(({ doc }) => doc.status !== 'released')
      .flatMap((one) => held(one.createdAt, { product: 'numbers', usd: NUMBER_DAY_USD })),
    ...targets
      .filter(({ publishedAt }) => within(Date.parse(publishedAt ?? '')))
      .map(({ accountId, profileId, publishedAt = '' }): Charge => {
        return { product: 'xApi', at: Date.parse(publishedAt), usd: xPostUsd, accountId, profileId };
      }),
    ...(await textsIn(read, teamId))
      .filter(({ at, direction }) => direction === 'sent' && within(at))
      .map(({ at }): Charge => ({ product: 'sms', at, usd: TEXT_USD })),
    ...(await callsIn(read, teamId))
      .filter(({ createdAt }) => within(createdAt))
      .map((one): Charge => ({ product: 'calls', at: one.createdAt, usd: costOf(one) })),
  ];
}

/** Targets of the platforms whose price is passed on. */
async function chargedTargets(read: Reader, teamId: string): Promise<Target[]> {
  const targets = CHARGED_PLATFORMS.map(async (platform) => {
    const posts = await read.posts({ teamId, source: 'service', platform });
    return posts.flatMap((post) => post.targets).filter((target) => target.platform === platform);
  });
  return (await Promise.all(targets)).flat();
}

/** One instant in each day that begins before `end`. */
function daysBetween(start: number, end: number): number[] {
  const days: number[] = [];
  for (let at = start; at < end && days.length < 400; at = (Math.floor(at / DAY_MS) + 1) * DAY_MS) days.push(at);
  return days;
}
