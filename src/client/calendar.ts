/** Posts by the day on which they go out, as a clock in one zone has it. Used by `svc posts calendar`. Pure. */
import { DateTime, Settings } from 'luxon';
import { failure } from '../kernel/failure.ts';
import { fieldsIn, textOf, type Fields } from '../kernel/json.ts';
import { isZone } from '../schema/formats.ts';

Settings.defaultLocale = 'en-US';

export type CalendarUnit = 'week' | 'month';

/** Days from Monday to Sunday, or those of a month. */
export interface CalendarSpan {
  readonly unit: CalendarUnit;
  /** IANA zone in which the days begin. */
  readonly zone: string;
  /** Every day, `2026-12-01`. */
  readonly days: readonly string[];
  /** The first instant, and the last: `2026-11-30T23:00:00.000Z`. */
  readonly start: string;
  readonly end: string;
  /** The day that it is now. */
  readonly today: string;
}

interface SpanRequest {
  /** `2026-12` or `2026-12-24`; today where absent. */
  readonly day: string | undefined;
  readonly unit: CalendarUnit;
  readonly zone: string;
  readonly nowMs: number;
}

/** @throws Failure `usage` for a day or a zone that does not exist */
export function spanAround({ day, unit, zone, nowMs }: SpanRequest): CalendarSpan {
  if (!isZone(zone))
    throw failure('usage', { message: `${zone} is not an IANA time zone.`, hint: 'For example Europe/Berlin.' });
  const now = DateTime.fromMillis(nowMs, { zone });
  const middle = day === undefined ? now : dayIn(day, zone);
  const first = middle.startOf(unit);
  const last = middle.endOf(unit);
  const length = Math.round(last.startOf('day').diff(first, 'days').days) + 1;
  return {
    unit,
    zone,
    days: Array.from({ length }, (_, at) => dateOf(first.plus({ days: at }))),
    start: instantOf(first),
    end: instantOf(last),
    today: dateOf(now),
  };
}

const DAY = /^\d{4}-\d\d(?:-\d\d)?$/;

function dayIn(text: string, zone: string): DateTime {
  const time = DateTime.fromISO(text, { zone });
  if (DAY.test(text) && time.isValid) return time;
  throw failure('usage', {
    message: `${JSON.stringify(text)} is not a month or a day.`,
    param: 'day',
    hint: 'For example 2026-12 or 2026-12-24.',
  });
}

const dateOf = (time: DateTime): string => time.toFormat('yyyy-MM-dd');
const instantOf = (time: DateTime): string => time.toUTC().toISO() ?? '';

/** A post on its day. */
export interface CalendarEntry {
  readonly [name: string]: unknown;
  /** `2026-12-01` */
  readonly date: string;
  /** `09:00` */
  readonly time: string;
  readonly status: string;
  readonly platforms: readonly string[];
  readonly content: string;
  readonly _id: string;
}

/** The posts that go out in the span, or went out, by time. Drafts without a time are left out. */
export function entriesOf(posts: readonly Fields[], { zone, days }: CalendarSpan): readonly CalendarEntry[] {
  const timed = posts.flatMap((post) => {
    const instant = textOf(post['scheduledFor']) ?? textOf(post['publishedAt']);
    return instant === undefined ? [] : [{ post, time: DateTime.fromISO(instant, { zone }) }];
  });
  return timed
    .filter(({ time }) => time.isValid && days.includes(dateOf(time)))
    .toSorted((one, other) => one.time.toMillis() - other.time.toMillis())
    .map(({ post, time }) => entryOf(post, time));
}

function entryOf(post: Fields, time: DateTime): CalendarEntry {
  const targets = fieldsIn(post['platforms']);
  const ownText = targets.map((target) => textOf(target['customContent']));
  const texts = [textOf(post['content']), textOf(post['title']), ...ownText];
  return {
    date: dateOf(time),
    time: time.toFormat('HH:mm'),
    status: textOf(post['status']) ?? 'unknown',
    platforms: [...new Set(targets.map(({ platform }) => String(platform)))],
    content: texts.find((text) => text !== undefined && text !== '') ?? '',
    _id: String(post['_id']),
  };
}

/** The times of a queue that fall into the span. */
export const freeEntries = (slots: readonly string[], { zone, days }: CalendarSpan): readonly CalendarEntry[] =>
  slots
    .map((slot) => DateTime.fromISO(slot, { zone }))
    .filter((time) => time.isValid && days.includes(dateOf(time)))
    .map((time) => ({
      date: dateOf(time),
      time: time.toFormat('HH:mm'),
      status: 'free',
      platforms: [],
      content: '',
      _id: instantOf(time),
    }));

/** The months of some times in a zone, `2026-12`, in order. */
export const monthsOf = (slots: readonly string[], zone: string): readonly string[] => [
  ...new Set(slots.map((slot) => DateTime.fromISO(slot, { zone }).toFormat('yyyy-MM'))),
];

/** `December 2026`, or `Week of 7 December 2026`. */
export function headingOf({ unit, days, zone }: CalendarSpan): string {
  const first = DateTime.fromISO(days[0] ?? '', { zone });
  return unit === 'month' ? first.toFormat('LLLL yyyy') : `Week of ${first.toFormat('d LLLL yyyy')}`;
}

/** `Mon 7 Dec` */
export const dayHeading = (date: string): string => DateTime.fromISO(date, { zone: 'utc' }).toFormat('ccc d LLL');

/** Days between Monday and this one: 0 to 6. */
export const weekdayOf = (date: string): number => DateTime.fromISO(date, { zone: 'utc' }).weekday - 1;
