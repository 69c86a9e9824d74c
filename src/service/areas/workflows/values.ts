/** What a run knows: its variables, the last message, and the contact. Names in double braces stand for these values. Used by nodes.ts and conditions.ts. */
import { type Fields, isFields, isList } from '../../../kernel/json.ts';
import type { RecordOf } from '../../store/store.ts';
import type { RunRecord } from './record.ts';

/** The values by their names; those of the contact are under `contact` too. */
export function scopeOf({ doc }: RunRecord, contact: RecordOf<'contact'> | undefined): Fields {
  const known: Fields = contact === undefined ? {} : { ...contact.doc, ...contact.doc.customFields };
  const name = known['name'] ?? doc.personName ?? '';
  const person = { ...known, name };
  const variables = doc.variables ?? {};
  return { phone: doc.platformIdentifier ?? '', ...person, ...variables, contact: person, variables };
}

/** The value under a dotted path; undefined without one. */
export function valueOf(dotted: string, scope: Fields): unknown {
  if (Object.hasOwn(scope, dotted)) return scope[dotted];
  let value: unknown = scope;
  for (const part of dotted.split('.')) {
    if (isList(value)) value = value[Number(part)];
    else if (isFields(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** The text with every name in double braces replaced; by nothing where there is no such value. */
export const filled = (text: string, scope: Fields): string =>
  text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_whole, name: string) => wordOf(valueOf(name, scope)));

const wordOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The value with every text in it filled. */
export function filledDeep(value: unknown, scope: Fields): unknown {
  if (typeof value === 'string') return filled(value, scope);
  if (isList(value)) return value.map((one) => filledDeep(one, scope));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledDeep(one, scope)]));
}
