/** Whether a number is open: its business hours in its own zone. Asked by routing.ts. */
import { DateTime } from 'luxon';

interface Window {
  readonly day?: number | undefined;
  readonly open?: string | undefined;
  readonly close?: string | undefined;
}

export interface Hours {
  readonly businessHoursEnabled?: boolean | undefined;
  /** IANA zone; UTC without one. */
  readonly businessHoursTimezone?: string | null | undefined;
  readonly businessHours?: readonly Window[] | undefined;
}

/** Open from the first minute of a window to the last before its end; always, as long as there is no window. @param now milliseconds */
export function isOpen(
  { businessHoursEnabled, businessHoursTimezone, businessHours = [] }: Hours,
  now: number,
): boolean {
  if (businessHoursEnabled !== true || businessHours.length === 0) return true;
  const there = DateTime.fromMillis(now, { zone: businessHoursTimezone ?? 'utc' });
  const [day, time] = [there.weekday % 7, there.toFormat('HH:mm')];
  return businessHours.some((one) => one.day === day && (one.open ?? '') <= time && time < (one.close ?? ''));
}
