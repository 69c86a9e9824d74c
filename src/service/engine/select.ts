/** Which records a list shows and in what order: filters by fields of the same name, spans of time, search, sorting. Pure. */
import { isFields, isList } from '../../kernel/json.ts';
import type { Kind } from '../../kernel/effect.ts';
import type { Call } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { PARAMETERS } from './parameters.ts';
import { idOf, isOwnId } from './view.ts';

export function selected<R extends StoredRecord>(call: Call, records: readonly R[], kind: Kind): readonly R[] {
  const asked = Object.entries(call.query).filter(([name, value]) => value !== undefined && !isOfCall(call, name));
  const found = records.filter((record) => asked.every(([name, wanted]) => passes(record, { name, wanted, kind })));
  return sorted(call, found);
}

/** Words that say nothing of a record: of the page, and the platform where the account is named, which has it. */
const isOfCall = (call: Call, name: string): boolean =>
  isOfPage(call, name) || (name === 'platform' && call.query['accountId'] !== undefined);

const isOfPage = ({ card: { paging } }: Call, name: string): boolean =>
  paging?.position.includes(name) === true || paging?.size === name || PARAMETERS.limit.includes(name);

interface Filter {
  readonly name: string;
  readonly wanted: unknown;
  readonly kind: Kind;
}

/** Values of a filter that mean everything. */
const EVERYTHING: readonly unknown[] = ['all', 'any', ''];

function passes(record: StoredRecord, { name, wanted, kind }: Filter): boolean {
  if (EVERYTHING.includes(wanted)) return true;
  if (PARAMETERS.from.includes(name)) return timeOf(record, kind) >= instantIn(wanted, 0);
  if (PARAMETERS.to.includes(name)) return timeOf(record, kind) <= instantIn(wanted, LAST_OF_DAY);
  // The direction of a list, unless its records have one of their own.
  if (PARAMETERS.sort.includes(name)) return true;
  if (PARAMETERS.direction.includes(name) && record.doc[name] === undefined) return true;
  if (PARAMETERS.search.includes(name)) return holds(record.doc, String(wanted).toLowerCase());
  if (name === 'profileId' && record.profileId !== null) return record.profileId === wanted;
  const value = isOwnId(name, kind) ? idOf(record, kind) : (record.doc[name] ?? record.doc[`${name}s`]);
  return value === undefined || isLike(value, wanted);
}

function isLike(value: unknown, wanted: unknown): boolean {
  if (isList(value)) return value.some((one) => isLike(one, wanted));
  if (isList(wanted)) return wanted.some((one) => isLike(value, one));
  return String(wanted)
    .split(',')
    .some((one) => one.trim().toLowerCase() === String(value).toLowerCase());
}

const holds = (value: unknown, words: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase().includes(words);
  if (isList(value)) return value.some((one) => holds(one, words));
  return isFields(value) && Object.values(value).some((one) => holds(one, words));
};

const LAST_OF_DAY = 86_399_999;

/** Milliseconds of a bound: Unix seconds, an instant, or a day, which counts whole. */
function instantIn(value: unknown, rest: number): number {
  if (typeof value === 'number') return value < 1e11 ? value * 1_000 : value;
  const text = String(value);
  return Date.parse(text) + (/^\d{4}-\d{2}-\d{2}$/.test(text) ? rest : 0);
}

/** The time of a record: the field that its kind calls its creation, else when it was stored. */
function timeOf({ doc, createdAt }: StoredRecord, { times = {} }: Kind): number {
  const field = Object.keys(times).find((name) => times[name] === 'created');
  const at = field === undefined ? Number.NaN : Date.parse(String(doc[field]));
  return Number.isNaN(at) ? createdAt : at;
}

function sorted<R extends StoredRecord>({ query }: Call, records: readonly R[]): readonly R[] {
  const wordOf = (names: readonly string[]): string =>
    String(names.map((name) => query[name]).find((value) => value !== undefined) ?? '');
  const by = wordOf(PARAMETERS.sort);
  const isDown = by.startsWith('-') || /^desc/i.test(wordOf(PARAMETERS.direction));
  const field = by.replace(/^[-+]/, '');
  if (field === '' && !isDown) return records;
  const keyOf = (record: StoredRecord): unknown => record.doc[field] ?? record.createdAt;
  const ordered = [...records].sort((one, other) => compare(keyOf(one), keyOf(other)));
  return isDown ? ordered.reverse() : ordered;
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en');
}
