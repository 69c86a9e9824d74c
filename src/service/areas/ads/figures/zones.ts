/** Days as an ad account has them: from midnight to midnight in its time zone. Pure. */
import { DateTime } from 'luxon';
import { DAY_MS } from '../../../../kernel/time.ts';

/** First instant of days by zone and day; a day never moves. */
const starts = new Map<string, number>();

/** @param day `YYYY-MM-DD` @returns milliseconds */
function startOf(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const start = starts.get(key) ?? DateTime.fromISO(day, { zone }).startOf('day').toMillis();
  starts.set(key, start);
  return start;
}

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** First instant of a day and of the next one, in milliseconds: 23 to 25 hours. @param day `YYYY-MM-DD` */
export const endsOfDay = (day: string, zone: string): readonly [number, number] => [
  startOf(day, zone),
  startOf(dayAfter(day), zone),
];

/** The clock on the wall of a zone, in milliseconds as if it were in UTC. @param at milliseconds */
export const wallClock = (at: number, zone: string): number => at + DateTime.fromMillis(at, { zone }).offset * 60_000;

/** @param at milliseconds @returns `YYYY-MM-DD` */
export const dayAt = (at: number, zone: string): string => new Date(wallClock(at, zone)).toISOString().slice(0, 10);

/** Milliseconds of the day that an instant belongs to. */
export function lengthOfDay(at: number, zone: string): number {
  const [from, to] = endsOfDay(dayAt(at, zone), zone);
  return to - from;
}

/** Where days that are not 24 hours long begin and end, between two instants in milliseconds. */
export function endsOfUnevenDays({ from, to, zone }: { from: number; to: number; zone: string }): readonly number[] {
  const ends: number[] = [];
  for (let day = dayAt(from, zone); startOf(day, zone) < to; day = dayAfter(day)) {
    const [begin, end] = endsOfDay(day, zone);
    if (end - begin !== DAY_MS) ends.push(begin, end);
  }
  return ends;
}
