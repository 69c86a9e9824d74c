/** Records that are read in a field of their owner, such as members of a group. Used by deeds.ts, in the commit of the record itself. */
import { isFields, isList } from '../../kernel/json.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import { ownerRecord, type Scene } from './scene.ts';
import { idOf, wordOf } from './view.ts';

/** The owner with the records in its field; none where the effect names no field. */
export const within = (
  scene: Scene,
  view: Reader,
  records: readonly StoredRecord[],
): Promise<readonly StoredRecord[]> =>
  ownerWith(scene, view, (held) =>
    isFields(held)
      ? { ...held, ...Object.fromEntries(records.map((one) => [idOf(one, scene.kind), wordOf(one)])) }
      : [...(isList(held) ? held : []), ...records.map((one) => wordOf(one) ?? idOf(one, scene.kind))],
  );

/** The owner without the records. */
export const without = (
  scene: Scene,
  view: Reader,
  records: readonly StoredRecord[],
): Promise<readonly StoredRecord[]> => {
  const ids = records.map((one) => idOf(one, scene.kind));
  const gone = [...ids, ...records.map((one) => wordOf(one))];
  return ownerWith(scene, view, (held) =>
    isFields(held)
      ? Object.fromEntries(Object.entries(held).filter(([name]) => !ids.includes(name)))
      : (isList(held) ? held : []).filter((one) => !gone.includes(one)),
  );
};

async function ownerWith(
  scene: Scene,
  view: Reader,
  change: (held: unknown) => unknown,
): Promise<readonly StoredRecord[]> {
  const { within: field } = scene.effect;
  if (field === undefined) return [];
  const owner = await ownerIn(scene, view);
  return owner === undefined ? [] : [{ ...owner, doc: { ...owner.doc, [field]: change(owner.doc[field]) } }];
}

async function ownerIn({ kind, kinds, owners, call }: Scene, view: Reader): Promise<StoredRecord | undefined> {
  const id = owners.parentId;
  return id === null ? undefined : ownerRecord(view, { kind: kind.owner, id, kinds, teamId: call.caller.teamId });
}
