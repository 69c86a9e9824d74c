/** What a declared operation works with, gathered once per call: its effect, its kind, and the owners that its call names. Next stop: deeds.ts. */
import type { Fields } from '../../kernel/json.ts';
import { traitsOf } from '../../platforms/platforms.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';
import type { Effect, Kind, ServedOperation, ServiceCards } from '../../kernel/effect.ts';
import type { Call, Reply } from '../call.ts';
import type { Desk } from '../desk.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import { notFound } from './not-found.ts';

export interface Scene {
  readonly call: Call;
  readonly desk: Desk;
  readonly effect: Effect;
  readonly served: ServedOperation;
  readonly kinds: ServiceCards['kinds'];
  /** Name of the effect's kind. */
  readonly name: string;
  readonly kind: Kind;
  /** Schemas of the operation's area. */
  readonly schemas: Schemas;
  readonly owners: Owners;
  /** Milliseconds on the service's clock. */
  readonly now: number;
}

/** What a record of the call belongs to. */
export interface Owners {
  readonly account: AccountRecord | undefined;
  readonly profileId: string | null;
  /** Id of the record, or of the thing on a network, that the path names before the operation's own. */
  readonly parentId: string | null;
  /** Id of what a single record belongs to: the nearest owner, else the team. */
  readonly ownerId: string;
  /** Ids and platform of the owners, by the names that records have for them. */
  readonly fields: Fields;
}

/** The scene, or the refusal of a call that names an owner which its caller does not reach. */
export async function sceneOf(call: Call, desk: Desk): Promise<Scene | { readonly refusal: Reply }> {
  const { kinds, operations } = desk.catalog.service();
  const served = operations[call.card.id];
  const kind = kinds[served?.effect.kind ?? ''];
  if (served === undefined || kind === undefined)
    throw new Error(`${call.card.id} declares no kind that the engine could serve.`);
  const name = served.effect.kind ?? '';
  const owners = await ownersOf(call, desk.store.read, { kinds, served, name });
  if ('refusal' in owners) return owners;
  const { schemas } = desk.catalog.file(call.card.area);
  return { call, desk, effect: served.effect, served, kinds, name, kind, schemas, owners, now: desk.clock.now() };
}

interface Owning {
  readonly kinds: ServiceCards['kinds'];
  readonly served: ServedOperation;
  readonly name: string;
}

/** Kinds that a query or a body may name as owners of what it is about. */
const NAMED_OWNERS: readonly string[] = ['account', 'profile'];

async function ownersOf(call: Call, read: Reader, owning: Owning): Promise<Owners | { readonly refusal: Reply }> {
  const found: StoredRecord[] = [];
  for (const { kind, id, param } of named(call, owning)) {
    const owner = await ownerRecord(read, { kind, id, kinds: owning.kinds, teamId: call.caller.teamId });
    if (owner !== undefined && isReached(call, owner)) found.push(owner);
    else if (owning.kinds[kind]?.source === 'team' && !isOpen(call, kind))
      return { refusal: notFound(kind, param === undefined ? {} : { param }) };
  }
  return { ...ownersFrom(call, found, owning) };
}

interface NamedOwner {
  readonly kind: string;
  readonly id: string;
  /** Undefined for a place of the path. */
  readonly param?: string;
}

/** Owners in the path, then those that the query or the body names: the account, the profile, and the kind's own owner. */
function named(call: Call, { kinds, served, name }: Owning): readonly NamedOwner[] {
  const inPath = ownerPlaces(call, { served, name }).flatMap((place) => {
    const kind = served.places[place];
    return kind === undefined ? [] : [{ kind, id: call.path[place] ?? '' }];
  });
  const wanted = [...NAMED_OWNERS, ...(served.effect.does === 'create' ? [kinds[name]?.owner ?? ''] : [])];
  const told = [...new Set(wanted)].flatMap((kind) => {
    if (inPath.some((one) => one.kind === kind) || kind === name) return [];
    const names = kinds[kind]?.names ?? [];
    const param = names.find((one) => typeof (call.body[one] ?? call.query[one]) === 'string');
    return param === undefined ? [] : [{ kind, id: String(call.body[param] ?? call.query[param]), param }];
  });
  return [...inPath, ...told];
}

/** Places of the path before the operation's own record, and before the one that it copies. */
function ownerPlaces(call: Call, { served, name }: Pick<Owning, 'served' | 'name'>): readonly string[] {
  const places = Object.keys(served.places);
  const own = [ownPlace(served, name), served.effect.copies];
  return places.filter((place) => !own.includes(place) && call.path[place] !== undefined);
}

/** The place of the path that holds the id of the operation's own record. */
export const ownPlace = ({ places, effect }: ServedOperation, name: string): string | undefined =>
  effect.does === 'list'
    ? undefined
    : Object.keys(places).findLast((place) => places[place] === name && place !== effect.copies);

