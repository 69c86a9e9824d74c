/** Days in UTC, as reports count them. */
import { DAY_MS } from '../../../kernel/time.ts';

/** Days since the epoch. @param instant ms */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);

/** `YYYY-MM-DD`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The last instant of a day (ms). */
export const endOf = (day: number): number => (day + 1) * DAY_MS - 1;

export interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The days asked for, both included; open ends are filled in. `fromDate` and `toDate`, or their former names. */
export function daysIn(query: Readonly<Record<string, unknown>>, usual: DaySpan): DaySpan {
  const bound = (...names: readonly string[]): number | undefined => {
    const value = names.map((name) => query[name]).find((one) => typeof one === 'string');
    const at = value === undefined ? Number.NaN : Date.parse(value as string);
    return Number.isNaN(at) ? undefined : dayOf(at);
  };
  const to = bound('toDate', 'endDate', 'until') ?? usual.to;
  return { from: bound('fromDate', 'startDate', 'since') ?? Math.min(usual.from, to), to };
}

/** Every day of a span, oldest first; at most three years of them. */
export const eachDay = ({ from, to }: DaySpan): number[] =>
  Array.from({ length: Math.max(0, Math.min(to - from + 1, MOST_DAYS)) }, (_, at) => from + at);

const MOST_DAYS = 3 * 366;
