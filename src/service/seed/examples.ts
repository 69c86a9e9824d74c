/** The records that the examples of the help name, so that every example runs as it is written. Part of the demo pack; called by demo-team.ts. */
import { type Fields, isFields, isList, textOf } from '../../kernel/json.ts';
import { exampleId, type Asked, type Examples } from '../../kernel/example.ts';
import type { Kind, ServedOperation, ServiceCards } from '../../kernel/effect.ts';
import { isRecordId } from '../../kernel/ids.ts';
import { instantOf } from '../../kernel/instant.ts';
import { commit } from '../change.ts';
import type { Desk } from '../desk.ts';
import { renamed } from '../engine/draft.ts';
import { platformFor, wordsOf } from '../engine/scene.ts';
import type { Reader, StoredRecord } from '../store/store.ts';

/** Kinds that the demo pack makes itself, in the form of their areas. */
const SEEDED: readonly string[] =
  'account account_group api_key connected_app invite_token media post profile queue user webhook'.split(' ');

interface Pack {
  readonly service: ServiceCards;
  readonly examples: Examples;
  readonly teamId: string;
  /** Milliseconds. */
  readonly at: number;
}

/** Saves them in one commit, with `at` in milliseconds as their time; what is there already stays as it is. */
export async function saveExamples(desk: Desk, { teamId, at }: Pick<Pack, 'teamId' | 'at'>): Promise<void> {
  const pack: Pack = { service: desk.catalog.service(), examples: desk.catalog.examples(), teamId, at };
  await commit(desk, [`team/${teamId}`], async (view) => {
    const records: StoredRecord[] = [];
    for (const [name, named] of namedIn(pack)) {
      if (named.size === 0) continue;
      const sent = sentFirst(pack, name);
      for (const [id, asked] of named)
        if (isOwnId(id, named.size, { pack, name, sent }) && (await view.get(name, id)) === undefined)
          records.push(await recordFor({ pack, name, sent }, { id, asked }, view));
    }
    return { records };
  });
}

interface Saving {
  readonly pack: Pack;
  readonly name: string;
  /** What the first example that makes such a record sends for it. */
  readonly sent: Fields;
}

/** The name of the first record is not the id of another record. */
const isOwnId = (id: string, count: number, { pack, name, sent }: Saving): boolean =>
  id !== sent['name'] || pack.service.kinds[name]?.id === 'name' || count === 1;

/** For a record that its kind declares and no example names. */
const NOTHING_ASKED: Asked = { path: {}, query: {}, body: {} };

/**
 * Every id that an example names, by its kind, with the example that says most of it, and those that the kind declares;
 * examples of the kind's own operations go first.
 */
function namedIn({ service, examples }: Pack): ReadonlyMap<string, ReadonlyMap<string, Asked>> {
  const { kinds, operations } = service;
  const named = new Map<string, Map<string, Asked>>();
  const note = (kind: string, ids: readonly unknown[], asked: Asked): void => {
    if (!isSaved(kind, kinds[kind])) return;
    const known = named.get(kind) ?? new Map<string, Asked>();
    for (const id of ids) if (typeof id === 'string' && saysMore(asked, known.get(id))) known.set(id, asked);
    named.set(kind, known);
  };
  const all = Object.entries(examples).flatMap(([operation, asks]) => {
    const served = operations[operation];
    return served === undefined ? [] : asks.map((asked) => ({ served, asked }));
  });
  for (const { served, asked } of all) {
    const { kind = '' } = served.effect;
    const ids = ownIds(asked, served, kinds[kind]);
    note(kind, ids, asked);
    const { of = '' } = kinds[kind] ?? {};
    if (kinds[of]?.id === 'native') note(of, ids, asked);
  }
  for (const kind of Object.keys(kinds)) note(kind, [], NOTHING_ASKED);
  const byWord = kindsByWord(kinds);
  for (const { served, asked } of all)
    for (const [kind, id] of otherIds(asked, served, { kinds, byWord })) note(kind, [id], asked);
  for (const [kind, { examples: declared = {} }] of Object.entries(kinds))
    note(kind, Object.keys(declared).map(idOfDeclared), NOTHING_ASKED);
  return named;
}

/** The first example that names the record says where it belongs, unless a later one names the account too. */
const saysMore = (asked: Asked, before: Asked | undefined): boolean =>
  before === undefined || (accountIdIn(before) === undefined && accountIdIn(asked) !== undefined);

const isSaved = (name: string, kind: Kind | undefined): boolean =>
  kind?.source === 'team' && kind.id !== 'single' && !SEEDED.includes(name);

/** Ids of the record that the example is about. */
function ownIds(asked: Asked, { places, effect }: ServedOperation, kind: Kind | undefined): readonly unknown[] {
  const [source = '', field = ''] = (effect.id ?? '').split('.');
  const inField = source === 'query' ? [asked.query[field]] : source === 'body' ? [asked.body[field]] : [];
  if (effect.does === 'create' || kind === undefined) return inField;
  const inPath = Object.entries(places).flatMap(([place, one]) => (one === effect.kind ? [asked.path[place]] : []));
  return [...inPath, ...inField, ...entryIds(asked, effect.each, kind)];
}

function entryIds(asked: Asked, each: string | undefined, kind: Kind): readonly unknown[] {
  const sent = each === undefined ? [] : (asked.body[each] ?? asked.query[each]);
  const list = typeof sent === 'string' ? sent.split(',') : sent;
  return (isList(list) ? list : []).flatMap((entry) =>
    isFields(entry) ? wordsOf(kind).map((word) => entry[word]) : [entry],
  );
}

