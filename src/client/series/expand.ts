/** A rule to instants, right over a change of summer time: a time that the clock skips becomes the first one after it. Next stop: series.ts. */
import { DateTime, Settings } from 'luxon';
import { RRuleTemporal } from 'rrule-temporal';
import { failure } from '../../kernel/failure.ts';
import type { Repeat, WallTime } from './rule.ts';

Settings.defaultLocale = 'en-US';

export interface Occurrence {
  /** From 1. */
  readonly number: number;
  readonly instant: string;
  /** `2027-03-28 03:00 Europe/Berlin (+02:00)`, for people. */
  readonly local: string;
  /** The time on the wall that the clock skips that day. */
  readonly moved?: string;
  /** The clock shows this time twice that day, and this is the first of the two. */
  readonly twice?: true;
}

export interface Span {
  readonly repeat: Repeat;
  /** IANA zone of the times. */
  readonly zone: string;
  /** Occurrences are later than this, in ms. */
  readonly startMs: number;
  /** Last day, `2027-03-01`. */
  readonly until?: string;
  readonly count?: number;
}

/** The longest series: a post each day for over a year. */
export const MOST = 500;

/** @throws Failure `usage` for a series without an occurrence, or with too many */
export function occurrencesOf(span: Span): readonly Occurrence[] {
  const { zone, until, count = Infinity } = span;
  const last = until === undefined ? Infinity : dayIn(until, zone).endOf('day').toMillis();
  const found: Occurrence[] = [];
  for (const { time, wall } of timesOf(span)) {
    const ms = time.toMillis();
    if (ms > last || found.length >= count) break;
    if (ms <= span.startMs || ms <= Date.parse(found.at(-1)?.instant ?? '')) continue;
    if (found.length === MOST)
      throw failure('usage', {
        message: `The series has more than ${MOST} posts; choose an earlier end.`,
        param: '--until',
      });
    found.push(occurrence(found.length + 1, time, wall));
  }
  if (found.length === 0)
    throw failure('usage', {
      message: 'The series has no post: its end comes before its first time.',
      param: '--until',
    });
  return found;
}

function dayIn(text: string, zone: string): DateTime {
  const day = DateTime.fromISO(text, { zone });
  if (/^\d{4}-\d\d-\d\d$/.test(text) && day.isValid) return day;
  throw failure('usage', {
    message: `--until takes a day such as 2027-03-01, not ${JSON.stringify(text)}.`,
    param: '--until',
  });
}

interface Timed {
  readonly time: DateTime;
  /** What the rule asks for, on the wall. */
  readonly wall: DateTime;
}

function* timesOf({ repeat, zone, startMs }: Span): Generator<Timed> {
  const from = DateTime.fromMillis(startMs, { zone });
  for (const day of daysOf(repeat, from))
    for (const { hour, minute } of repeat.times) {
      const wall = DateTime.fromObject({ ...day, hour, minute }, { zone: 'utc' });
      yield { time: onClock(wall, zone), wall };
    }
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Longer than any series, with the occurrences of its first day that may be past. */
const LIMIT = MOST + 2;

/** Days are counted in UTC, where none is longer than another; an interval begins with the first day that fits. */
function daysOf({ days, times }: Repeat, from: DateTime): readonly Day[] {
  const isOver = ({ hour, minute }: WallTime): boolean => from.hour * 60 + from.minute >= hour * 60 + minute;
  const begin = times.every(isOver) ? from.plus({ days: 1 }) : from;
  const [first] = expanded(days.replace(/;INTERVAL=\d+/, ''), begin, 1);
  return first === undefined ? [] : expanded(days, DateTime.fromObject({ ...first }), LIMIT);
}

function expanded(days: string, from: DateTime, limit: number): readonly Day[] {
  const rule = new RRuleTemporal({ rruleString: `DTSTART:${from.toFormat('yyyyMMdd')}T000000Z\nRRULE:${days}` });
  return rule
    .all((_, at) => at < limit)
    .slice(0, limit)
    .map(({ year, month, day }) => ({ year, month, day }));
}

/** The first instant at which the clock of the zone shows the time, or a later one. */
function onClock(wall: DateTime, zone: string): DateTime {
  const time = wall.setZone(zone, { keepLocalTime: true });
  const isSkipped = time.hour !== wall.hour || time.minute !== wall.minute;
  if (isSkipped) return afterGap(time);
  return time.getPossibleOffsets().reduce((first, one) => (one < first ? one : first), time);
}

/** The instant of the change before `time`, which luxon has moved past it by the length of the gap. */
function afterGap(time: DateTime): DateTime {
  let [before, after] = [time.minus({ hours: 24 }).toMillis(), time.toMillis()];
  const isAfter = (ms: number): boolean => DateTime.fromMillis(ms, { zone: time.zone }).offset === time.offset;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isAfter(middle)) after = middle;
    else before = middle;
  }
  return DateTime.fromMillis(after, { zone: time.zone });
}

function occurrence(number: number, time: DateTime, wall: DateTime): Occurrence {
  const isMoved = time.toFormat('HH:mm') !== wall.toFormat('HH:mm');
  return {
    number,
    instant: time.toUTC().toISO() ?? '',
    local: `${time.toFormat('yyyy-MM-dd HH:mm')} ${time.zoneName} (${time.zone.formatOffset(time.toMillis(), 'short')})`,
    ...(isMoved && { moved: wall.toFormat('yyyy-MM-dd HH:mm') }),
    ...(time.getPossibleOffsets().length > 1 && { twice: true }),
  };
}
