/** What a run knows: its variables, the last message, and the contact. Names in double braces stand for these values. Used by nodes.ts and conditions.ts. */
import { type Fields, isFields, isList } from '../../../kernel/json.ts';
import type { RecordOf } from '../../store/store.ts';
import { fillText } from '../contacts/offers.ts';
import type { RunRecord } from './record.ts';

/** The values by their names; those of the contact are under `contact` too. */
export function scopeOf({ doc }: RunRecord, contact: RecordOf<'contact'> | undefined): Fields {
  const known: Fields = contact === undefined ? {} : { ...contact.doc, ...contact.doc.customFields };
  const name = known['name'] ?? doc.personName ?? '';
  const person = { ...known, name };
  const variables = doc.variables ?? {};
  return { phone: doc.platformIdentifier ?? '', ...person, ...variables, contact: person, variables };
}

/** The value with every text in it filled. */
export function filledDeep(value: unknown, scope: Fields): unknown {
  if (typeof value === 'string') return fillText(value, scope);
  if (isList(value)) return value.map((one) => filledDeep(one, scope));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledDeep(one, scope)]));
}
