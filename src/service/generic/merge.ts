/** A change brought to the places where a record's fields are read. Used by change.ts. */
import { nameWords } from './doc.ts';
import { formFor, isFields, isList, typesOf, type Fields, type Form } from '../engine/form.ts';
import type { Field, KindWords } from './kinds.ts';
import { namesOf } from './words.ts';

/** What is read within a part of a record, such as `account.defaultUsername`, is sent by its own name, and the other way round. */
export function inPlace(doc: Fields, changes: Fields, kind: KindWords): Fields {
  const placed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(opened(changes, kind))) {
    if (name === 'name') for (const one of nameWords(kind.kind)) if (doc[one] !== undefined) placed[one] = value;
    const part = kind.fields.has(name)
      ? undefined
      : Object.keys(doc).find((one) => isFields(doc[one]) && name in doc[one]);
    if (part === undefined && isNamesake(name, doc, kind)) placed['name'] = value;
    else if (part === undefined) placed[name] = asNamed(doc[name], asRead(value, kind.fields.get(name)));
    else placed[part] = { ...Object(doc[part]), ...Object(placed[part]), [name]: value };
  }
  return placed;
}

/** `{targeting: {devices, languages}}` changes `devices` and `languages` of a record that has those and no `targeting`. */
const opened = (changes: Fields, { fields }: KindWords): Fields =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      !fields.has(name) && isFields(value) && isOfFields(value, fields) ? Object.entries(value) : [[name, value]],
    ),
  );

const isOfFields = (value: Fields, fields: KindWords['fields']): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every((name) => fields.has(name));

/** `displayName` is the name of a display name. */
const isNamesake = (name: string, doc: Fields, { kind }: KindWords): boolean =>
  namesOf(kind).includes(name) && typeof doc['name'] === 'string' && doc[name] === undefined;

/** A plain word for what is read with a name of its own is that name. */
const asNamed = (before: unknown, value: unknown): unknown =>
  isFields(before) && typeof value === 'string' && 'name' in before ? { ...before, name: value } : value;

/** Plain words for entries that are read as objects stand in the field that says what an entry is. */
export function asRead(value: unknown, field: Field | undefined): unknown {
  if (field === undefined) return value;
  const { items } = formFor(field.schema, field.schemas);
  const entry = items === undefined ? undefined : formFor(items, field.schemas);
  if (entry === undefined || !typesOf(entry).includes('object')) return value;
  const list = isList(value) ? value : isFields(value) ? Object.values(value).filter(isList).flat() : undefined;
  return list === undefined ? value : list.map((one) => (isFields(one) ? one : entryOf(entry, one)));
}

const TELLING = ['code', 'id', 'key', 'name'];

function entryOf({ properties = {} }: Form, word: unknown): unknown {
  const names = Object.keys(properties);
  const chosen =
    names.find((name) => properties[name]?.enum?.includes(word)) ?? names.find((name) => TELLING.includes(name));
  return { [chosen ?? names[0] ?? 'name']: word };
}
