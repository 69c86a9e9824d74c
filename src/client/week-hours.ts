/** Hours of the week that the API counts in UTC, as a clock in a zone has them now. Pure. */
import { DateTime } from 'luxon';

/** An hour of the week. */
export interface WeekHour {
  /** 0 is Monday. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  /** Other than 0 in zones that are off by a part of an hour. */
  readonly minute: number;
}

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/**
 * Every hour of the week is moved by the offset that is in force now: with two offsets, two hours would be one in the
 * week in which clocks are put back.
 * @param nowMs says whether summer time is in force
 */
export function hourIn(zone: string, { day, hour }: Pick<WeekHour, 'day' | 'hour'>, nowMs: number): WeekHour {
  const { offset } = DateTime.fromMillis(nowMs, { zone });
  const minutes = day * DAY_MINUTES + hour * 60 + offset;
  const local = ((minutes % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
  const ofDay = local % DAY_MINUTES;
  return { day: Math.floor(local / DAY_MINUTES), hour: Math.floor(ofDay / 60), minute: ofDay % 60 };
}

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `Wednesday 18:00`. */
export const hourWords = ({ day, hour, minute }: WeekHour): string =>
  `${DAY_NAMES[day] ?? ''} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
