/** Whether what an answer names is there: ids of kinds that callers make, and the platform of the account beside it. */
import { traitsOf } from '../../../src/platforms/platforms.ts';
import { parsed, type Operation } from '../../journeys/sweep/reading.ts';
import { type Fields } from '../../journeys/sweep/trace.ts';
import { leavesIn, type Leaf } from './answers.ts';
import { isDeclared } from './provenance.ts';
import { recordsIn, type Declared } from './declared.ts';
import type { Readers } from './reader.ts';
import type { Done } from './trial.ts';
import type { World } from './world.ts';

/** The fields of the answer that name a record which does not exist, by path. */
export async function unresolvedIn(
  done: Done,
  world: World,
  { declared, readers }: Ground,
): Promise<readonly string[]> {
  const found: string[] = [];
  const answer = parsed(done.told);
  const effect = declared.effectOf(done.operation);
  const records = recordsIn(effect, answer);
  const key = declared.kindOf(done.operation)?.source === 'team' ? declared.kindOf(done.operation)?.key : undefined;
  const seen = new Map<string, boolean>();
  for (const leaf of leavesIn(answer)) {
    const isOwn = leaf.name === key && records.includes(leaf.within[0] ?? {});
    const kind = isOwn ? effect.kind : teamKindOf(leaf, done.operation, declared);
    // What a call deletes, it may name.
    if (kind === undefined || leaf.value === '' || (effect.does === 'delete' && kind === effect.kind)) continue;
    const id = String(leaf.value);
    const isThere = seen.get(`${kind} ${id}`) ?? (await resolves({ kind, id, leaf, done }, world, readers));
    seen.set(`${kind} ${id}`, isThere);
    if (!isThere) found.push(leaf.path);
  }
  return [...new Set(found)];
}

/** None where the call's own field of that name holds an id of something else, or none at all; nor in the words of the platform about an account. */
function teamKindOf({ name, path }: Leaf, operation: Operation, declared: Declared): string | undefined {
  if (path.split('.').includes('metadata') || declared.isNoId(operation, name)) return undefined;
  const named = declared.kindsIn(operation, 'query', name);
  const foreign = named.length > 0 && named.every((kind) => declared.kind(kind)?.source !== 'team');
  return foreign ? undefined : declared.teamKindNamed(name);
}

export interface Ground {
  readonly declared: Declared;
  readonly readers: Readers;
}

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly leaf: Leaf;
  readonly done: Done;
}

async function resolves({ kind, id, leaf, done }: Named, world: World, readers: Readers): Promise<boolean> {
  const from = [...leaf.within, ...partsOf(done)];
  const readings = await readers.read({ kind, id, from }, world);
  if (
    readings.some(({ reader, told }) => told.status < 300 && (isByItsId(reader, id) || told.text.includes(`"${id}"`)))
  )
    return true;
  // A kind that no reading of this call's surroundings reaches is looked for in the store.
  return readings.length === 0 && world.rows().some((row) => row.includes(id));
}

const isByItsId = ({ card }: Operation, id: string): boolean => id !== '' && card.path.endsWith('}');

export const partsOf = ({ asking: { path, query, body } }: Pick<Done, 'asking'>): readonly Fields[] => [
  path,
  query,
  Object(body) as Fields,
];

/** The fields of the answer that give an account another platform than it has, by path. */
export async function otherPlatformsIn(done: Done, { service }: World): Promise<readonly string[]> {
  const accounts = await service.desk.store.read.list('account');
  const platforms = new Map(accounts.map(({ id, doc }) => [id, doc.platform]));
  const platformOf = (holders: readonly Fields[]): unknown =>
    holders.map((holder) => platforms.get(accountIn(holder))).find((platform) => platform !== undefined);
  const wrong = leavesIn(parsed(done.told)).filter((leaf) => {
    const { name, value, within } = leaf;
    const platform = name === 'platform' ? platformOf([...within, ...partsOf(done)]) : undefined;
    return (
      platform !== undefined &&
      platform !== value &&
      !isAdName(String(value), String(platform)) &&
      !isWordOf(done, leaf)
    );
  });
  return [...new Set(wrong.map(({ path }) => path))];
}

/** A search names the platform that it was asked for; an answer may be of one platform alone, by its schema. */
const isWordOf = ({ asking, operation }: Done, leaf: Leaf): boolean =>
  (leaf.path === leaf.name && asking.query[leaf.name] === leaf.value) || isDeclared(leaf, { operation });

/** Ads have the name of the network behind the account. */
const isAdName = (value: string, platform: string): boolean => traitsOf(platform).adNames?.includes(value) === true;

/** The account that an object names: `accountId`, itself an id or the account whole. */
const accountIn = ({ accountId, _id }: Fields): string => {
  const named = typeof accountId === 'object' && accountId !== null ? (accountId as Fields)['_id'] : accountId;
  return typeof named === 'string' ? named : typeof _id === 'string' ? _id : '';
};
