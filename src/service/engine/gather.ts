/** Gathers the scene of a call once: what it names must be there. Next stop: deeds.ts. */
import { resolved } from '../../schema/reference.ts';
import { READINGS, type Kind, type ServedOperation, type ServiceCards } from '../../kernel/effect.ts';
import type { Call, Reply } from '../call.ts';
import type { Desk } from '../desk.ts';
import { refuse } from '../refuse.ts';
import type { AccountRecord } from '../records/account.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Fields } from '../../kernel/json.ts';
import { idOf } from './view.ts';
import { isKnown, refusalOfUnknown } from './known.ts';
import { notFound } from './not-found.ts';
import { isReached, ownerRecord, ownPlace, platformFor, type Owners, type Scene } from './scene.ts';

/** The scene, or the refusal of a call that names an owner which its caller does not reach. */
export async function sceneOf(call: Call, desk: Desk): Promise<Scene | { readonly refusal: Reply }> {
  const kinds = desk.catalog.kinds();
  const served = desk.catalog.served(call.card);
  const kind = kinds[served?.effect.kind ?? ''];
  if (served === undefined || kind === undefined)
    throw new Error(`${call.card.id} declares no kind that the engine could serve.`);
  const name = served.effect.kind ?? '';
  const owners = await ownersOf(call, desk, { kinds, served, name });
  if ('refusal' in owners) return owners;
  const refusal = await refusalOfUnknown(call, desk);
  if (refusal !== undefined) return { refusal };
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

async function ownersOf(call: Call, desk: Desk, owning: Owning): Promise<Owners | { readonly refusal: Reply }> {
  const found: StoredRecord[] = [];
  const { read } = desk.store;
  for (const { kind, id, param } of named(call, owning)) {
    const owner = await ownerRecord(read, { kind, id, kinds: owning.kinds, teamId: call.caller.teamId });
    if (owner !== undefined && isReached(call, owner)) found.push(owner);
    else if (!isOpen(call, kind) && !(await isOnNetwork({ kind, id }, call, { desk, kinds: owning.kinds })))
      return { refusal: notFound(kind, param === undefined ? {} : { param }) };
  }
  return refusalOfPair(call, found, owning) ?? ownersFrom(call, found, owning);
}

/** What is made for an account belongs to the profile that has it; a reading finds nothing for another pair. */
function refusalOfPair(
  { body }: Call,
  found: readonly StoredRecord[],
  { served }: Pick<Owning, 'served'>,
): { readonly refusal: Reply } | undefined {
  const account = found.find(({ kind, id }) => kind === 'account' && id === body['accountId']);
  const profile = found.find(({ kind, id }) => kind === 'profile' && id === body['profileId']);
  if (account === undefined || profile === undefined || READINGS.includes(served.effect.does)) return undefined;
  if (account.profileId === profile.id) return undefined;
  const message = 'The account belongs to another profile.';
  return { refusal: refuse('invalid_field_value', { param: 'accountId', message }) };
}

/** What a network owns is no record before a call changes it. */
const isOnNetwork = async (
  { kind, id }: { readonly kind: string; readonly id: string },
  call: Call,
  { desk, kinds }: { readonly desk: Desk; readonly kinds: Owning['kinds'] },
): Promise<boolean> => kinds[kind]?.source !== 'team' && (await isKnown({ kind, id }, call, desk));

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
  const inInput = [...new Set(wanted)].flatMap((kind) => {
    if (inPath.some((one) => one.kind === kind) || kind === name) return [];
    const names = kinds[kind]?.names ?? [];
    const param = names.find((one) => typeof (call.body[one] ?? call.query[one]) === 'string');
    return param === undefined ? [] : [{ kind, id: String(call.body[param] ?? call.query[param]), param }];
  });
  return [...inPath, ...inInput];
}

/** Places of the path before the operation's own record, and before the one that it copies. */
function ownerPlaces(call: Call, { served, name }: Pick<Owning, 'served' | 'name'>): readonly string[] {
  const places = Object.keys(served.places);
  const own = [ownPlace(served, name), served.effect.copies];
  return places.filter((place) => !own.includes(place) && call.path[place] !== undefined);
}

/** A post that the path names by the id of a network may be one that was not made here. */
function isOpen({ card, path }: Call, kind: string): boolean {
  if (kind !== 'post') return false;
  const param = card.params.find((one) => one.in === 'path' && path[one.name] !== undefined && one.name === 'postId');
  return param !== undefined && resolved(param.schema, {}).pattern === undefined;
}

function ownersFrom(call: Call, found: readonly StoredRecord[], { kinds, served, name }: Owning): Owners {
  const places = ownerPlaces(call, { served, name });
  const last = places.at(-1);
  const parent = found.find(({ kind }) => kind === kinds[name]?.owner);
  const account = found.find(({ kind }) => kind === 'account') as AccountRecord | undefined;
  const profile = found.find(({ kind }) => kind === 'profile');
  const profileId = profile?.id ?? account?.profileId ?? found.find((one) => one.profileId !== null)?.profileId ?? null;
  // What a network owns goes by the network's id, also once a call has changed it and it is kept under another key.
  const idIn = (record: StoredRecord | undefined): string | undefined => {
    const kind = kinds[record?.kind ?? ''];
    return record !== undefined && kind?.source === 'network' ? idOf(record, kind) : record?.id;
  };
  const above = last === undefined ? undefined : found.find(({ kind }) => kind === served.places[last]);
  const parentId = last === undefined ? null : (idIn(above) ?? call.path[last] ?? null);
  return {
    account,
    profileId,
    parentId: parentId ?? (parent === undefined || NAMED_OWNERS.includes(parent.kind) ? null : (idIn(parent) ?? null)),
    ownerId: idIn(parent) ?? parentId ?? account?.id ?? profileId ?? call.caller.teamId,
    fields: {
      ...Object.fromEntries(places.map((place) => [place, call.path[place]])),
      ...Object.assign({}, ...found.filter(({ kind }) => !NAMED_OWNERS.includes(kind)).map((one) => inherited(one))),
      ...(parent === undefined ? {} : idsUnder(kinds[parent.kind], idIn(parent) ?? parent.id)),
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
