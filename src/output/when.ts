/** Instants as people say them: near ones by how far away they are, others by day and time of day. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/** From when and where an instant is looked at. */
export interface Moment {
  /** Milliseconds. */
  readonly now: number;
  /** IANA zone. */
  readonly zone: string;
}

/** `in 40 min`, `3 h ago`, else the day and the time of day. */
export function whenText(instant: string | null, moment: Moment): string {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? '' : (nearText(at, moment) ?? dayText(at, moment.zone));
}

/** `in 40 min`, `3 h ago`; nothing for an instant more than a day away. */
function nearText(at: number, moment: Moment): string | undefined {
  const ahead = at - moment.now;
  if (Math.abs(ahead) >= DAY_MS) return undefined;
  if (ahead < 0) {
    const age = agoText(at, moment);
    return age === 'now' ? age : `${age} ago`;
  }
  if (ahead < MINUTE_MS) return 'now';
  return ahead < HOUR_MS
    ? `in ${String(Math.floor(ahead / MINUTE_MS))} min`
    : `in ${String(Math.floor(ahead / HOUR_MS))} h`;
}

/** How long ago, in a few characters: `5 min`, `3 h`, `2 d`, or the day. */
export function ageText(instant: string | undefined, moment: Moment): string {
  const at = Date.parse(instant ?? '');
  return Number.isNaN(at) ? '' : agoText(at, moment);
}

function agoText(at: number, { now, zone }: Moment): string {
  const ago = now - at;
  if (ago < MINUTE_MS) return 'now';
  if (ago < HOUR_MS) return `${String(Math.floor(ago / MINUTE_MS))} min`;
  if (ago < DAY_MS) return `${String(Math.floor(ago / HOUR_MS))} h`;
  if (ago < 7 * DAY_MS) return `${String(Math.floor(ago / DAY_MS))} d`;
  const { month, day } = partsOf(at, zone);
  return `${month} ${day}`;
}

/** `Thu Dec 3, 09:00`. */
export function dayText(at: number, zone: string): string {
  const { weekday, month, day, time } = partsOf(at, zone);
  return `${weekday} ${month} ${day}, ${time}`;
}

/** Days until which an instant of another year is said without it. */
const SAME_YEAR_DAYS = 180;

/** What a column may say of an instant, the longest first: `Thu Dec 3, 09:00`, `Dec 3, 09:00`, `Dec 3`. */
export function instantForms(at: number, moment: Moment): readonly string[] {
  const near = nearText(at, moment);
  if (near !== undefined) return [near];
  const { weekday, month, day, year, time } = partsOf(at, moment.zone);
  const isFar = Math.abs(at - moment.now) > SAME_YEAR_DAYS * DAY_MS && year !== partsOf(moment.now, moment.zone).year;
  if (isFar) return [`${month} ${day} ${year}, ${time}`, `${month} ${day} ${year}`];
  return [`${weekday} ${month} ${day}, ${time}`, `${month} ${day}, ${time}`, `${month} ${day}`];
}

/** `Thu Dec 3 2026, 09:00 (in 3 h)`. */
export function wholeInstant(at: number, moment: Moment): string {
  const { weekday, month, day, year, time } = partsOf(at, moment.zone);
  const near = nearText(at, moment);
  return `${weekday} ${month} ${day} ${year}, ${time}${near === undefined ? '' : ` (${near})`}`;
}

interface Parts {
  readonly weekday: string;
  readonly month: string;
  readonly day: string;
  readonly year: string;
  readonly time: string;
}

/** Making a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: number, zone: string): Parts {
  const format = formats.get(zone) ?? formatOf(zone);
  formats.set(zone, format);
  const parts = format.formatToParts(at);
  const of = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: of('weekday'),
    month: of('month'),
    day: of('day'),
    year: of('year'),
    time: `${of('hour')}:${of('minute')}`,
  };
}

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
