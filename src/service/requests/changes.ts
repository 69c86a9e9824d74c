/** What one call changed: records created, changed and deleted by its own commits, noted where they are written. Values that could be secret are never kept. Used by corridor/handle.ts. */
import type { ServiceCards } from '../../kernel/effect.ts';
import { POST_STATUSES } from '../states/post.ts';
import { isOwnKind } from '../store/record.ts';
import type { Store, Tx } from '../store/store.ts';
import type { FieldChange, RecordChange } from './entry.ts';

/** Records of a call that are named. */
const MOST_RECORDS = 20;

/** Fields of a record that are named. */
const MOST_FIELDS = 30;

export interface ChangeNotes {
  readonly changes: readonly RecordChange[];
  /** Number of further writes that are not listed. */
  readonly more: number;
}

/** What is watched: a desk, or anything that commits the same way. */
interface Watched {
  readonly store: Store;
  readonly catalog: { kinds(): Kinds };
}

export interface ChangeWatch<D> {
  /** Works as the one it was made from, and notes what its commits write. */
  readonly desk: D;
  notes(): ChangeNotes;
}

type Doc = Readonly<Record<string, unknown>>;

interface Written {
  readonly kind: string;
  readonly id: string;
  /** Undefined of a record that was not there. */
  readonly before: Doc | undefined;
  readonly after: Doc | undefined;
}

export function watchChanges<D extends Watched>(desk: D): ChangeWatch<D> {
  const call = new Map<string, Written>();
  let more = 0;
  const transact: Store['transact'] = async (work, locks) => {
    let unit: Unit = { written: new Map(), more: 0 };
    const result = await desk.store.transact((tx) => {
      // A store may run the work again: only the last run counts.
      unit = { written: new Map(), more: 0 };
      return work(watchedTx(tx, unit, call));
    }, locks);
    for (const [key, one] of unit.written) call.set(key, { ...one, before: (call.get(key) ?? one).before });
    more += unit.more;
    return result;
  };
  return {
    desk: { ...desk, store: { ...desk.store, transact } },
    notes: () => ({ changes: [...call.values()].flatMap((one) => changeOf(one, desk.catalog.kinds())), more }),
  };
}

interface Unit {
  readonly written: Map<string, Written>;
  more: number;
}

/** @param earlier what earlier commits of the call wrote */
function watchedTx(tx: Tx, unit: Unit, earlier: ReadonlyMap<string, Written>): Tx {
  const note = async (kind: string, id: string, after: Doc | undefined): Promise<void> => {
    if (isOwnKind(kind)) return;
    const key = `${kind} ${id}`;
    const known = unit.written.get(key) ?? earlier.get(key);
    if (known === undefined && unit.written.size + earlier.size >= MOST_RECORDS) {
      unit.more += 1;
      return;
    }
    const before = known === undefined ? await docIn(tx, kind, id) : known.before;
    unit.written.set(key, { kind, id, before, after });
  };
  return {
    ...tx,
    async put(record) {
      await note(record.kind, record.id, record.doc);
      return tx.put(record);
    },
    async remove(kind, id) {
      await note(kind, id, undefined);
      return tx.remove(kind, id);
    },
    async putPost(post) {
      await note('post', post.id, { ...post });
      return tx.putPost(post);
    },
    async removePost(id) {
      await note('post', id, undefined);
      return tx.removePost(id);
    },
  };
}

async function docIn(tx: Tx, kind: string, id: string): Promise<Doc | undefined> {
  if (kind !== 'post') return (await tx.get(kind, id))?.doc;
  const post = await tx.post(id);
  return post === undefined ? undefined : { ...post };
}

type Kinds = ServiceCards['kinds'];

function changeOf({ kind, id, before, after }: Written, kinds: Kinds): readonly RecordChange[] {
  if (before === undefined) return after === undefined ? [] : [{ did: 'created', kind, id }];
  if (after === undefined) return [{ did: 'deleted', kind, id }];
  const keeps = kinds[kind]?.keeps ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !Object.hasOwn(keeps, name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return [];
  const states = new Set<string>(kind === 'post' ? POST_STATUSES : Object.keys(kinds[kind]?.states ?? {}));
  const fields = names.slice(0, MOST_FIELDS).map((name): FieldChange => {
    const values = [before[name] ?? null, after[name] ?? null] as const;
    return values.every((value) => isPlain(value) || states.has(String(value)))
      ? { field: name, before: values[0], after: values[1] }
      : { field: name };
  });
  return [{ did: 'changed', kind, id, fields }];
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Neither text that somebody wrote nor a credential. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' && INSTANT.test(value));
