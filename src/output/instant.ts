/** Which values are instants: text with a date, a time and a zone, and numbers where the column says so. Pure. */
import { isFields } from '../kernel/json.ts';
import { wordsOf, type Column, type Form } from '../kernel/view.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** Above this a number counts milliseconds: as seconds it would be in the year 5138. */
const LAST_SECOND = 1e11;

/** Milliseconds; undefined for what is no instant. */
export function instantIn(value: unknown, form: Form | undefined): number | undefined {
  if (typeof value === 'string' && INSTANT.test(value)) {
    const at = Date.parse(value);
    return Number.isNaN(at) ? undefined : at;
  }
  if (form !== 'time' || typeof value !== 'number' || value <= 0) return undefined;
  return value > LAST_SECOND ? value : value * 1000;
}

/** Whether there is an instant among what may be shown. */
export const isTimed = (records: readonly unknown[], columns: readonly Column[]): boolean =>
  columns.some((column) => wordsOf(column).form === 'time') || holdsInstant(records);

const holdsInstant = (value: unknown): boolean =>
  instantIn(value, undefined) !== undefined ||
  (Array.isArray(value) ? value.some(holdsInstant) : isFields(value) && Object.values(value).some(holdsInstant));
