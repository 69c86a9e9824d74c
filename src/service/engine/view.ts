/** A record in the shape that an answer has for it: fields that it has, its id, its counts, its owner. Nothing is made up. Used by answer.ts. */
import { type Fields, isFields, isList } from '../../kernel/json.ts';
import { isRecordId } from '../../kernel/ids.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { Kind } from '../../kernel/effect.ts';
import type { Schemas } from '../../schema/reference.ts';
import { isShown } from '../records/shown.ts';
import type { StoredRecord } from '../store/store.ts';
import { formFor, formsOf, takesNull, typeOf, typesOf, type Form } from './form.ts';

/** A record with what is counted below it. */
export interface Counted {
  readonly record: StoredRecord;
  readonly counts: Fields;
}

/** A record that is made of a plain word or value has it in this field. */
interface OfWord {
  readonly value?: unknown;
}

/** The word or value that a record is made of. */
export const wordOf = ({ doc }: StoredRecord<OfWord>): unknown => doc.value;

/** The record as a value of the schema. */
export function viewOf(
  { record, counts }: Counted,
  schema: Schema,
  { kind, schemas }: { kind: Kind; schemas: Schemas },
): unknown {
  const form = formFor(schema, schemas, record.doc);
  const types = typesOf(form);
  if (types.length > 0 && !types.includes('object')) return wordOf(record) ?? idOf(record, kind);
  const fields = { ...record.doc, ...lengthsOf(record.doc, kind), ...counts };
  const readable = Object.fromEntries(Object.entries(fields).filter(([name]) => isShown(name, kind)));
  if (form.properties === undefined) return readable;
  const valueOf = (name: string): unknown =>
    readable[name] === undefined && isOwnId(name, kind) ? idOf(record, kind) : readable[name];
  const wholeOf = (name: string): unknown => {
    const value = valueOf(name);
    return isWhole(form.properties?.[name], value, schemas) ? value : undefined;
  };
  return fieldsIn(form, wholeOf, schemas);
}

/** A part that lacks what a caller may count on was changed before it was whole; it is not shown. */
export function isWhole(schema: Schema | undefined, value: unknown, schemas: Schemas): boolean {
  if (schema === undefined || !isFields(value)) return true;
  return formFor(schema, schemas, value).required?.every((name) => value[name] !== undefined) ?? true;
}

/** Members of an answer from a source of values: what fits stays, what a caller may count on without a value is null. */
export function fieldsIn(form: Form, valueOf: (name: string) => unknown, schemas: Schemas): Fields {
  const made: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(form.properties ?? {})) {
    const value = fitting(schema, valueOf(name), schemas);
    if (value !== undefined) made[name] = value;
    else if (form.required?.includes(name) === true && takesNull(schema, schemas)) made[name] = null;
  }
  return made;
}

/** The value where the schema takes it; undefined where it does not. */
export function fitting(schema: Schema, value: unknown, schemas: Schemas): unknown {
  if (value === undefined) return undefined;
  const forms = formsOf(schema, schemas);
  const form = forms.find((one) => takes(one, value));
  if (form === undefined) return textOf(forms, value);
  if (isList(value)) {
    const { items } = form;
    return items === undefined
      ? value
      : value.map((one) => fitting(items, one, schemas)).filter((one) => one !== undefined);
  }
  return isFields(value) && form.properties !== undefined ? partIn(schema, value, schemas) : value;
}

function partIn(schema: Schema, value: Fields, schemas: Schemas): Fields {
  const form = formFor(schema, schemas, value);
  const fitted = fieldsIn(form, (name) => value[name], schemas);
  const sent = Object.entries(value).flatMap(([name]) => (Object.hasOwn(fitted, name) ? [[name, fitted[name]]] : []));
  // A part reads in the order in which it was sent, whatever the schema's is.
  const known = { ...(Object.fromEntries(sent) as Fields), ...fitted };
  const isOpen = form.additionalProperties !== undefined && form.additionalProperties !== false;
  return isOpen ? { ...value, ...known } : known;
}

/** Ids and amounts are written as text in one answer and as numbers or records in another; times are Unix seconds there. */
function textOf(forms: readonly Form[], value: unknown): unknown {
  if (typeof value === 'number' && forms.some((form) => takes(form, String(value)))) return String(value);
  // Where an answer has a record whole, its id is there in its place.
  if (typeof value === 'string' && isRecordId(value) && forms.some((form) => takes(form, {}))) return { _id: value };
  const number = typeof value === 'string' ? numberIn(value) : undefined;
  return number !== undefined && forms.some((form) => takes(form, number)) ? number : undefined;
}

function numberIn(text: string): number | undefined {
  if (/^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Math.floor(Date.parse(text) / 1_000) : undefined;
}

function takes(form: Form, value: unknown): boolean {
  if (form.enum !== undefined) return form.enum.includes(value);
  if (form.const !== undefined) return form.const === value;
  const types = typesOf(form);
  const type = typeOf(value);
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
}

/** The id as callers know it. */
export const idOf = ({ id, doc }: StoredRecord, kind: Kind): string =>
  String((kind.key === undefined ? undefined : doc[kind.key]) ?? id.split('/').at(-1));

export const isOwnId = (name: string, kind: Kind): boolean => name === kind.key || kind.names?.includes(name) === true;

const lengthsOf = (doc: Fields, { lengths = {} }: Kind): Fields =>
  Object.fromEntries(
    Object.entries(lengths).map(([name, list]) => [name, isList(doc[list]) ? (doc[list] as unknown[]).length : 0]),
  );
