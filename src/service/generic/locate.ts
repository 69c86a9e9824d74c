/** Finds the record a call is about: by its id, by an id of a network, or by what the request says of it. */
import type { StoredRecord } from '../store/store.ts';
import { isOwnRoom, isSeen, plainFields, seenRecord } from './around.ts';
import { digitsOf, hexOf } from '../networks/chance.ts';
import { networkDoc } from './doc.ts';
import type { Fields } from '../engine/form.ts';
import { neededNames } from './kinds.ts';
import { readNetwork, singleRecord } from './network.ts';
import type { Staged } from './scene.ts';

/** The record, or undefined when there is none that the caller reaches. */
export async function located(staged: Staged): Promise<StoredRecord | undefined> {
  const { kind, place } = staged;
  if (kind.isSingle) return singleRecord(staged);
  await readNetwork(staged);
  return place.id === undefined ? describedBy(staged, staged.asked) : recordBy(staged, place.id);
}

/** The record of that id, whatever the form of the id. */
export async function recordBy(staged: Staged, id: string): Promise<StoredRecord | undefined> {
  const { kind, place, desk, call } = staged;
  const direct = (await seenRecord(staged, kind.kind, id)) ?? (await seenRecord(staged, kind.kind, keyFor(staged, id)));
  if (direct !== undefined && isInPlace(staged, direct)) return direct;
  if (isOwnRoom(kind.kind)) return undefined;
  const parent = place.owners.at(-1)?.id;
  const all = await desk.store.read.list(kind.kind, {
    teamId: call.caller.teamId,
    ...(parent !== undefined && kind.isCreatable && { parentId: parent }),
  });
  const named = all.find(
    (record) =>
      isSeen(call, record) &&
      ([...kind.idNames].some((name) => record.doc[name] === id || record.doc[name] === Number(id)) ||
        isCalled(staged, record, id)),
  );
  return named ?? (isReadById(staged) ? readOne(staged, id) : undefined);
}

/** `{templateName}` is the name of a template; names are the account's own. */
function isCalled({ kind, around: { account } }: Staged, { doc }: StoredRecord, id: string): boolean {
  if (doc['name'] !== id || ![...kind.placeNames].some((name) => name.endsWith('Name'))) return false;
  return account === undefined || doc['accountId'] === undefined || doc['accountId'] === account.id;
}

/** Ids that callers choose are theirs in their place only; the record has a key of its own. */
export const keyFor = ({ place }: Staged, id: string): string => `${place.scope}/${id}`;

/** A record made below one owner is not found below another. */
function isInPlace({ kind, place }: Staged, { parentId }: StoredRecord): boolean {
  const owner = place.owners.at(-1);
  if (!kind.isCreatable || owner === undefined || parentId === null || isOwnRoom(owner.kind ?? '')) return true;
  return parentId === owner.id;
}

/** Kinds that are read by id and listed nowhere are there under whatever id is asked for: nobody here gave it out. */
const isReadById = ({ kind, resource: { does } }: Staged): boolean =>
  !kind.isCreatable && !kind.isListed && !isOwnRoom(kind.kind) && (does !== 'update' || isRead(kind));

/** What is only set and never read was not there before it is set. */
const isRead = ({ served }: Staged['kind']): boolean => served.some(({ card }) => card.resource?.does === 'get');

async function readOne(staged: Staged, id: string): Promise<StoredRecord> {
  const { kind, made, around, desk, call, place } = staged;
  const seed = `${made.seed} ${id}`;
  const birth = { id, at: made.now, given: plainFields(staged.asked), around: around.fields, made: { ...made, seed } };
  const record: StoredRecord = {
    kind: kind.kind,
    id: keyFor(staged, id),
    teamId: call.caller.teamId,
    profileId: around.profileId,
    parentId: place.scope,
    createdAt: made.now,
    doc: networkDoc(kind, birth),
  };
  await desk.store.transact((tx) => tx.put(record));
  return record;
}

/** The first record that has every field by which the request names one; undefined when it names none. */
async function describedBy(staged: Staged, asked: Fields): Promise<StoredRecord | undefined> {
  const { kind, desk, call, schemas } = staged;
  const needed = neededNames({ card: call.card, schemas });
  const told = Object.entries(plainFields(asked)).filter(([name]) => isTelling(name, { staged, needed }));
  if (told.length === 0) return undefined;
  const all = await desk.store.read.list(kind.kind, { teamId: call.caller.teamId });
  return all.find(
    (record) =>
      isSeen(call, record) &&
      isInPlace(staged, record) &&
      told.every(([name, value]) => String(record.doc[name]) === String(value)),
  );
}

/** Ids in the body by which an act means a record of a kind that has no operation for one alone. */
export function namingFields({ kind, call, resource, schemas }: Staged): readonly string[] {
  if (resource.does !== 'act') return [];
  const needed = neededNames({ card: call.card, schemas });
  return needed.filter((name) => /Id$/.test(name) && kind.fields.has(name) && typeof call.body[name] === 'string');
}

/** What the operation cannot do without tells the record; a change names it by nothing else. */
function isTelling(name: string, { staged, needed }: { staged: Staged; needed: readonly string[] }): boolean {
  const { kind, around, resource } = staged;
  const naming = namingFields(staged);
  if (naming.length > 0) return naming.includes(name);
  if (needed.length > 0 || resource.does === 'update') return needed.includes(name);
  return kind.fields.has(name) && around.fields[name] === undefined;
}

/** An id in the form that ids of the kind have. */
export function newId({ kind, desk }: Pick<Staged, 'kind' | 'desk'>, seed?: string): string {
  if (kind.hasRecordIds) return seed === undefined ? desk.ids.record() : hexOf(seed, 24);
  return digitsOf(seed ?? desk.ids.record(), 15);
}
