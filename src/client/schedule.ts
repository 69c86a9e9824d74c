/** A time as a person types it, turned into one instant: ISO 8601, `+2h`, `tomorrow 9:00`. Loaded only where a time is given. */
import type { ParsedComponents } from 'chrono-node';
import { DateTime, Duration, Settings } from 'luxon';
import { failure, type Failure } from '../kernel/failure.ts';
import type { DateOrder } from '../kernel/formats.ts';
import { isZone } from '../schema/formats.ts';
import { dateInFigures, meaningOf } from './date-order.ts';

// Nothing here is shown in anybody's language, and asking the system for its own takes 13 ms.
Settings.defaultLocale = 'en-US';

export interface Schedule {
  /** `2026-12-01T08:00:00.000Z` */
  readonly instant: string;
  /** `2026-12-01 09:00 Europe/Berlin (+01:00)`, for people. */
  readonly local: string;
  /** True when the clock shows this time twice, and the first of the two was taken. */
  readonly twice: boolean;
}

interface Asked {
  /** As typed. */
  readonly text: string;
  /** The flag that it was typed after. */
  readonly flag?: string;
  /** IANA zone for a time that names none. */
  readonly zone: string;
  /** How a date in figures is read; absent, one that reads two ways is refused. */
  readonly dateOrder?: DateOrder | undefined;
  readonly nowMs: number;
}

/**
 * @throws Failure `usage` for words that are no time, a zone that does not exist, a time the clock skips, and the past
 */
export async function scheduleFor({ text, flag = AT, zone, dateOrder, nowMs }: Asked): Promise<Schedule> {
  const refused = refusing(flag);
  if (!isZone(zone)) throw refused(`${zone} is not an IANA time zone.`, 'For example Europe/Berlin.');
  const asked = { text: text.trim(), zone, dateOrder, nowMs, refused };
  const found = /^\d{4}-\d\d/.test(asked.text) ? fromIso(asked) : (fromNow(asked) ?? (await fromWords(asked)));
  const time = found.time.setZone(zone).startOf('second');
  if (time.toMillis() <= nowMs) {
    const wayOut = flag === AT ? 'Publish immediately with --now, or give a later time.' : 'Give a later time.';
    throw refused(`${timeText(time)} is in the past.`, wayOut);
  }
  return { instant: time.toUTC().toISO() ?? '', local: timeText(time), twice: found.twice };
}

const AT = '--at';

type Refused = (message: string, hint?: string) => Failure;

interface Reading extends Omit<Asked, 'flag'> {
  readonly refused: Refused;
}

interface Found {
  readonly time: DateTime;
  readonly twice: boolean;
}

/** A date without a time of day is refused: midnight would be a guess. */
function fromIso({ text, zone, nowMs, refused }: Reading): Found {
  const iso = text.replace(/^(\S+)\s+(?=\d)/, '$1T').replace(/\s+(?=[+-]\d|Z$)/i, '');
  if (!iso.includes('T'))
    throw refused(`${text} has no time of day.`, example(text, DateTime.fromISO(text, { zone }), nowMs));
  const time = DateTime.fromISO(iso, { setZone: true, zone: 'utc' });
  if (!time.isValid)
    throw refused(
      `${JSON.stringify(text)} is not a valid time.`,
      'Write it as 2026-12-01 09:00, or +2h, or "tomorrow 9:00".',
    );
  return /(Z|[+-]\d\d(:?\d\d)?)$/i.test(iso.slice(iso.indexOf('T')))
    ? { time, twice: false }
    : onClock(time, zone, refused);
}

/** The day that was typed with a time behind it, where that can still be meant. */
const example = (text: string, day: DateTime, nowMs: number): string =>
  `For example "${day.isValid && day.toMillis() > nowMs ? text : 'tomorrow'} 09:00".`;

/** `+2h`, `+2h30m`: time that passes, which needs no reader of words. */
function fromNow({ text, nowMs }: Reading): Found | undefined {
  const passing = /^\+((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/i.exec(text)?.[1];
  if (!passing) return undefined;
  return { time: DateTime.fromMillis(nowMs).plus(Duration.fromISO(`PT${passing.toUpperCase()}`)), twice: false };
}

async function fromWords({ text, zone, dateOrder, nowMs, refused }: Reading): Promise<Found> {
  const words = inWords(text, dateOrder, refused);
  const { parse } = await import('chrono-node/en');
  const offset = DateTime.fromMillis(nowMs, { zone }).offset;
  const [found, ...more] = parse(words, { instant: new Date(nowMs), timezone: offset }, { forwardDate: true });
  if (found === undefined || more.length > 0 || found.end || found.text.length !== words.length) {
    throw refused(
      `${JSON.stringify(text)} is not a valid time.`,
      'Use a form such as 2026-12-01T09:00, +2h or "tomorrow 9:00".',
    );
  }
  return fromParts(found.start, { text, zone, nowMs, refused });
}

/** The text with its date in figures written out. @throws Failure `usage` for a date that reads two ways, or does not exist */
function inWords(text: string, order: DateOrder | undefined, refused: Refused): string {
  const date = dateInFigures(text);
  if (date === undefined) return text;
  const meant = meaningOf(date, order);
  if (typeof meant !== 'string') throw refused(meant.problem, meant.hint);
  return text.replace(date.typed, meant);
}

/** What the parser says of `+1d`, which names no hour because it means the present one. */
const COUNTED = 'result/relativeDate';

/** `+2h` counts time that passes; `+1d` and `tomorrow 9:00` follow the clock on the wall. */
function fromParts(parts: ParsedComponents, { text, zone, nowMs, refused }: Reading): Found {
  const [hasHour, hasOffset] = [parts.isCertain('hour'), parts.isCertain('timezoneOffset')];
  if (hasHour && hasOffset) return { time: DateTime.fromJSDate(parts.date()), twice: false };
  if (!hasHour && !parts.tags().has(COUNTED))
    throw refused(
      `${JSON.stringify(text)} has no time of day.`,
      example(text, DateTime.fromJSDate(parts.date()), nowMs),
    );
  const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
  const wall = Object.fromEntries(units.map((unit) => [unit, parts.get(unit) ?? 0]));
  return onClock(DateTime.fromObject(wall, { zone: 'utc' }), zone, refused);
}

/** What the clock of a zone shows, as an instant: none in the hour that is skipped, the first of two in the hour that comes twice. */
function onClock(wall: DateTime, zone: string, refused: Refused): Found {
  const time = wall.setZone(zone, { keepLocalTime: true });
  if (time.hour !== wall.hour || time.minute !== wall.minute) {
    throw refused(
      `${wall.toFormat('yyyy-MM-dd HH:mm')} does not exist in ${zone}: the clock skips that hour.`,
      `The first time after it is ${time.toFormat('yyyy-MM-dd HH:mm')}.`,
    );
  }
  const possible = time.getPossibleOffsets();
  const first = possible.reduce((earliest, one) => (one.toMillis() < earliest.toMillis() ? one : earliest), time);
  return { time: first, twice: possible.length > 1 };
}

function timeText(time: DateTime): string {
  const clock = time.toISOTime({ includeOffset: false, suppressSeconds: true, suppressMilliseconds: true });
  return `${time.toISODate()} ${clock} ${time.zoneName} (${time.zone.formatOffset(time.toMillis(), 'short')})`;
}

const refusing =
  (flag: string): Refused =>
  (message, hint) =>
    failure('usage', { message: `${flag}: ${message}`, param: flag, ...(hint !== undefined && { hint }) });
