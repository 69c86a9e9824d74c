/** The words of listings that several operations judge: texts, links, amounts, dates and hours. Each answers with the refusal of the first fault. */
import { isFields, fieldsIn, textOf, type Fields } from '../../../kernel/json.ts';
import { isWebAddress } from '../../../kernel/web-address.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';

export const invalid = (param: string, message: string): Reply => refuse('invalid_field_value', { param, message });

/** The refusal of the first part that has one. */
export const firstOf = <T>(
  parts: readonly T[],
  problem: (part: T, at: number) => Reply | undefined,
): Reply | undefined => parts.map(problem).find((one) => one !== undefined);

/** @param most characters */
export function textProblem(param: string, value: unknown, most: number): Reply | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (text.trim() === '') return invalid(param, `\`${param}\` must not be empty.`);
  return text.length > most ? invalid(param, `\`${param}\` has at most ${most} characters.`) : undefined;
}

export const linkProblem = (param: string, value: unknown): Reply | undefined =>
  typeof value === 'string' && !isWebAddress(value)
    ? invalid(param, `\`${param}\` must be an http or https URL.`)
    : undefined;

const MOST_NANOS = 999_999_999;

/** An amount: a known currency, whole units as text, and billionths on top. */
export function amountProblem(param: string, value: unknown): Reply | undefined {
  if (!isFields(value)) return undefined;
  const { currencyCode, units = '0', nanos = 0 } = value;
  if (typeof currencyCode !== 'string' || !Intl.supportedValuesOf('currency').includes(currencyCode))
    return invalid(`${param}.currencyCode`, 'A price needs a three-letter currency code, such as EUR.');
  if (!/^\d{1,12}$/.test(String(units))) return invalid(`${param}.units`, '`units` must be a whole number as text.');
  const isFraction = Number.isInteger(nanos) && Number(nanos) >= 0 && Number(nanos) <= MOST_NANOS;
  return isFraction ? undefined : invalid(`${param}.nanos`, '`nanos` must be between 0 and 999999999.');
}

/** A name with a description, each with its maximum number of characters. */
export const labelProblem = (param: string, value: unknown, [name, text]: readonly [number, number]) =>
  isFields(value)
    ? (textProblem(`${param}.displayName`, value['displayName'] ?? '', name) ??
      textProblem(`${param}.description`, value['description'], text))
    : undefined;

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

const MIDNIGHT = '24:00';

const isTime = (text: unknown): text is string =>
  typeof text === 'string' && (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) || text === MIDNIGHT);

/** Periods of a week: each opens and closes on a day, at a time, and closes after it opened. */
export const periodsProblem = (param: string, hours: unknown): Reply | undefined =>
  firstOf(isFields(hours) ? fieldsIn(hours['periods']) : [], (period, at) =>
    periodProblem(`${param}.periods.${at}`, period),
  );

function periodProblem(param: string, { openDay, openTime, closeDay, closeTime }: Fields): Reply | undefined {
  const wrong = Object.entries({ openDay, closeDay }).find(([, day]) => !DAYS.includes(String(day)));
  if (wrong !== undefined) return invalid(`${param}.${wrong[0]}`, 'A day must be MONDAY to SUNDAY.');
  const times = timesProblem(param, { openTime, closeTime });
  if (times !== undefined) return times;
  const isBackwards = openDay === closeDay && String(closeTime) <= String(openTime);
  return isBackwards ? invalid(`${param}.closeTime`, 'A period must close after it opens.') : undefined;
}

function timesProblem(param: string, times: Fields): Reply | undefined {
  const [name] = Object.entries(times).find(([, time]) => !isTime(time)) ?? [];
  return name === undefined ? undefined : invalid(`${param}.${name}`, 'A time must be HH:MM, from 00:00 to 24:00.');
}

/** Days with other hours: dates that exist, and times unless the place is closed. */
export const specialHoursProblem = (param: string, hours: unknown): Reply | undefined =>
  firstOf(isFields(hours) ? fieldsIn(hours['specialHourPeriods']) : [], (period, at) =>
    specialProblem(`${param}.specialHourPeriods.${at}`, period),
  );

function specialProblem(param: string, period: Fields): Reply | undefined {
  const { startDate, endDate = startDate, openTime, closeTime, closed } = period;
  const first = dayOf(startDate);
  if (first === undefined) return invalid(`${param}.startDate`, 'This date does not exist.');
  const last = dayOf(endDate);
  if (last === undefined) return invalid(`${param}.endDate`, 'This date does not exist.');
  if (last < first) return invalid(`${param}.endDate`, 'The end date is before the start date.');
  return closed === true ? undefined : timesProblem(param, { openTime, closeTime });
}

/** Milliseconds of the day's beginning (UTC); undefined for a date that does not exist. */
function dayOf(date: unknown): number | undefined {
  if (!isFields(date)) return undefined;
  const [year, month, day] = [Number(date['year']), Number(date['month']), Number(date['day'])];
  const at = Date.UTC(year, month - 1, day);
  const isThere = new Date(at).getUTCMonth() === month - 1 && new Date(at).getUTCDate() === day;
  return isThere ? at : undefined;
}

export const dateProblem = (param: string, date: unknown): Reply | undefined =>
  date === undefined || dayOf(date) !== undefined ? undefined : invalid(param, 'This date does not exist.');