/** Kinds by the fields that name their records; `id` alone names none. */
function kindsByWord(kinds: ServiceCards['kinds']): ReadonlyMap<string, readonly string[]> {
  const byWord = new Map<string, string[]>();
  for (const [kind, { names = [] }] of Object.entries(kinds))
    for (const word of names) if (word !== 'id') byWord.set(word, [...(byWord.get(word) ?? []), kind]);
  return byWord;
}

interface KindWords {
  readonly kinds: ServiceCards['kinds'];
  /** By the field. */
  readonly byWord: ReadonlyMap<string, readonly string[]>;
}

/** Ids of the records that the example's own belongs to; a word that several kinds have is of those that the call refers to, or of its own. */
function otherIds(
  asked: Asked,
  { places, effect, refers }: ServedOperation,
  { kinds, byWord }: KindWords,
): readonly (readonly [kind: string, id: unknown])[] {
  const inPath = Object.entries(places).map(([place, kind]) => [kind, asked.path[place]] as const);
  const inFields = Object.keys({ ...asked.query, ...asked.body }).flatMap((word) => {
    const value = asked.body[word] ?? asked.query[word];
    const bearing = byWord.get(word) ?? [];
    return (
      (refers?.[word] ?? (bearing.includes(effect.kind ?? '') ? [] : bearing))
        // A network may call its own things by the same name.
        .filter((kind) => kinds[kind]?.id !== 'record' || isRecordId(String(value)))
        .map((kind) => [kind, value] as const)
    );
  });
  return [...inPath, ...inFields].filter(([kind]) => kind !== effect.kind);
}

/** What the first example that makes such a record sends for it, under the names by which it is read. */
function sentFirst({ service, examples }: Pack, name: string): Fields {
  for (const [operation, { effect }] of Object.entries(service.operations)) {
    if (effect.kind !== name || effect.does !== 'create' || effect.copies !== undefined) continue;
    const [asked] = examples[operation] ?? [];
    if (asked === undefined) continue;
    const list = effect.each === undefined ? undefined : asked.body[effect.each];
    const [entry] = isList(list) ? list : [];
    const plain = Object.fromEntries(Object.entries(asked.body).filter(([field]) => field !== effect.each));
    return renamed({ ...asked.query, ...plain, ...(isFields(entry) ? entry : {}) }, effect.as);
  }
  return {};
}

interface Naming {
  readonly id: string;
  readonly asked: Asked;
}

async function recordFor(saving: Saving, { id, asked }: Naming, view: Reader): Promise<StoredRecord> {
  const { pack, name, sent } = saving;
  const { teamId, at, service } = pack;
  const kind = service.kinds[name] as Kind;
  const declared = declaredFor(kind, id);
  const accountId = accountIdIn(asked) ?? sent['accountId'] ?? declared['accountId'];
  const account = await view.get('account', String(accountId ?? ''));
  const { profileId } = { ...sent, ...asked.query, ...asked.path };
  return {
    kind: name,
    id,
    teamId,
    profileId: typeof profileId === 'string' ? profileId : (account?.profileId ?? null),
    parentId: parentIn(saving, asked) ?? ownerIn(kind, declared, service.kinds),
    createdAt: at,
    doc: {
      ...kind.initial,
      ...sent,
      ...(account === undefined ? {} : { accountId: account.id, platform: platformFor(kind, account) }),
      ...declared,
      ...Object.fromEntries(Object.keys(kind.times ?? {}).map((time) => [time, instantOf(at)])),
      ...(kind.key === undefined ? {} : { [kind.key]: id }),
    },
  };
}

/** Id of the owner that the kind declares for the record. */
const ownerIn = ({ owner }: Kind, declared: Fields, kinds: ServiceCards['kinds']): string | null =>
  owner === 'account'
    ? null
    : ((kinds[owner ?? '']?.names ?? []).map((name) => textOf(declared[name])).find((id) => id !== undefined) ?? null);

/** What the kind declares of the record with the id. */
const declaredFor = ({ examples = {} }: Kind, id: string): Fields =>
  Object.entries(examples).find(([of]) => idOfDeclared(of) === id)?.[1] ?? {};

/** What a network owns is declared by its id there, anything else by the kind and what is special about it. */
const idOfDeclared = (of: string): string => (/^\d+$/.test(of) ? of : exampleId(of));

const accountIdIn = ({ path, query, body }: Asked): unknown =>
  path['accountId'] ?? query['accountId'] ?? body['accountId'];

/** Whether the path of the kind's list names the account. */
const isListedByAccount = (name: string, operations: ServiceCards['operations']): boolean =>
  Object.values(operations).some(
    ({ effect, places }) => effect.kind === name && effect.does === 'list' && Object.values(places).includes('account'),
  );

/** Id of the owner that the example names in its path or in what it sends; none for an account. */
function parentIn({ pack, name, sent }: Saving, asked: Asked): string | null {
  const { kinds, operations } = pack.service;
  const owner = kinds[name]?.owner ?? '';
  if (owner === 'profile') return null;
  if (owner === 'account' && isListedByAccount(name, operations))
    return String(accountIdIn(asked) ?? sent['accountId']);
  const value = (kinds[owner]?.names ?? [])
    .map(
      (one) =>
        asked.path[one] ?? (owner === 'account' ? undefined : (asked.query[one] ?? asked.body[one] ?? sent[one])),
    )
    .find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : null;
}
