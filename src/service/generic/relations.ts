/** What belongs to what: records that go with the record they were made below. */
import type { StoredRecord, Tx } from '../store/store.ts';
import { childrenOf } from './counts.ts';
import type { Scene } from './scene.ts';

/** Removes a record, and whatever was made below it. */
export async function removeIn(tx: Tx, scene: Scene, record: StoredRecord): Promise<void> {
  await tx.remove(record.kind, record.id);
  for (const child of childrenOf(scene.kinds, scene.kinds.of(record.kind))) {
    const below = await tx.list(child.kind, { teamId: record.teamId, parentId: record.id });
    for (const one of below) await removeIn(tx, scene, one);
  }
}
