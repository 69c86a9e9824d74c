/** Which records a list shows and in what order: filters by fields, spans of time, search, sorting, each as the operation declares it. Pure. */
import { isFields, isList } from '../../kernel/json.ts';
import type { Kind, ListWord } from '../../kernel/effect.ts';
import type { Call } from '../call.ts';
import { PROFILE_KIND } from '../records/profile.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Scene } from './scene.ts';
import { idOf, isOwnId } from './view.ts';

/** What a list is asked for: its call, and what the kinds and the operation say of its parameters. */
export type Asked = Pick<Scene, 'call' | 'effect' | 'kind' | 'kinds'>;

export function selected<R extends StoredRecord>(asked: Asked, records: readonly R[]): readonly R[] {
  const filters = filtersOf(asked);
  return sorted(
    asked,
    records.filter((record) => filters.every((filter) => passes(record, filter, asked))),
  );
}

interface Filter {
  readonly name: string;
  /** What `x-svc-effect` says of the parameter; the field of the same name where it says nothing. */
  readonly means: string;
  /** True where the operation says so: a record without the field is then none of those wanted. */
  readonly isDeclared: boolean;
  readonly wanted: unknown;
}

/** Values of a filter that mean everything. */
const EVERYTHING: readonly unknown[] = [undefined, 'all', 'any', ''];

/** Whether the value of a filter leaves anything out. */
export const isAsked = (wanted: unknown): boolean => !EVERYTHING.includes(wanted);

const filtersOf = ({ call, effect }: Asked): readonly Filter[] =>
  Object.entries(call.query)
    .filter(([name, wanted]) => isAsked(wanted) && !isOfPage(call, name))
    .map(([name, wanted]) => {
      const declared = effect.query?.[name];
      return { name, means: declared ?? name, isDeclared: declared !== undefined, wanted };
    });

const isOfPage = ({ card: { paging, limit } }: Call, name: string): boolean =>
  paging?.position.includes(name) === true || paging?.size === name || limit === name;

type Judgement = (record: StoredRecord, wanted: unknown, kind: Kind) => boolean;

const always: Judgement = () => true;

const WORDS: Readonly<Record<ListWord, Judgement>> = {
  $from: (record, wanted, kind) => timeOf(record, kind) >= instantIn(wanted, 0),
  $to: (record, wanted, kind) => timeOf(record, kind) <= instantIn(wanted, LAST_OF_DAY),
  $search: ({ doc }, wanted) => holds(doc, String(wanted).toLowerCase()),
  $sort: always,
  $direction: always,
  $own: always,
  $unused: always,
};

const isWord = (means: string): means is ListWord => Object.hasOwn(WORDS, means);

function passes(record: StoredRecord, { means, isDeclared, wanted }: Filter, { kind, kinds }: Asked): boolean {
  if (isWord(means)) return WORDS[means](record, wanted, kind);
  if (kinds[PROFILE_KIND]?.names?.includes(means) === true && record.profileId !== null)
    return record.profileId === wanted;
  const value = isOwnId(means, kind) ? idOf(record, kind) : record.doc[means];
  return value === undefined ? !isDeclared : isLike(value, wanted);
}

/** Whether a value is one of those that a filter names, whatever their case; one of them is enough in lists. */
export function isLike(value: unknown, wanted: unknown): boolean {
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

function sorted<R extends StoredRecord>({ call, effect }: Asked, records: readonly R[]): readonly R[] {
  const wordFor = (word: ListWord): string => {
    const names = Object.keys(effect.query ?? {}).filter((name) => effect.query?.[name] === word);
    return String(names.map((name) => call.query[name]).find((value) => value !== undefined) ?? '');
  };
  const by = wordFor('$sort');
  const direction = wordFor('$direction');
  const isNewestFirst = by === '' && direction === '' && effect.newestFirst === true;
  const isDown = isNewestFirst || by.startsWith('-') || /^desc/i.test(direction);
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
