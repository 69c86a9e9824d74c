/** Which records a list shows and in what order: filters by the names of fields, spans of time, search, sorting. */
import type { Call } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import { isFields, isList, shown } from '../engine/form.ts';
import type { KindWords } from './kinds.ts';
import { SEARCHES } from './network.ts';
import { isBound, spanOf, type Span } from './range.ts';
import { isBirthTime } from './senses.ts';
import { pluralsOf, singularOf } from './words.ts';

/** Values of a filter that mean everything. */
const EVERYTHING = new Set(['all', 'any', '']);

/** @param found names of parameters that decided what the network shows, and so filter nothing here */
export function selected(
  call: Call,
  records: readonly StoredRecord[],
  kind: KindWords,
  found: ReadonlySet<string> = new Set(),
): readonly StoredRecord[] {
  const paging = new Set([...(call.card.paging?.position ?? []), call.card.paging?.size, 'limit']);
  const asked = Object.entries(call.query).filter(([name]) => !paging.has(name) && !found.has(name));
  const span = spanOf(Object.fromEntries(asked));
  const fitting = records.filter(
    (record) =>
      isWithin(record, span) && asked.every(([name, wanted]) => isBound(name) || fits(record, { name, wanted, kind })),
  );
  return sorted(call, fitting);
}

interface Filter {
  readonly name: string;
  readonly wanted: unknown;
  readonly kind: KindWords;
}

function fits(record: StoredRecord, { name, wanted, kind }: Filter): boolean {
  if (EVERYTHING.has(String(wanted))) return true;
  if (SEARCHES.includes(name)) return holds(shown(record.doc), String(wanted).toLowerCase());
  if (name === 'profileId' && record.profileId !== null) return record.profileId === wanted;
  const field = fieldFor(name, record, kind);
  if (field === undefined) return !kind.fields.has(name);
  return isList(wanted) ? wanted.some((one) => isLike(field, one)) : isLike(field, wanted);
}

/** The field of that name, or of its plural or singular: `tag` looks into `tags`, `ids` at the id. */
function fieldFor(name: string, { doc, id }: StoredRecord, { idNames }: KindWords): unknown {
  if (doc[name] !== undefined) return doc[name];
  const single = singularOf(name);
  if (idNames.has(name) || name === 'ids' || (name !== single && idNames.has(single))) return id;
  return (
    pluralsOf(name)
      .map((plural) => doc[plural])
      .find(isList) ?? (single === name ? undefined : doc[single])
  );
}

function isLike(field: unknown, wanted: unknown): boolean {
  if (isList(field)) return field.some((one) => isLike(one, wanted));
  if (isFields(field))
    return [field['_id'], field['id'], field['name']].some(
      (one) => one !== undefined && String(one) === String(wanted),
    );
  const choices = String(wanted)
    .split(',')
    .map((one) => one.trim().toLowerCase());
  return choices.includes(String(field).toLowerCase());
}

const holds = (value: unknown, words: string): boolean => {
  if (typeof value === 'string') return value.toLowerCase().includes(words);
  if (isList(value)) return value.some((one) => holds(one, words));
  return isFields(value) && Object.values(value).some((one) => holds(one, words));
};

const isWithin = (record: StoredRecord, { from = -Infinity, to = Infinity }: Span): boolean => {
  const at = timeOf(record);
  return at >= from && at <= to;
};

/** Fields that say when it happened, the most telling first; else when it came here. */
const TIMES = ['timestamp', 'date', 'createdTime', 'createdAt', 'created', 'startedAt', 'scheduledAt'];

function timeOf({ doc, createdAt }: StoredRecord): number {
  for (const name of TIMES) {
    const value = doc[name];
    const at =
      typeof value === 'string'
        ? Date.parse(value)
        : typeof value === 'number'
          ? value * (value < 1e11 ? 1_000 : 1)
          : Number.NaN;
    if (!Number.isNaN(at)) return at;
  }
  return createdAt;
}

const SORTS = ['sortBy', 'sort', 'orderBy', 'order_by', 'sort_by'];
const DIRECTIONS = ['order', 'sortOrder', 'sortDirection', 'direction', 'sort_order'];

function sorted({ query }: Call, records: readonly StoredRecord[]): readonly StoredRecord[] {
  const by = SORTS.map((name) => query[name]).find((value) => typeof value === 'string');
  const way = DIRECTIONS.map((name) => query[name]).find((value) => typeof value === 'string');
  if (typeof by !== 'string' && typeof way !== 'string') return records;
  const said = `${String(by ?? '')} ${String(way ?? '')}`;
  const isDown = /(^|\s)-|\bdesc|[-_:]desc|newest|recent|latest|most|highest/i.test(said);
  const name = fieldIn(String(by ?? ''), records);
  const compare = (one: StoredRecord, other: StoredRecord): number => order(keyOf(one, name), keyOf(other, name));
  return [...records].sort((one, other) => (isDown ? compare(other, one) : compare(one, other)));
}

/** The field that a word for sorting means; undefined for the time. */
function fieldIn(by: string, records: readonly StoredRecord[]): string | undefined {
  const word = by.replace(/^[-+]/, '').replace(/[-_:](asc|desc)(ending)?$/i, '');
  if (word === '' || isBirthTime(word)) return undefined;
  const names = Object.keys(records[0]?.doc ?? {});
  return (
    names.find((name) => name === word) ??
    names.find((name) => name.toLowerCase() === word.replace(/_/g, '').toLowerCase())
  );
}

const keyOf = (record: StoredRecord, name: string | undefined): unknown =>
  name === undefined ? timeOf(record) : record.doc[name];

function order(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one ?? '').localeCompare(String(other ?? ''), 'en');
}
