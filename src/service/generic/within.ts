/** Values that are read within their owner, such as a contact's own fields. Used by change.ts. */
import type { StoredRecord, Tx } from '../store/store.ts';
import { formFor, isFields, isList, typesOf, type Fields } from '../engine/form.ts';
import { asRead } from './merge.ts';
import type { Staged } from './scene.ts';

/**
 * Puts a value into its owner under the name that the address gives it, or takes it out.
 * @returns the owner as it was, when the card says that its values are read there
 */
export async function toldWithin(tx: Tx, staged: Staged, value: unknown): Promise<StoredRecord | undefined> {
  if (isOfList(staged)) return undefined;
  const {
    resource: { within },
    place,
  } = staged;
  const at = place.owners.at(-1);
  const owner = at?.kind === undefined ? undefined : await tx.get(at.kind, at.id);
  if (within === undefined || owner === undefined || place.id === undefined) return undefined;
  const before = Object.entries(isFields(owner.doc[within]) ? owner.doc[within] : {});
  const others = before.filter(([name]) => name !== place.id);
  const values = Object.fromEntries(value === undefined ? others : [...others, [place.id, value]]);
  await tx.put({ ...owner, doc: { ...owner.doc, [within]: values } });
  return owner;
}

/** The owner's field is a list: of members, of roles. */
const isOfList = ({ resource: { within, does }, kinds, place }: Staged): boolean => {
  const owner = place.owners.at(-1)?.kind;
  const field = within === undefined || owner === undefined ? undefined : kinds.of(owner).fields.get(within);
  return does !== 'update' && field !== undefined && typesOf(formFor(field.schema, field.schemas)).includes('array');
};

/** Puts plain words into a list of the owner, or takes them out of it. */
export async function listedWithin(
  tx: Tx,
  staged: Staged,
  { come = [], gone = [] }: { come?: readonly unknown[]; gone?: readonly unknown[] },
): Promise<void> {
  const {
    resource: { within },
    place,
    kinds,
  } = staged;
  const at = place.owners.at(-1);
  if (within === undefined || at?.kind === undefined || !isOfList(staged)) return;
  const owner = await tx.get(at.kind, at.id);
  if (owner === undefined) return;
  const before = isList(owner.doc[within]) ? owner.doc[within] : [];
  const wordsOf = (entry: unknown): readonly unknown[] => (isFields(entry) ? Object.values(entry) : [entry]);
  const has = (word: unknown): boolean => before.some((entry) => wordsOf(entry).includes(word));
  const fresh = asRead(
    come.filter((word) => !has(word)),
    kinds.of(at.kind).fields.get(within),
  ) as readonly unknown[];
  const kept = before.filter((entry) => !wordsOf(entry).some((word) => gone.includes(word)));
  await tx.put({ ...owner, doc: { ...owner.doc, [within]: [...kept, ...fresh] } });
}

/** The words that a call says for what comes or goes. */
export const wordsSaid = ({ place, call }: Staged): readonly unknown[] => {
  if (place.id !== undefined) return [place.id];
  const sent: Fields = { ...call.query, ...call.body };
  const list = Object.values(sent).find(isList);
  return list ?? Object.entries(sent).flatMap(([name, value]) => (/Id$/.test(name) ? [] : [value]));
};
