/** When a feed is read again. Pure. Used by feeds.ts. */
import { DAY_MS, HOUR_MS } from '../../../../kernel/time.ts';
import type { DocOf } from '../../../store/store.ts';

export type Schedule = NonNullable<DocOf<'ad_catalog_feed'>['schedule']>;

const DAYS: readonly unknown[] = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** The next instant after this one, in milliseconds: a full hour in UTC. Source: readings, "Feeds" */
export function nextFetch({ interval, hour, dayOfWeek }: Schedule, now: number): number {
  if (interval === 'HOURLY') return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  const daysAhead =
    interval === 'WEEKLY' ? (DAYS.indexOf(dayOfWeek ?? DAYS[0]) - new Date(now).getUTCDay() + 7) % 7 : 0;
  const next = startOfDay(now) + daysAhead * DAY_MS + (hour ?? 0) * HOUR_MS;
  const period = interval === 'WEEKLY' ? 7 * DAY_MS : DAY_MS;
  return next > now ? next : next + period;
}
