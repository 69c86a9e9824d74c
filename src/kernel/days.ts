/** Days of a series as queries bound them: `YYYY-MM-DD` in UTC, the last week where nothing is asked for. Pure. */
import { DAY_MS } from './time.ts';

/** Days in a series when nothing is asked for. */
const USUAL_DAYS = 7;

/** Days in a series at most. */
const MOST_DAYS = 366;

/** Bounds as they were sent: an instant, a day, which counts whole, or seconds since 1970. */
export interface DayBounds {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** The days of a series; none that has not begun. @param now milliseconds */
export function daysBetween({ from, to }: DayBounds, now: number): readonly string[] {
  const last = Math.min(instantIn(to, DAY_MS - 1) ?? now, now);
  const first = Math.max(instantIn(from, 0) ?? last - (USUAL_DAYS - 1) * DAY_MS, last - (MOST_DAYS - 1) * DAY_MS);
  const begin = Math.floor(first / DAY_MS);
  const count = Math.max(0, Math.floor(last / DAY_MS) - begin + 1);
  return Array.from({ length: count }, (_, at) => new Date((begin + at) * DAY_MS).toISOString().slice(0, 10));
}

/** Milliseconds; undefined for an open end and for anything that is not a time. */
function instantIn(value: unknown, rest: number): number | undefined {
  if (typeof value === 'number') return value * 1_000;
  if (typeof value !== 'string') return undefined;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? at + rest : at;
}
