/** Hours of the week that the API counts in UTC, as a clock in a zone has them this week. Pure. */
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

/** @param nowMs says which week, and so whether summer time is in force */
export function hourIn(zone: string, { day, hour }: Pick<WeekHour, 'day' | 'hour'>, nowMs: number): WeekHour {
  const monday = DateTime.fromMillis(nowMs, { zone: 'utc' }).startOf('week');
  const local = monday.plus({ days: day, hours: hour }).setZone(zone);
  return { day: local.weekday - 1, hour: local.hour, minute: local.minute };
}

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `Wednesday 18:00`. */
export const hourWords = ({ day, hour, minute }: WeekHour): string =>
  `${DAY_NAMES[day] ?? ''} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