/** A post that the path names by the id of a network may be one that was not made here. */
function isOpen({ card, path }: Call, kind: string): boolean {
  if (kind !== 'post') return false;
  const param = card.params.find((one) => one.in === 'path' && path[one.name] !== undefined && one.name === 'postId');
  return param !== undefined && resolved(param.schema, {}).pattern === undefined;
}

interface Wanted {
  readonly kind: string;
  readonly id: string;
  readonly kinds: ServiceCards['kinds'];
  readonly teamId: string;
}

/** The record of an owner; a post has a table of its own. */
export async function ownerRecord(
  read: Reader,
  { kind, id, kinds, teamId }: Wanted,
): Promise<StoredRecord | undefined> {
  const direct = await recordOf(read, { kind, id });
  if (direct !== undefined) return direct;
  const all = kinds[kind] === undefined ? [] : await read.list(kind, { teamId });
  return all.find((record) => isNamed(record, id, kinds[kind]));
}

/** The record that is kept under the id itself. */
export const recordOf = (read: Reader, { kind, id }: Pick<Wanted, 'kind' | 'id'>): Promise<StoredRecord | undefined> =>
  kind === 'post' ? postRecord(read, id) : read.get(kind, id);

/** Whether one of the fields that name records of the kind holds the id. */
export const isNamed = ({ doc }: StoredRecord, id: string, kind: Kind | undefined): boolean =>
  wordsOf(kind).some((name) => doc[name] !== undefined && String(doc[name]) === id);

/** Fields under which a record of the kind may be found. */
export const wordsOf = (kind: Kind | undefined): readonly string[] => [
  ...(kind?.key === undefined ? [] : [kind.key]),
  ...(kind?.names ?? []),
];

async function postRecord(read: Reader, id: string): Promise<StoredRecord | undefined> {
  const post = await read.post(id);
  if (post === undefined) return undefined;
  const { teamId, createdAt, targets } = post;
  const doc = { _id: id, content: post.content, status: post.status };
  return { kind: 'post', id, teamId, createdAt, profileId: targets[0]?.profileId ?? null, parentId: null, doc };
}

/** Source: ERR-20, ERR-30 */
export const isReached = ({ caller }: Call, { teamId, profileId }: StoredRecord): boolean =>
  teamId === caller.teamId &&
  (caller.profileIds === null || profileId === null || caller.profileIds.includes(profileId));

function ownersFrom(call: Call, found: readonly StoredRecord[], { kinds, served, name }: Owning): Owners {
  const places = ownerPlaces(call, { served, name });
  const last = places.at(-1);
  const parent = found.find(({ kind }) => kind === kinds[name]?.owner);
  const account = found.find(({ kind }) => kind === 'account') as AccountRecord | undefined;
  const profile = found.find(({ kind }) => kind === 'profile');
  const profileId = profile?.id ?? account?.profileId ?? found.find((one) => one.profileId !== null)?.profileId ?? null;
  const parentId =
    last === undefined ? null : (found.find(({ kind }) => kind === served.places[last])?.id ?? call.path[last] ?? null);
  return {
    account,
    profileId,
    parentId: parentId ?? (parent === undefined || NAMED_OWNERS.includes(parent.kind) ? null : parent.id),
    ownerId: parent?.id ?? parentId ?? account?.id ?? profileId ?? call.caller.teamId,
    fields: {
      ...Object.fromEntries(places.map((place) => [place, call.path[place]])),
      ...Object.assign({}, ...found.filter(({ kind }) => !NAMED_OWNERS.includes(kind)).map((one) => inherited(one))),
      ...(parent === undefined ? {} : idsUnder(kinds[parent.kind], parent.id)),
      ...(account === undefined ? {} : { accountId: account.id, platform: platformFor(kinds[name], account) }),
      ...(profileId === null ? {} : { profileId }),
    },
  };
}

/** A record belongs to what its owner belongs to. */
const inherited = ({ doc }: StoredRecord): Fields =>
  Object.fromEntries(
    ['accountId', 'profileId', 'platform', 'campaignId', 'adAccountId'].flatMap((name) =>
      typeof doc[name] === 'string' ? [[name, doc[name]]] : [],
    ),
  );

const idsUnder = (kind: Kind | undefined, id: string): Fields =>
  Object.fromEntries((kind?.names ?? []).filter((name) => name !== 'id').map((name) => [name, id]));

/** The platform of a record of the account, in the words of its kind. */
export function platformFor(kind: Kind | undefined, { doc }: StoredRecord): unknown {
  const platform = String(doc['platform']);
  return kind?.platform === 'ads' ? (traitsOf(platform).adNames?.[0] ?? platform) : platform;
}

/** The refusal of a record that is not there. */
export const lost = ({ name }: Pick<Scene, 'name'>): Reply => notFound(name);
