/** The record of an account that a call is about, changed in one commit. Used by the functions of the inbox. */
import type { Fields } from '../../../kernel/json.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import { findRecord } from '../../engine/find.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import type { Kind, NewEvent, Reader, RecordOf, StoredRecord } from '../../store/store.ts';

/** What changes, and the members of the answer; or a refusal, with which nothing does. */
type Decided = (Changes & { readonly body: Fields }) | { readonly refusal: Reply };

/** A record of another account than the one that the call names is not there. `K` is the kind that the operation declares. */
export function changeFound<K extends Kind>(
  scene: Scene,
  decide: (before: RecordOf<K>, view: Reader) => Promise<Decided> | Decided,
): Promise<Reply> {
  const { desk, name, owners, served } = scene;
  return commit(desk, [`${name}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const before = await findRecord(scene, view);
    if (before === undefined || isOfAnother(scene, before)) return { result: lost(scene) };
    const decided = await decide(before as RecordOf<K>, view);
    if ('refusal' in decided) return { result: decided.refusal };
    const { body, events = [], ...changes } = decided;
    return { ...changes, events: withRequest(scene, events), result: { status: served.status, body } };
  });
}

/** The events with the request that caused them. */
export const withRequest = ({ call: { requestId } }: Scene, events: readonly NewEvent[]): readonly NewEvent[] =>
  events.map((event) => ({ ...event, requestId }));

export const isOfAnother = (
  { owners: { account } }: Pick<Scene, 'owners'>,
  { doc }: StoredRecord<{ readonly accountId?: unknown }>,
): boolean => account !== undefined && doc.accountId !== account.id;
