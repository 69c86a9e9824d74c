/** The record of an account that a call is about, changed in one commit. Used by the functions of the inbox. */
import type { Fields } from '../../../kernel/json.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import { findRecord } from '../../engine/find.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import type { Kind, Reader, RecordOf, StoredRecord } from '../../store/store.ts';

/** What changes, and the members of the answer. */
type Decided = Changes & { readonly body: Fields };

/** A record of another account than the one that the call names is not there. `K` is the kind that the operation declares. */
export function changeFound<K extends Kind>(
  scene: Scene,
  decide: (before: RecordOf<K>, view: Reader) => Promise<Decided> | Decided,
): Promise<Reply> {
  const { call, desk, name, owners, served } = scene;
  return commit(desk, [`${name}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const before = await findRecord(scene, view);
    if (before === undefined || isOfAnother(scene, before)) return { result: lost(scene) };
    const { body, events = [], ...changes } = await decide(before as RecordOf<K>, view);
    return {
      ...changes,
      events: events.map((event) => ({ ...event, requestId: call.requestId })),
      result: { status: served.status, body },
    };
  });
}

export const isOfAnother = (
  { owners: { account } }: Pick<Scene, 'owners'>,
  { doc }: StoredRecord<{ readonly accountId?: unknown }>,
): boolean => account !== undefined && doc.accountId !== account.id;
