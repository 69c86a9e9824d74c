/** What a table or a block says of a value, by how its column reads: words for people, never JSON. Pure. */
import { isFields } from '../kernel/json.ts';
import type { ColumnWords, Form } from '../kernel/view.ts';
import { durationText } from './bar.ts';
import { cellText } from './cell.ts';
import { instantIn } from './instant.ts';
import { instantForms, wholeInstant, type Moment } from './when.ts';

/** How the values of a column read. */
type Reading = Pick<ColumnWords, 'form' | 'words'>;

/** The text of a cell, and shorter ones for a table that is narrow; the longest first. */
export function formsOf(value: unknown, reading: Reading, moment: Moment): readonly string[] {
  const text = wordsFor(value, reading);
  if (text !== undefined) return [text];
  const { form } = reading;
  if (form === 'id') return idForms(plainText(value));
  const at = instantIn(value, form);
  return at === undefined ? [plainText(value)] : instantForms(at, moment);
}

/** The same where there is room: ids and instants whole. */
export function wholeForm(value: unknown, reading: Reading, moment: Moment): string {
  const at = reading.form === 'id' ? undefined : instantIn(value, reading.form);
  return at === undefined ? (formsOf(value, reading, moment)[0] ?? '') : wholeInstant(at, moment);
}

/** Spans, amounts, weekdays and codes; lists of them one by one. */
function wordsFor(value: unknown, reading: Reading): string | undefined {
  const { form, words } = reading;
  if (Array.isArray(value) && value.length > 0 && (form !== undefined || words !== undefined)) {
    const all = value.map((one: unknown) => wordsFor(one, reading));
    return all.includes(undefined) ? undefined : all.join(', ');
  }
  return words?.[cellText(value)] ?? (typeof value === 'number' ? numberWords(value, form) : undefined);
}

function numberWords(value: number, form: Form | undefined): string | undefined {
  switch (form) {
    case 'seconds':
      return durationText(value);
    case 'minutes':
      return durationText(value * 60);
    case 'milliseconds':
      return value < 1000 ? `${String(Math.round(value))} ms` : durationText(value / 1000);
    case 'cents':
      return (value / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    case 'rgb':
      return `#${value.toString(16).padStart(6, '0')}`;
    case 'weekday-0':
      return DAYS[value];
    case 'weekday-1':
      return DAYS[(value + 6) % 7];
    case 'id':
    case 'path':
    case 'time':
    case 'state':
    case undefined:
      return undefined;
  }
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Characters of an id that are shown where there is little room: its end tells records apart that were made one after the other. */
const SHORT_ID = 6;

const idForms = (text: string): readonly string[] =>
  /^[\w:.-]+$/.test(text) && text.length > SHORT_ID + 3 ? [text, `…${text.slice(-SHORT_ID)}`] : [text];

/** Lists of records are counted, and what is within a record is named. */
export function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const isOfRecords = value.some((one) => typeof one === 'object' && one !== null);
    if (isOfRecords) return value.length === 1 ? plainText(value[0]) : `${String(value.length)} entries`;
    return value.map((one) => plainText(one)).join(', ');
  }
  if (!isFields(value)) return cellText(value);
  return Object.entries(value)
    .flatMap(([name, one]) => (one === null || one === undefined ? [] : `${name} ${plainText(one)}`))
    .join(', ');
}
