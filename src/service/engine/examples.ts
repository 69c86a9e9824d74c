/** The records that the examples of the help name, for teams of the demo pack: kept kind by kind when one is first touched. Called by engine.ts. */
import { instantOf } from '../../kernel/instant.ts';
import { isRecordId } from '../../kernel/ids.ts';
import { exampleId, type Asked, type Examples } from '../../kernel/example.ts';
import type { Kind, ServedOperation, ServiceCards } from '../../kernel/effect.ts';
import type { Call } from '../call.ts';
import type { Desk } from '../desk.ts';
import { commit } from '../change.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import { renamed } from './draft.ts';
import { isFields, isList, type Fields } from './form.ts';
import { platformFor, wordsOf } from './scene.ts';

/** Its record says that a team's examples are there, and since when. */
export const PACK_KIND = '$pack';

/** Its records say which kinds a team has the examples of. */
export const LAID_KIND = '$laid';

/** Kinds that the demo pack makes itself, in the form of their areas. */
const SEEDED: readonly string[] =
  'account account_group api_key connected_app invite_token media post profile queue user webhook'.split(' ');

/**
 * Keeps the examples' records of the operation's kind and of its owners. Nothing happens in other packs, nor twice.
 * @param more kinds that the body of the call names
 */
export async function keepExamples({ card, caller }: Call, desk: Desk, more: readonly string[] = []): Promise<void> {
  const { kinds, operations } = desk.catalog.service();
  const served = operations[card.id];
  const pack = await desk.store.read.get(PACK_KIND, caller.teamId);
  if (pack === undefined || served === undefined) return;
  const touched = [served.effect.kind ?? '', ...Object.values(served.places), ...more].flatMap((name) =>
    lineageOf(name, kinds),
  );
  for (const name of new Set(touched)) {
    const mark = `${caller.teamId}/${name}`;
    const kind = kinds[name];
    if (kind?.source !== 'team' || kind.id === 'single' || SEEDED.includes(name)) continue;
    if ((await desk.store.read.get(LAID_KIND, mark)) !== undefined) continue;
    await keepKind({ desk, teamId: caller.teamId, name, kind, at: pack.createdAt }, mark);
  }
}

/** A kind after its owners. */
function lineageOf(name: string, kinds: ServiceCards['kinds']): readonly string[] {
  const owner = kinds[name]?.owner;
  return owner === undefined ? [] : [...(owner === name ? [] : lineageOf(owner, kinds)), name];
}

interface Keeping {
  readonly desk: Desk;
  readonly teamId: string;
  readonly name: string;
  readonly kind: Kind;
  /** Milliseconds. */
  readonly at: number;
}

async function keepKind(keeping: Keeping, mark: string): Promise<void> {
  const { desk, teamId, name, at } = keeping;
  const named = namedOnce(keeping);
  if (named.size === 0) return;
  await commit(desk, [`${name}/${teamId}`], async (view) => {
    const records: StoredRecord[] = [];
    for (const [id, asked] of named) {
      if ((await view.get(name, id)) === undefined) records.push(await exampleRecord(keeping, view, { id, asked }));
    }
    const base = { teamId, profileId: null, parentId: null, createdAt: at, doc: {} };
    return { records: [...records, { ...base, kind: LAID_KIND, id: mark }] };
  });
}

const remembered = new WeakMap<Examples, Map<string, ReadonlyMap<string, Asked>>>();

/** The examples are the same at every call, and so are the ids in them. */
function namedOnce(keeping: Keeping): ReadonlyMap<string, Asked> {
  const examples = keeping.desk.catalog.examples();
  const known = remembered.get(examples) ?? new Map<string, ReadonlyMap<string, Asked>>();
  remembered.set(examples, known);
  const named = known.get(keeping.name) ?? namedIn(keeping);
  known.set(keeping.name, named);
  return named;
}

/** Every id of the kind that an example names, with the first example that does, and those that the kind declares; the kind's own operations go first. */
function namedIn({ desk, name, kind }: Keeping): ReadonlyMap<string, Asked> {
  const { operations } = desk.catalog.service();
  const declared = Object.keys(kind.examples ?? {}).map((of) => exampleId(of));
  const named = new Map<string, Asked>();
  const all = Object.entries(desk.catalog.examples());
  const isOwn = ([operation]: (typeof all)[number]): boolean => operations[operation]?.effect.kind === name;
  for (const [operation, asks] of [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]) {
    const served = operations[operation];
    for (const asked of served === undefined ? [] : asks)
      for (const id of idsIn(asked, served as ServedOperation, { name, kind }))
        if (!named.has(id)) named.set(id, asked);
  }
  for (const id of declared) if (!named.has(id)) named.set(id, NOTHING_ASKED);
  // The name of the first record is not the id of another record.
  const { name: called } = sentFirst({ desk, name });
  if (typeof called === 'string' && kind.id !== 'name' && named.size > 1) named.delete(called);
  return named;
}

