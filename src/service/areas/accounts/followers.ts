/** Follower counts over time: a curve of its own for each account, the same for the same account and day. */
import { instantOf } from '../../../kernel/instant.ts';
import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../kernel/time.ts';
import { ok } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { accountChanges } from '../../networks/simulated/metrics.ts';
import type { Reader } from '../../store/store.ts';
import { accountsFor, accountView, type AccountRecord } from '../../records/account.ts';

/** Days shown when no range is asked for. */
const RANGE_DAYS = 30;

/** Longest range, in days. */
const LONGEST_RANGE = 3 * 366;

const getFollowerStats: Handler = async ({ caller, query }, desk) => {
  if (!(await desk.plan.of(caller.teamId)).analyticsAddon) return addonMissing;
  const to = dayOf(query['toDate']) ?? Math.floor(desk.clock.now() / DAY_MS);
  const from = dayOf(query['fromDate']) ?? to - RANGE_DAYS;
  if (from > to || to - from > LONGEST_RANGE) {
    return refuse('invalid_field_value', {
      param: 'fromDate',
      message: 'The date range is reversed or longer than three years.',
    });
  }
  const wanted =
    typeof query['accountIds'] === 'string' ? query['accountIds'].split(',').map((id) => id.trim()) : undefined;
  const profileId = typeof query['profileId'] === 'string' ? query['profileId'] : undefined;
  const reached = await accountsFor(desk.store.read, caller, profileId);
  const unknown = wanted?.find((id) => !reached.some((account) => account.id === id));
  if (unknown !== undefined) return refuse('account_not_found', { param: 'accountIds' });
  const granularity = String(query['granularity'] ?? 'daily');
  const days = daysBetween(from, to, granularity);
  const accounts = reached.filter(({ id }) => wanted === undefined || wanted.includes(id));
  const curves = await Promise.all(accounts.map(({ id }) => curveOf(desk.store.read, id)));
  return ok({
    accounts: accounts.map((account, at) => summary(account, days, curves[at] ?? none)),
    stats: Object.fromEntries(accounts.map(({ id }, at) => [id, days.map((day) => point(day, curves[at] ?? none))])),
    dateRange: { from: isoOf(from), to: isoOf(to) },
    granularity,
  });
};

/** An answer that predates the envelope. Source: fact set */
const addonMissing = {
  status: 403,
  body: {
    error: 'Follower statistics require the analytics add-on.',
    message: 'Enable analytics for the plan.',
    requiresAddon: true,
  },
};

/** Followers by day. */
type Curve = (day: number) => number;

const none: Curve = () => 0;

/**
 * The curve of an account. Counts are read once a day, at its beginning: what was set on a day shows from the next day
 * on, and goes on growing from there.
 * Source: ANA-12
 */
export async function curveOf(reader: Reader, accountId: string): Promise<Curve> {
  const changes = await accountChanges(reader, accountId);
  return (day) => {
    const set = changes.findLast(({ at, metrics }) => at < day * DAY_MS && metrics['followers'] !== undefined);
    if (set === undefined) return followersOn(accountId, day);
    const first = Math.floor(set.at / DAY_MS) + 1;
    const grown = followersOn(accountId, day) - followersOn(accountId, first);
    return Math.max(0, (set.metrics['followers'] ?? 0) + grown);
  };
}

/** Followers of an account on a day: a base, steady growth and a little weather. @param day days since the epoch */
function followersOn(accountId: string, day: number): number {
  const base = 200 + (hashed(accountId) % 20_000);
  const yearly = 0.05 + (hashed(`${accountId}/growth`) % 60) / 100;
  const weather = (hashed(`${accountId}/${day}`) % 7) - 3;
  return Math.max(0, Math.round(base * (1 + (yearly * (day - FIRST_DAY)) / 365)) + weather);
}

/** Day at which every curve passes its base: the first of 2025. */
const FIRST_DAY = 20_089;

function summary(account: AccountRecord, days: readonly number[], curve: Curve): Record<string, unknown> {
  const first = curve(days[0] ?? FIRST_DAY);
  const last = days.at(-1) ?? FIRST_DAY;
  const currentFollowers = curve(last);
  const growth = currentFollowers - first;
  return {
    ...accountView(account.doc),
    currentFollowers,
    lastUpdated: isoOf(last),
    growth,
    growthPercentage: first === 0 ? 0 : Math.round((growth / first) * 10_000) / 100,
    dataPoints: days.length,
  };
}

const point = (day: number, curve: Curve) => ({ date: isoOf(day).slice(0, 10), followers: curve(day) });

/** The days that are shown: each one, the Sundays, or the last days of months; the last day always. */
function daysBetween(from: number, to: number, granularity: string): number[] {
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (granularity === 'weekly') return all.filter((day) => day === to || new Date(day * DAY_MS).getUTCDay() === 0);
  if (granularity === 'monthly')
    return all.filter((day) => day === to || new Date((day + 1) * DAY_MS).getUTCDate() === 1);
  return all;
}

const dayOf = (date: unknown): number | undefined =>
  typeof date === 'string' ? Math.floor(Date.parse(date) / DAY_MS) : undefined;

const isoOf = (day: number): string => instantOf(day * DAY_MS);

const hashed = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

export const handlers: Record<string, Handler> = { getFollowerStats };
