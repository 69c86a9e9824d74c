/** Counts that a record shows of what belongs to it: lists in its own document, and records that name it as their owner. */
import type { StoredRecord } from '../store/store.ts';
import { formFor, isList, typesOf, type Fields } from '../engine/form.ts';
import type { KindWords } from './kinds.ts';
import type { Scene } from './scene.ts';
import { spoken } from './senses.ts';
import { pluralsOf } from './words.ts';

/** The record with its counts brought up to date. Numbers that nothing here is counted for stay. */
export async function counted(scene: Scene, record: StoredRecord): Promise<StoredRecord> {
  const names = countNames(scene.kind);
  if (names.length === 0) return record;
  const counts: Record<string, number> = {};
  for (const name of names) {
    const count = countIn(record.doc, name) ?? (await countOf(scene, record, name));
    if (count !== undefined) counts[name] = count;
  }
  return { ...record, doc: { ...record.doc, ...counts } };
}

const known = new WeakMap<KindWords, readonly string[]>();

function countNames(kind: KindWords): readonly string[] {
  const before = known.get(kind);
  if (before !== undefined) return before;
  const names = [...kind.fields]
    .filter(([name, { schema, schemas }]) => COUNTING.test(spoken(name)) && isNumber(formFor(schema, schemas).type))
    .map(([name]) => name);
  known.set(kind, names);
  return names;
}

const COUNTING = /\b(count|total|num)\b/;

const isNumber = (type: ReturnType<typeof formFor>['type']): boolean =>
  typesOf({ ...(type !== undefined && { type }) }).some((one) => one === 'integer' || one === 'number');

/** `stepsCount` and `nodeCount` count `steps` and `nodes`. */
function countIn(doc: Fields, name: string): number | undefined {
  const bare = name.replace(/(_c|C)ount$/, '').replace(/^(total|num)_?/, '');
  const lists = [bare, bare.charAt(0).toLowerCase() + bare.slice(1)].flatMap((one) => [one, ...pluralsOf(one)]);
  const list = lists.map((one) => doc[one]).find(isList);
  return list?.length;
}

/** `totalEnrolled` counts the enrolments, `failedCount` those of what belongs to the record whose state is `failed`. */
async function countOf({ kinds, desk, kind }: Scene, { id }: StoredRecord, name: string): Promise<number | undefined> {
  const words = spoken(name)
    .split(' ')
    .filter((word) => !COUNTING.test(word));
  for (const child of childrenOf(kinds, kind)) {
    const last = child.kind.split('_').at(-1) ?? '';
    const isOfAll = words.some((word) => begins(word, last));
    const state = stateIn(child, words);
    if (!isOfAll && state === undefined) continue;
    if (isOfAll) return desk.store.read.count(child.kind, { parentId: id });
    const records = await desk.store.read.list(child.kind, { parentId: id });
    return records.filter(({ doc }) => doc['status'] === state).length;
  }
  return undefined;
}

/** `enrolled` and `enrollment`, `recipient` and `recipients` begin alike. */
const begins = (word: string, other: string): boolean =>
  word.length >= 4 && other.length >= 4 && word.slice(0, 6) === other.slice(0, 6);

function stateIn({ fields }: KindWords, words: readonly string[]): unknown {
  const field = fields.get('status');
  const states = field === undefined ? undefined : formFor(field.schema, field.schemas).enum;
  return states?.find((state) => words.includes(String(state).toLowerCase()));
}

const children = new WeakMap<KindWords, readonly KindWords[]>();

/** Kinds that are made below a record of this kind. */
export function childrenOf(kinds: Scene['kinds'], kind: KindWords): readonly KindWords[] {
  const before = children.get(kind);
  if (before !== undefined) return before;
  const found = kinds
    .all()
    .map((one) => kinds.of(one))
    .filter((one) => one.kind !== kind.kind && one.served.some(({ card }) => isBelow(card.path, kind, kinds)));
  children.set(kind, found);
  return found;
}

/** The path goes through a place of the kind. */
function isBelow(path: string, kind: KindWords, kinds: Scene['kinds']): boolean {
  const places = [...path.matchAll(/\{[^}]+\}/g)].map((match) => path.slice(0, match.index + match[0].length));
  return places.some((place) => kinds.at(place) === kind.kind);
}
