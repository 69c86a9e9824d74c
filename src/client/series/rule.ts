/** `every 2 weeks on Monday and Thursday at 9:00`, read as a recurrence rule and times of day. Pure. Next stop: expand.ts. */
import { failure, type Failure } from '../../kernel/failure.ts';

/** A time on the wall. */
export interface WallTime {
  readonly hour: number;
  readonly minute: number;
}

export interface Repeat {
  /** Days by RFC 5545: `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO`. */
  readonly days: string;
  readonly times: readonly WallTime[];
}

const DAYS: Readonly<Record<string, string>> = {
  mon: 'MO',
  tue: 'TU',
  wed: 'WE',
  thu: 'TH',
  fri: 'FR',
  sat: 'SA',
  sun: 'SU',
};
const DAY = /^(mon|tue|wed|thu|fri|sat|sun)(day|s|sday|nesday|rsday|urday)?s?$/;
const GROUPS: Readonly<Record<string, string>> = {
  weekday: 'MO,TU,WE,TH,FR',
  weekdays: 'MO,TU,WE,TH,FR',
  weekend: 'SA,SU',
  weekends: 'SA,SU',
};
const FREQUENCIES: Readonly<Record<string, string>> = {
  day: 'DAILY',
  days: 'DAILY',
  week: 'WEEKLY',
  weeks: 'WEEKLY',
  month: 'MONTHLY',
  months: 'MONTHLY',
};
const SHORT: Readonly<Record<string, string>> = { daily: 'every day', weekly: 'every week', monthly: 'every month' };
const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };
const TIME = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/;
const LINKS = ['and', 'at', 'on', 'the'];

/** @throws Failure `usage` for words that are no rule, or have no time of day */
export function repeatFrom(text: string): Repeat {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/(\d)\s+(am|pm)\b/g, '$1$2');
  const words = plain.replace(/^\w+/, (first) => SHORT[first] ?? first).split(/[\s,]+/);
  if (words.shift() !== 'every') throw refused(text);
  const isTime = (word: string): boolean => TIME.test(word) && /:|am|pm/.test(word);
  const times = words.filter(isTime).map((word) => timeFrom(word, text));
  const days = words.filter((word) => !isTime(word) && !LINKS.includes(word));
  if (times.length === 0)
    throw failure('usage', {
      message: `--repeat: ${JSON.stringify(text)} has no time of day.`,
      param: '--repeat',
      hint: 'For example "every Monday 9:00".',
    });
  return { days: daysFrom(days, text), times: times.sort((a, b) => a.hour * 60 + a.minute - b.hour * 60 - b.minute) };
}

function timeFrom(word: string, text: string): WallTime {
  const [, hours = '', minutes = '0', half] = TIME.exec(word) ?? [];
  const [typed, minute] = [Number(hours), Number(minutes)];
  if (minute > 59 || typed > 23 || (half !== undefined && (typed < 1 || typed > 12))) throw refused(text);
  const hour = half === undefined ? typed : (typed % 12) + (half === 'pm' ? 12 : 0);
  return { hour, minute };
}

/** The words between `every` and the time. */
function daysFrom(words: readonly string[], text: string): string {
  const [first = '', ...rest] = words;
  const counted = first === 'other' ? 2 : /^\d{1,2}$/.test(first) ? Number(first) : undefined;
  const interval = counted === undefined || counted === 1 ? '' : `;INTERVAL=${counted}`;
  if (counted === 0) throw refused(text);
  const [unit = '', ...days] = counted === undefined ? words : rest;
  const frequency = FREQUENCIES[unit];
  if (frequency === undefined) return `FREQ=WEEKLY${interval};BYDAY=${weekDays([unit, ...days], text)}`;
  if (days.length === 0 && frequency === 'DAILY') return `FREQ=DAILY${interval}`;
  if (frequency === 'WEEKLY' && days.length > 0) return `FREQ=WEEKLY${interval};BYDAY=${weekDays(days, text)}`;
  if (frequency === 'MONTHLY' && days.length > 0) return `FREQ=MONTHLY${interval};${monthDays(days, text)}`;
  throw refused(text);
}

function weekDays(words: readonly string[], text: string): string {
  const found = words.flatMap((word) => (GROUPS[word] ?? dayOf(word) ?? '').split(','));
  if (words.length === 0 || found.includes('')) throw refused(text);
  return [...new Set(found)].join(',');
}

const dayOf = (word: string): string | undefined => DAYS[DAY.exec(word)?.[1] ?? ''];

/** `1st 15th`, `last day`, `first monday`. */
function monthDays(words: readonly string[], text: string): string {
  const [first = '', second = '', ...more] = words;
  const ordinal = ORDINALS[first];
  if (ordinal !== undefined) {
    if (more.length > 0) throw refused(text);
    const day = dayOf(second);
    if (second === 'day' && ordinal === -1) return 'BYMONTHDAY=-1';
    if (day === undefined) throw refused(text);
    return `BYDAY=${ordinal}${day}`;
  }
  const days = words.map((word) => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? 0));
  if (days.some((day) => day < 1 || day > 31)) throw refused(text);
  return `BYMONTHDAY=${days.join(',')}`;
}

const refused = (text: string): Failure =>
  failure('usage', {
    message: `--repeat: ${JSON.stringify(text)} cannot be read as a rule.`,
    param: '--repeat',
    hint: 'For example "every Monday 9:00", "every 2 weeks on Tuesday and Friday 18:30", "every weekday 9am" or "every month on the last day 12:00".',
  });