/** For a record that the kind declares and no example names. */
const NOTHING_ASKED: Asked = { path: {}, query: {}, body: {} };

function idsIn(
  asked: Asked,
  { places, effect }: ServedOperation,
  { name, kind }: Pick<Keeping, 'name' | 'kind'>,
): readonly string[] {
  if (kind.id === 'single') return [];
  const inPath = Object.entries(places).flatMap(([place, one]) =>
    one === name && effect.does !== 'create' ? [asked.path[place]] : [],
  );
  const [source = '', field = ''] = effect.kind === name ? (effect.id ?? '').split('.') : [];
  const inField = source === 'query' ? [asked.query[field]] : source === 'body' ? [asked.body[field]] : [];
  const inEntries = effect.kind === name && effect.does !== 'create' ? entryIds(asked, effect.each, kind) : [];
  const asOwner =
    effect.kind === name
      ? []
      : (kind.names ?? [])
          .filter((one) => one !== 'id')
          .flatMap((one) => asked.body[one] ?? asked.query[one])
          // A network may call its own things by the same name.
          .filter((id) => kind.id !== 'record' || isRecordId(String(id)));
  return [...inPath, ...inField, ...inEntries, ...asOwner].filter((id) => typeof id === 'string');
}

function entryIds(asked: Asked, each: string | undefined, kind: Kind): readonly unknown[] {
  const sent = each === undefined ? [] : (asked.body[each] ?? asked.query[each]);
  const list = typeof sent === 'string' ? sent.split(',') : sent;
  return (isList(list) ? list : []).flatMap((entry) =>
    isFields(entry) ? wordsOf(kind).map((word) => entry[word]) : [entry],
  );
}

async function exampleRecord(
  keeping: Keeping,
  view: Reader,
  { id, asked }: { id: string; asked: Asked },
): Promise<StoredRecord> {
  const { teamId, name, kind, at } = keeping;
  const sent = sentFirst(keeping);
  const all = { ...sent, ...asked.query, ...asked.path };
  const account = await view.get(
    'account',
    String(asked.path['accountId'] ?? asked.query['accountId'] ?? asked.body['accountId'] ?? sent['accountId'] ?? ''),
  );
  const { profileId } = all;
  const owners = account === undefined ? {} : { accountId: account.id, platform: platformFor(kind, account) };
  return {
    kind: name,
    id,
    teamId,
    profileId: typeof profileId === 'string' ? profileId : (account?.profileId ?? null),
    parentId: parentIn(keeping, asked, sent),
    createdAt: at,
    doc: {
      ...kind.initial,
      ...sent,
      ...owners,
      ...declaredFor(kind, id),
      ...Object.fromEntries(Object.keys(kind.times ?? {}).map((time) => [time, instantOf(at)])),
      ...(kind.key === undefined ? {} : { [kind.key]: id }),
    },
  };
}

/** What the kind declares of the record with the id. */
const declaredFor = ({ examples = {} }: Kind, id: string): Fields =>
  Object.entries(examples).find(([of]) => exampleId(of) === id)?.[1] ?? {};

/** What the first example that makes such a record sends for it. */
function sentFirst({ desk, name }: Pick<Keeping, 'desk' | 'name'>): Fields {
  const { operations } = desk.catalog.service();
  const examples = desk.catalog.examples();
  for (const [operation, { effect }] of Object.entries(operations)) {
    const [asked] =
      effect.kind === name && effect.does === 'create' && effect.copies === undefined
        ? (examples[operation] ?? [])
        : [];
    if (asked === undefined) continue;
    const list = effect.each === undefined ? undefined : asked.body[effect.each];
    const [entry] = isList(list) ? list : [];
    const plain = Object.fromEntries(Object.entries(asked.body).filter(([field]) => field !== effect.each));
    return renamed({ ...asked.query, ...plain, ...(isFields(entry) ? entry : {}) }, effect.as);
  }
  return {};
}

/** Id of the owner that the example names in its path or in what it sends; none for an account. */
function parentIn({ desk, kind }: Keeping, asked: Asked, sent: Fields): string | null {
  const owner = desk.catalog.service().kinds[kind.owner];
  if (kind.owner === 'profile') return null;
  const value = (owner?.names ?? [])
    .map(
      (name) =>
        asked.path[name] ??
        (kind.owner === 'account' ? undefined : (asked.query[name] ?? asked.body[name] ?? sent[name])),
    )
    .find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : null;
}
