/** Values that are read within their owner, such as a contact's own fields. Used by change.ts. */
import type { StoredRecord, Tx } from '../store/store.ts';
import { isFields } from './form.ts';
import type { Staged } from './scene.ts';

/**
 * Puts a value into its owner under the name that the address gives it, or takes it out.
 * @returns the owner as it was, when the card says that its values are read there
 */
export async function toldWithin(
  tx: Tx,
  { resource: { within }, place }: Staged,
  value: unknown,
): Promise<StoredRecord | undefined> {
  const at = place.owners.at(-1);
  const owner = at?.kind === undefined ? undefined : await tx.get(at.kind, at.id);
  if (within === undefined || owner === undefined || place.id === undefined) return undefined;
  const before = Object.entries(isFields(owner.doc[within]) ? owner.doc[within] : {});
  const others = before.filter(([name]) => name !== place.id);
  const values = Object.fromEntries(value === undefined ? others : [...others, [place.id, value]]);
  await tx.put({ ...owner, doc: { ...owner.doc, [within]: values } });
  return owner;
}
