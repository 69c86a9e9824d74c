/** The record that a call is about: by its place in the path, by the field that the effect names, or the single one of its owner. */
import type { Call } from '../call.ts';
import type { Kind, Reader, RecordOf, StoredRecord } from '../store/store.ts';
import { fixtureUnder } from './fixtures.ts';
import { chosenKey, idAsked, singleKey } from './keys.ts';
import { accountIdOf, isNamed, isReached, recordOf, type Scene } from './scene.ts';

/** The record, or undefined when the caller reaches no such record. `K` is the kind that the operation declares. */
export async function findRecord<K extends Kind = Kind>(scene: Scene, read: Reader): Promise<RecordOf<K> | undefined> {
  if (scene.kind.id === 'single') return (await findSingle(scene, read)) as RecordOf<K>;
  const id = idAsked(scene);
  return id === undefined ? undefined : findById<K>(scene, read, id);
}

/** `K` is the kind that the operation declares. */
export async function findById<K extends Kind = Kind>(
  scene: Scene,
  read: Reader,
  id: string,
): Promise<RecordOf<K> | undefined> {
  return (await storedUnder(scene, read, id)) as RecordOf<K> | undefined;
}

/** The record that the call copies. The owner that the call names takes the copy: the original need not be below it. */
export async function findOriginal<K extends Kind = Kind>(
  { owners, ...scene }: Scene,
  read: Reader,
): Promise<RecordOf<K> | undefined> {
  const { copies } = scene.effect;
  return copies === undefined
    ? undefined
    : findById<K>({ ...scene, owners: { ...owners, parentId: null } }, read, scene.call.path[copies] ?? '');
}

async function storedUnder(scene: Scene, read: Reader, id: string): Promise<StoredRecord | undefined> {
  const { call, name } = scene;
  const isThere = (record: StoredRecord): boolean =>
    isReached(call, record) && isInPlace(scene, record) && isOfAccount(call, record);
  const chosen = await read.get(name, chosenKey(scene, id));
  const direct = chosen ?? (await recordOf(read, { kind: name, id }));
  if (direct !== undefined) return isThere(direct) ? direct : undefined;
  const all = await read.list(name, { teamId: call.caller.teamId });
  return all.find((record) => isNamed(record, id, scene.kind) && isThere(record)) ?? fixtureUnder(scene, id);
}

/** A record made below one owner is not found below another. */
const isInPlace = ({ owners, kinds, kind }: Scene, { parentId }: StoredRecord): boolean =>
  owners.parentId === null || parentId === null || kinds[kind.owner] === undefined || parentId === owners.parentId;

/** A record of one account is not found with the name of another. */
const isOfAccount = ({ query: { accountId } }: Call, record: StoredRecord): boolean =>
  accountId === undefined || [undefined, accountId].includes(accountIdOf(record));

/** What nobody has set yet is there with what it has from the start. */
async function findSingle(scene: Scene, read: Reader): Promise<StoredRecord> {
  const { kind, name, call, owners, now } = scene;
  const id = singleKey(scene);
  const known = await read.get(name, id);
  if (known !== undefined) return known;
  return {
    kind: name,
    id,
    teamId: call.caller.teamId,
    profileId: owners.profileId,
    parentId: owners.parentId,
    createdAt: now,
    doc: { ...kind.initial, ...owners.fields },
  };
}
