/** Lists that stand beside a record in its answer: the records that were made below it. Used by change.ts. */
import type { StoredRecord } from '../store/store.ts';
import { childrenOf } from './counts.ts';
import { shown, type Fields } from '../engine/form.ts';
import type { Staged } from './scene.ts';
import { namesOf, pluralsOf } from './words.ts';

/** `channels` of a contact, under each name that an answer may use. */
export async function partsOf(staged: Staged, record: StoredRecord): Promise<Fields> {
  const { kinds, kind, desk } = staged;
  const parts: Record<string, unknown> = {};
  for (const child of childrenOf(kinds, kind)) {
    if (!child.isListed) continue;
    const records = await desk.store.read.list(child.kind, { teamId: record.teamId, parentId: record.id });
    const list = records.map(({ doc }) => shown(doc));
    for (const name of namesOf(child.kind).flatMap(pluralsOf)) parts[name] ??= list;
  }
  return parts;
}
