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

/** What is wrong, with its full stop, and the way out. */
export interface DateProblem {
  readonly problem: string;
  readonly hint: string;
}

export const isDateProblem = (value: unknown): value is DateProblem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/** The one meaning of a date in words, or why it has none: it does not exist, or it reads two ways. */
export function meaningOf(date: DateInFigures, order: DateOrder | undefined): string | DateProblem {
  const [only, ...others] = meaningsOf(date);
  const hint = 'Write it as 2026-12-01.';
  if (only === undefined) return { problem: `${date.typed} is not a date.`, hint };
  // A year in front leaves one way to read it, whatever the order.
  const isYearFirst = only === date.readings.ymd && others.length === 0;
  const meant = order === undefined || isYearFirst ? only : date.readings[order];
  if (meant === undefined && order !== undefined)
    return { problem: `${date.typed} is not a date with the ${orderInWords(order)}.`, hint };
  if (order === undefined && others.length > 0)
    return {
      problem: `${date.typed} can be read as ${readingsInWords(date)}.`,
      hint: 'Write it as 2026-12-01, or set the order with --date-order dmy|mdy|ymd.',
    };
  return meant ?? only;
}

/** A day of a year as `2027-12-06`, from figures in any order; undefined for a text that is no date at all. */
export function dayIn(text: string, order: DateOrder | undefined): string | DateProblem | undefined {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  const date = dateInFigures(text);
  if (date?.typed !== text) return undefined;
  const meant = meaningOf(date, order);
  if (typeof meant !== 'string') return meant;
  return DateTime.fromFormat(meant, WORDS, { locale: 'en' }).toISODate() ?? undefined;
}

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
  return date.toFormat(year === undefined ? 'd LLLL' : WORDS, { locale: 'en' });
}

const WORDS = 'd LLLL yyyy';

/** The year of a date without one: it has every day that any year has. */
const LEAP_YEAR = 2000;
