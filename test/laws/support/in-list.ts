/** Whether what `get` returns is in `list`, and reads the same there. */
import { isFields } from '../../../src/kernel/json.ts';
import { hasValues } from '../../../src/service/engine/scene.ts';
import type { Kind } from '../../../src/service/store/store.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';
import { isOfOne, parsed, readersOf, readingFor, type Ground } from '../../journeys/sweep/reading.ts';
import { objectAbout, objectsIn, wordsIn, type Fields } from '../../journeys/sweep/trace.ts';
import type { Done } from './trial.ts';

export interface Listed {
  /** `getProfile listProfiles`: the record is not in that list. */
  readonly missing: readonly string[];
  /** `getProfile listProfiles name`: the field reads otherwise there. */
  readonly other: readonly string[];
}

/** Compares the answer of a `get` with every list of its kind that the call's own scope opens. */
export async function compareWithLists({ operation, asking, told }: Done, ground: Ground): Promise<Listed> {
  const missing: string[] = [];
  const other: string[] = [];
  if (!isOfOne(operation)) return { missing, other };
  const id = String(Object.values(asking.path).at(-1));
  const answer = parsed(told);
  const got = objectAbout(answer, new Set([id])) ?? recordIn(answer, id) ?? objectsIn(answer)[0] ?? {};
  for (const list of listsOf(operation, ground)) {
    if (await isLeftOut(list, id, ground)) continue;
    const listing = await readingFor(list, asking, ground);
    if (listing === undefined) continue;
    const pair = `${operation.card.id} ${list.card.id}`;
    const found = listing.status < 300 ? recordIn(parsed(listing), id) : undefined;
    if (found === undefined) missing.push(pair);
    else other.push(...otherFields(got, found).map((name) => `${pair} ${name}`));
  }
  return { missing, other };
}

/** Whether the record has another value than the list declares of its own. */
async function isLeftOut({ card }: Operation, id: string, { service, catalog }: Ground): Promise<boolean> {
  const { kind = '', where = {} } = catalog.service().operations[card.id]?.effect ?? {};
  const record = await service.desk.store.read.get(kind as Kind, id);
  return record !== undefined && !hasValues(record, where);
}

const listsOf = (operation: Operation, ground: Ground): readonly Operation[] =>
  readersOf(operation, ground).filter(({ card }) => card.effect?.list !== undefined);

/** The innermost object that holds the id. */
const recordIn = (answer: unknown, id: string): Fields | undefined =>
  objectsIn(answer)
    .filter((object) => wordsIn(Object.values(object).filter((value) => typeof value !== 'object')).includes(id))
    .at(-1);

const otherFields = (got: Fields, found: Fields): readonly string[] =>
  Object.keys(got).filter((name) => found[name] !== undefined && !isSame(found[name], got[name]));

/** Objects within are compared as the records are: by what both hold. The contract may give an instant in seconds in one answer and as text in the other. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) ||
  (isFields(one) && isFields(other) && otherFields(other, one).length === 0) ||
  (typeof one === 'string' && typeof other === 'number' && Math.floor(Date.parse(one) / 1_000) === other);
