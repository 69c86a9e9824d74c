/** The surroundings of a record: its owners must be there and within the caller's reach. Next stop: the act itself. */
import { isRecordId } from '../../kernel/ids.ts';
import { resolved } from '../../schema/reference.ts';
import type { Call, Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import { isFields, type Fields } from '../engine/form.ts';
import type { Around, Scene } from './scene.ts';
import { idNameOf, namesOf, notFoundCode } from './words.ts';

/** Kinds with a room of their own, which are there or not there whatever the network says. */
const OWN_ROOMS: ReadonlySet<string> = new Set(['account', 'profile']);

type Found = { readonly around: Around } | { readonly refusal: Reply };

export async function aroundOf(scene: Scene): Promise<Found> {
  const owners: StoredRecord[] = [];
  for (const { id, kind, name } of scene.place.owners) {
    if (kind === undefined) continue;
    await scene.lay(scene, kind);
    const owner = await seenRecord(scene, kind, id);
    if (owner !== undefined) owners.push(owner);
    else if (mustExist(scene, kind, name)) return { refusal: refuse(notFoundCode(kind)) };
  }
  const named = await namedOwners(scene);
  if ('refusal' in named) return named;
  return { around: around(scene, [...owners, ...named.owners]) };
}

function mustExist({ kinds, call, schemas }: Scene, kind: string, name: string): boolean {
  if (OWN_ROOMS.has(kind)) return true;
  if (kind !== 'post') return kinds.of(kind).isCreatable;
  const param = call.card.params.find((one) => one.in === 'path' && one.name === name);
  return param !== undefined && resolved(param.schema, schemas).pattern !== undefined;
}

/** The account and the profile that a query or a body names. */
async function namedOwners(scene: Scene): Promise<{ owners: readonly StoredRecord[] } | { refusal: Reply }> {
  const { call } = scene;
  const owners: StoredRecord[] = [];
  for (const kind of OWN_ROOMS) {
    const param = idNameOf(kind);
    const id = call.body[param] ?? call.query[param];
    if (typeof id !== 'string' || (kind === 'account' && !isRecordId(id))) continue;
    const owner = await seenRecord(scene, kind, id);
    if (owner === undefined) return { refusal: refuse(notFoundCode(kind), { param }) };
    owners.push(owner);
  }
  const parents = await namedParents(scene);
  return 'refusal' in parents ? parents : { owners: [...owners, ...parents.owners] };
}

/** What a new record says it belongs to: an ad set, a campaign, a sequence. It has to be there. */
async function namedParents(scene: Scene): Promise<{ owners: readonly StoredRecord[] } | { refusal: Reply }> {
  const { call, kinds, kind, resource, desk } = scene;
  const owners: StoredRecord[] = [];
  if (resource.does !== 'create') return { owners };
  for (const [param, id] of Object.entries(call.body)) {
    const parent = typeof id === 'string' && !kind.idNames.has(param) ? kinds.named(param) : undefined;
    if (parent === undefined || !PARENTS.has(parent) || parent === kind.kind) continue;
    await scene.lay(scene, parent);
    const direct = await seenRecord(scene, parent, String(id));
    const all = direct === undefined ? await desk.store.read.list(parent, { teamId: call.caller.teamId }) : [];
    const names = kinds.of(parent).idNames;
    const found = direct ?? all.find((one) => isSeen(call, one) && [...names].some((name) => one.doc[name] === id));
    if (found === undefined) return { refusal: refuse(notFoundCode(parent), { param }) };
    owners.push(found);
  }
  return { owners };
}

/** Kinds in which others stand, beside those that the address names. */
const PARENTS: ReadonlySet<string> = new Set([
  'ad_campaign',
  'ad_set',
  'ad_catalog',
  'ad_lead_form',
  'sequence',
  'broadcast',
  'workflow',
]);

function around({ place }: Scene, owners: readonly StoredRecord[]): Around {
  const account = owners.find(({ kind }) => kind === 'account');
  const profile = owners.find(({ kind }) => kind === 'profile');
  const profileId =
    profile?.id ?? account?.profileId ?? owners.find((one) => one.profileId !== null)?.profileId ?? null;
  const fields: Fields = {
    ...Object.fromEntries(place.owners.map(({ name, id }) => [name, id])),
    ...Object.assign({}, ...owners.filter(({ kind }) => PARENTS.has(kind)).map(({ doc }) => idsIn(doc))),
    ...Object.fromEntries(
      owners.flatMap(({ kind, id }) =>
        namesOf(kind)
          .slice(0, 1)
          .map((name) => [idNameOf(name), id]),
      ),
    ),
    ...(account === undefined ? {} : accountFields(account)),
    ...(profileId === null ? {} : { profileId }),
  };
  return { account, profileId, fields };
}

/** An ad belongs to the campaign that its ad set belongs to. */
const idsIn = (doc: Fields): Fields =>
  Object.fromEntries(Object.entries(doc).filter(([name, value]) => /Id$/.test(name) && typeof value === 'string'));

const accountFields = ({ id, doc }: StoredRecord): Fields => ({
  accountId: id,
  platform: doc['platform'],
  accountName: doc['displayName'],
  accountUsername: doc['username'],
});

/** What an answer beside the record may say of the account. */
export const accountView = (account: StoredRecord | undefined): Fields =>
  account === undefined ? {} : { username: account.doc['username'], displayName: account.doc['displayName'] };

/** Networks know an advertiser under either name. */
export const advertiser = (asked: Fields): Fields => {
  const id = asked['adAccountId'] ?? asked['customerId'];
  return id === undefined ? {} : { adAccountId: id, customerId: id, advertiserId: id };
};

/** A record that the caller reaches; undefined as well for one of another team. Source: ERR-20, ERR-30 */
export async function seenRecord(
  { call, desk }: Pick<Scene, 'call' | 'desk'>,
  kind: string,
  id: string,
): Promise<StoredRecord | undefined> {
  const record = await recordOf(desk.store.read, kind, id);
  return record !== undefined && isSeen(call, record) ? record : undefined;
}

/** Posts have a table of their own. */
async function recordOf(reader: Reader, kind: string, id: string): Promise<StoredRecord | undefined> {
  if (kind !== 'post') return reader.get(kind, id);
  const post = await reader.post(id);
  if (post === undefined) return undefined;
  const { teamId, createdAt, targets } = post;
  const doc = { _id: id, content: post.content, status: post.status };
  return { kind, id, teamId, createdAt, profileId: targets[0]?.profileId ?? null, parentId: null, doc };
}

export const isSeen = ({ caller }: Call, { teamId, profileId }: StoredRecord): boolean =>
  teamId === caller.teamId &&
  (caller.profileIds === null || profileId === null || caller.profileIds.includes(profileId));

/** The id as callers know it, where the record has a key of its own. */
export const plainId = ({ id, doc }: StoredRecord): string => String(doc['$id'] ?? id);

export const isOwnRoom = (kind: string): boolean => OWN_ROOMS.has(kind) || kind === 'post';

export const plainFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isFields(value) && !Array.isArray(value)));
