/** Spans of time as queries ask for them: the days of a series, the bounds of a list. Used by scene.ts and select.ts. */
import { DAY_MS } from '../../kernel/time.ts';
import type { Fields, Form } from '../engine/form.ts';
import { dayOf } from './senses.ts';

/** Days in a series when nothing is asked for. */
const USUAL_DAYS = 7;

/** Days in a series at most. */
const MOST_DAYS = 366;

const FROM =
  /^(from|since|start|fromDate|dateFrom|startDate|start_date|startTime|sinceDate|date_from|createdAfter|dateStart)$/;
const TO = /^(to|until|end|toDate|dateTo|endDate|end_date|endTime|untilDate|date_to|createdBefore|dateStop)$/;

export const isBound = (name: string): boolean => FROM.test(name) || TO.test(name);

export interface Span {
  /** Milliseconds, both inclusive; undefined for an open end. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** The span a query names; a bound that is only a day counts whole. */
export function spanOf(query: Fields): Span {
  return { from: boundIn(query, FROM, 0), to: boundIn(query, TO, DAY_MS - 1) };
}

function boundIn(query: Fields, pattern: RegExp, rest: number): number | undefined {
  const [, value] = Object.entries(query).find(([name, one]) => pattern.test(name) && one !== undefined) ?? [];
  if (typeof value === 'number') return value < 1e11 ? value * 1_000 : value;
  if (typeof value !== 'string') return undefined;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return undefined;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? at + rest : at;
}

/** The days a series covers: those asked for, the last week without, and never one that has not begun. */
export function daysAsked(asked: Fields, now: number): readonly string[] {
  const span = spanOf(asked);
  const last = Math.min(span.to ?? now, now);
  const first = Math.max(span.from ?? last - (USUAL_DAYS - 1) * DAY_MS, last - (MOST_DAYS - 1) * DAY_MS);
  const count = Math.max(0, Math.floor(last / DAY_MS) - Math.floor(first / DAY_MS) + 1);
  return Array.from({ length: count }, (_, at) => dayOf(Math.floor(first / DAY_MS) * DAY_MS + at * DAY_MS));
}

const FIRST = /^(startDate|since|dateStart|startMonth|from)$/;
const LAST = /^(endDate|until|dateStop|endMonth|to)$/;

/** The bound of a reading under the name an answer has for it; months have no day. */
export function boundOf(name: string, { format, pattern }: Form, days: readonly string[]): string | undefined {
  const day = FIRST.test(name) ? days[0] : LAST.test(name) ? days.at(-1) : undefined;
  // These two are also who calls and who is called.
  if (day === undefined || (/^(from|to)$/.test(name) && format !== 'date')) return undefined;
  return /Month$/.test(name) && pattern === undefined ? day.slice(0, 7) : day;
}

const USUAL_METRICS = ['views', 'reach'];

/** Metrics asked for by name, as a list or with commas between. */
export function metricsAsked(asked: Fields): readonly string[] {
  const given = asked['metrics'] ?? asked['metric'];
  const names = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(',') : [];
  const wanted = names.map((name) => name.trim()).filter((name) => name !== '');
  return wanted.length === 0 ? USUAL_METRICS : [...new Set(wanted)];
}
