/** Dates in figures such as 06.12.2027, which one country reads as December and another as June: never guessed. Pure. Used by schedule.ts. */
import { DateTime } from 'luxon';
import type { DateOrder } from '../kernel/formats.ts';

/** What a date in figures can mean: 'dmy' is '6 December 2027', 'mdy' is '12 June 2027'. Impossible dates are left out. */
export type Readings = Readonly<Partial<Record<DateOrder, string>>>;

export interface DateInFigures {
  readonly typed: string;
  readonly readings: Readings;
}

const WITH_YEAR = /(?<![\d.:/-])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?![\d./:-])/;
/** Only with slashes: `9.30` is a time of day. */
const WITHOUT_YEAR = /(?<![\d.:/-])(\d{1,2})\/(\d{1,2})(?![\d./:-])/;

/** The first date in figures of a text, with everything that it can mean. */
export function dateInFigures(text: string): DateInFigures | undefined {
  const whole = WITH_YEAR.exec(text);
  if (whole !== null) return { typed: whole[0], readings: withYear(whole) };
  const short = WITHOUT_YEAR.exec(text);
  return short === null ? undefined : { typed: short[0], readings: withoutYear(short) };
}

/** The meanings of a date that differ from one another. */
export const meaningsOf = ({ readings }: DateInFigures): readonly string[] => [...new Set(Object.values(readings))];

/** The order that a date can only have been written in, such as 'dmy' for 13/12/2027; undefined where it says nothing. */
export function orderShownBy(text: string): DateOrder | undefined {
  const orders = Object.keys(dateInFigures(text)?.readings ?? {}) as DateOrder[];
  return orders.length === 1 ? orders[0] : undefined;
}

const DAYS_FIRST: Readonly<Record<DateOrder, string>> = {
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
};

/** '6 December 2027 (day first) or 12 June 2027 (month first)' */
export const readingsInWords = ({ readings }: DateInFigures): string =>
  (Object.entries(readings) as [DateOrder, string][])
    .map(([order, words]) => `${words} (${DAYS_FIRST[order]})`)
    .join(' or ');

export const orderInWords = (order: DateOrder): string => DAYS_FIRST[order];

function withYear([, first = '', , second = '', third = '']: readonly string[]): Readings {
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return possible({ ymd: [c, b, a] });
  if (first.length === 3 || third.length === 3) return {};
  if (third.length === 4) return possible({ dmy: [a, b, c], mdy: [b, a, c] });
  return possible({ dmy: [a, b, CENTURY + c], mdy: [b, a, CENTURY + c], ymd: [c, b, CENTURY + a] });
}

/** Nothing is scheduled for another one. */
const CENTURY = 2000;

const withoutYear = ([, first = '', second = '']: readonly string[]): Readings =>
  possible({ dmy: [Number(first), Number(second)], mdy: [Number(second), Number(first)] });

type Parts = readonly [day: number, month: number, year?: number];

function possible(readings: Readonly<Partial<Record<DateOrder, Parts>>>): Readings {
  const found = Object.entries(readings).flatMap(([order, parts]) => {
    const words = dateInWords(parts);
    return words === undefined ? [] : [[order, words] as const];
  });
  return Object.fromEntries(found);
}

function dateInWords([day, month, year]: Parts): string | undefined {
  const date = DateTime.fromObject({ day, month, year: year ?? LEAP_YEAR });
  if (!date.isValid) return undefined;
  return date.toFormat(year === undefined ? 'd LLLL' : 'd LLLL yyyy', { locale: 'en' });
}

/** The year of a date without one: it has every day that any year has. */
const LEAP_YEAR = 2000;
