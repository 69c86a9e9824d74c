/** The record that a call is about: by its place in the path, by the field that the effect names, or the single one of its owner. */
import type { StoredRecord } from '../store/store.ts';
import type { Reader } from '../store/store.ts';
import { isNamed, isReached, ownPlace, recordOf, type Scene } from './scene.ts';

/** The record, or undefined when the caller reaches no such record. */
export async function findRecord(scene: Scene, read: Reader): Promise<StoredRecord | undefined> {
  if (scene.kind.id === 'single') return findSingle(scene, read);
  const id = idAsked(scene);
  return id === undefined ? undefined : findById(scene, read, id);
}

/** The id in the path, or where the effect says. */
export function idAsked({ call, effect, served, name }: Scene): string | undefined {
  const place = ownPlace(served, name);
  if (place !== undefined && effect.id === undefined) return call.path[place];
  const [source, field = ''] = effect.id?.split('.') ?? [];
  const value = source === 'query' ? call.query[field] : source === 'body' ? call.body[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

export async function findById(scene: Scene, read: Reader, id: string): Promise<StoredRecord | undefined> {
  const { call, name } = scene;
  const isThere = (record: StoredRecord): boolean => isReached(call, record) && isInPlace(scene, record);
  const chosen = await read.get(name, chosenKey(scene, id));
  const direct = chosen ?? (await recordOf(read, { kind: name, id }));
  if (direct !== undefined) return isThere(direct) ? direct : undefined;
  const all = await read.list(name, { teamId: call.caller.teamId });
  return all.find((record) => isNamed(record, id, scene.kind) && isThere(record));
}

/** Key of a record whose id the caller chose: it is unique below its owner only. */
export const chosenKey = ({ owners }: Scene, id: string): string => `${owners.parentId ?? owners.ownerId}/${id}`;

/** A record made below one owner is not found below another. */
const isInPlace = ({ owners, kinds, kind }: Scene, { parentId }: StoredRecord): boolean =>
  owners.parentId === null || parentId === null || kinds[kind.owner] === undefined || parentId === owners.parentId;

/** Key of the one record of an owner. */
export const singleKey = ({ owners }: Scene): string => keyOfSingle(owners.ownerId);

export const keyOfSingle = (ownerId: string): string => `of/${ownerId}`;

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
