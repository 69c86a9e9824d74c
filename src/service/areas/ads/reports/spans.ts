/** The days that insights cover: named spans, dates, and how many days one row has. Used by insights.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import { daysBetween } from '../../../../kernel/days.ts';

/** First and last day of a named span, both included. */
type Ends = readonly [from: Date, to: Date];

const LONGEST_DAYS = 365;

const daysFrom = (day: Date, count: number): Date => new Date(day.getTime() + count * DAY_MS);

const month = (today: Date, at: number): Date => new Date(Date.UTC(today.getUTCFullYear(), at, 1));

const quarterOf = (today: Date): number => Math.floor(today.getUTCMonth() / 3) * 3;

/** The latest day with that number, today included; 0 is Sunday. */
const latest = (today: Date, weekday: number): Date => daysFrom(today, -((today.getUTCDay() - weekday + 7) % 7));

/** Spans by the names that the network has for them. Today itself counts only where the name says so. */
const PRESETS: Readonly<Record<string, (today: Date) => Ends>> = {
  today: (today) => [today, today],
  yesterday: (today) => [daysFrom(today, -1), daysFrom(today, -1)],
  this_month: (today) => [month(today, today.getUTCMonth()), today],
  last_month: (today) => [month(today, today.getUTCMonth() - 1), daysFrom(month(today, today.getUTCMonth()), -1)],
  this_quarter: (today) => [month(today, quarterOf(today)), today],
  last_quarter: (today) => [month(today, quarterOf(today) - 3), daysFrom(month(today, quarterOf(today)), -1)],
  this_year: (today) => [month(today, 0), today],
  last_year: (today) => [month(today, -12), daysFrom(month(today, 0), -1)],
  this_week_mon_today: (today) => [latest(today, 1), today],
  this_week_sun_today: (today) => [latest(today, 0), today],
  last_week_mon_sun: (today) => [daysFrom(latest(today, 1), -7), daysFrom(latest(today, 1), -1)],
  last_week_sun_sat: (today) => [daysFrom(latest(today, 0), -7), daysFrom(latest(today, 0), -1)],
  maximum: (today) => [daysFrom(today, -LONGEST_DAYS), today],
  data_maximum: (today) => [daysFrom(today, -LONGEST_DAYS), today],
  lifetime: (today) => [daysFrom(today, -LONGEST_DAYS), today],
};

const LAST_DAYS = /^last_(\d{1,3})d$/;

export const isPreset = (name: string): boolean => LAST_DAYS.test(name) || Object.hasOwn(PRESETS, name);

function endsOf(name: string, now: number): Ends | undefined {
  const today = new Date(now - (now % DAY_MS));
  const [, count] = LAST_DAYS.exec(name) ?? [];
  if (count !== undefined) return [daysFrom(today, -Number(count)), daysFrom(today, -1)];
  return Object.hasOwn(PRESETS, name) ? PRESETS[name]?.(today) : undefined;
}

/** Days, `YYYY-MM-DD`; dates go before a named span, and the last week is meant where neither is given. */
export function daysOf(asked: Fields, now: number): readonly string[] {
  const { fromDate, toDate, datePreset } = asked;
  const ends = fromDate === undefined && toDate === undefined ? endsOf(String(datePreset), now) : undefined;
  if (ends === undefined) return daysBetween({ from: fromDate, to: toDate }, now);
  const [from, to] = ends.map((day) => day.toISOString().slice(0, 10));
  return daysBetween({ from, to }, now);
}

const MOST_DAYS = 90;

/** Words for all days in one row. */
const ALL = ['all_days', 'undefined'];

export function isIncrement(value: unknown): boolean {
  const size = Number(value);
  return (
    value === 'monthly' || ALL.includes(String(value)) || (Number.isInteger(size) && size >= 1 && size <= MOST_DAYS)
  );
}

/** The days of each row: one by one, by months, or all together. */
export function rowsOfDays(days: readonly string[], increment: unknown): readonly (readonly string[])[] {
  if (days.length === 0) return [];
  if (increment === 'monthly') {
    const months = [...new Set(days.map((day) => day.slice(0, 7)))];
    return months.map((one) => days.filter((day) => day.startsWith(one)));
  }
  if (ALL.includes(String(increment))) return [days];
  const size = Number(increment);
  return Array.from({ length: Math.ceil(days.length / size) }, (_, at) => days.slice(at * size, (at + 1) * size));
}
