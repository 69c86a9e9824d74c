/** What a declared operation works with: its effect, its kind, and the owners that its call names; and how a record is found by an id. Gathered by gather.ts. */
import { type Fields, textOf } from '../../kernel/json.ts';
import { traitsOf } from '../../platforms/platforms.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Effect, Kind, ServedOperation, ServiceCards } from '../../kernel/effect.ts';
import type { Call, Reply } from '../call.ts';
import type { Desk } from '../desk.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Kind as KindName, Reader, RecordOf, StoredRecord } from '../store/store.ts';
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

/** The place of the path that holds the id of the operation's own record. */
export const ownPlace = ({ places, effect }: ServedOperation, name: string): string | undefined =>
  effect.does === 'list'
    ? undefined
    : Object.keys(places).findLast((place) => places[place] === name && place !== effect.copies);

interface Wanted<K extends KindName = KindName> {
  readonly kind: K;
  readonly id: string;
  readonly kinds: ServiceCards['kinds'];
  readonly teamId: string;
}

/** The record of an owner; a post has a table of its own. */
export async function ownerRecord<K extends KindName>(
  read: Reader,
  { kind, id, kinds, teamId }: Wanted<K>,
): Promise<RecordOf<K> | undefined> {
  const direct = await recordOf(read, { kind, id });
  if (direct !== undefined) return direct as RecordOf<K>;
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

/** What a record has of the account that it belongs to: see `Owners.fields`. */
interface OfAccount {
  readonly accountId?: unknown;
}

/** The account that a record of any kind belongs to. */
export const accountIdOf = ({ doc }: StoredRecord<OfAccount>): string | undefined => textOf(doc.accountId);

/** Whether a record has these values, all of them. */
export const hasValues = ({ doc }: StoredRecord, values: Fields = {}): boolean =>
  Object.entries(values).every(([name, value]) => doc[name] === value);

/** The platform of a record of the account, in the words of its kind. */
export function platformFor(kind: Kind | undefined, { doc: { platform } }: AccountRecord): string {
  return kind?.platform === 'ads' ? (traitsOf(platform).adNames?.[0] ?? platform) : platform;
}

/** The refusal of a record that is not there. */
export const lost = ({ name }: Pick<Scene, 'name'>): Reply => notFound(name);
