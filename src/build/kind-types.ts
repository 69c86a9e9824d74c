/** What records of each kind hold, as schemas: every field that an operation of the kind answers or takes, and what the kind declares. Next stop: types.ts. */
import type { Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { FILE_FIELDS, type Effect, type Kind, type ServiceCards } from '../kernel/effect.ts';
import { resolved } from '../schema/reference.ts';
import { memberSchema } from './answer-member.ts';

type Schemas = Readonly<Record<string, Schema>>;

interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** True where the schema is read off a value; any other schema of the field is nearer to the truth. */
  readonly isGuess?: boolean;
  /** True where every record of the kind has the field. */
  readonly isAlways?: boolean;
}

/** Kind to the schema of its records. Required is what every record has from the start; anything else it may have been given so far. */
export function kindSchemas(
  { kinds, operations }: ServiceCards,
  cards: readonly Card[],
  schemas: Schemas,
): Record<string, Schema> {
  const fields = new Map<string, Field[]>(Object.entries(kinds).map(([name, kind]) => [name, declaredFields(kind)]));
  for (const card of cards) {
    const effect = operations[card.id]?.effect;
    if (effect?.kind !== undefined) fields.get(effect.kind)?.push(...operationFields(card, effect, schemas));
  }
  return Object.fromEntries(
    [...fields].map(([name, all]) => [name, recordSchema(inParts(all), kinds[name]?.holds ?? {})]),
  );
}

/** Name of the type of a kind's records: `sms_registration` is `SmsRegistrationDoc`. */
export const typeNameOf = (kind: string): string =>
  kind
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('') + 'Doc';

const TEXT: Schema = { type: 'string' };
const NUMBER: Schema = { type: 'number' };

function declaredFields(kind: Kind): Field[] {
  const { key, keeps = {}, holds = {}, initial = {}, times = {}, counts = {}, lengths = {} } = kind;
  const named = (names: readonly string[], schema: Schema): Field[] =>
    names.map((name) => ({ name, schema, isGuess: true }));
  const always: Field[] = [
    ...named(key === undefined ? [] : [key], TEXT),
    ...named(Object.keys(times), TEXT),
    ...constants(initial),
    ...Object.entries(holds).map(([name, schema]) => ({ name, schema, isGuess: isOpen(schema) })),
  ];
  return [
    ...Object.entries(keeps).map(([name, schema]) => ({ name, schema })),
    ...always.map((field) => ({ ...field, isAlways: true })),
    ...named([...Object.keys(counts), ...Object.keys(lengths)], NUMBER),
  ];
}

function operationFields(card: Card, effect: Effect, schemas: Schemas): Field[] {
  const answers = Object.entries(card.responses).flatMap(([status, schema]) =>
    schema !== null && status.startsWith('2') ? [schema] : [],
  );
  const sent = isSent(effect) && card.body !== undefined ? fieldsOf(card.body.schema, schemas) : [];
  return [
    ...answers.flatMap((schema) => fieldsOf(recordIn(schema, effect, schemas), schemas)),
    ...sent.map(({ name, schema }) => ({ name: effect.as?.[name] ?? name, schema })),
    ...(hasFile(card, effect) ? FILE : []),
    ...constants(effect.sets),
  ];
}

const constants = (values: Readonly<Record<string, unknown>> = {}): Field[] =>
  Object.entries(values).map(([name, value]) => ({ name, schema: schemaOf(value), isGuess: true }));

const FILE: readonly Field[] = Object.entries(FILE_FIELDS).map(([name, schema]) => ({ name, schema, isGuess: true }));

/** Whether the record comes with a file: the body is one, has one, or has a field that is kept as one. */
const hasFile = ({ body }: Card, effect: Effect): boolean =>
  isSent(effect) && (effect.file !== undefined || body?.kind === 'multipart' || body?.kind === 'binary');

const isSent = ({ does }: Effect): boolean => does === 'create' || does === 'update';

/** The record within an answer: its own member, or an entry of the list. */
function recordIn(answer: Schema, { record, list }: Effect, schemas: Schemas): Schema {
  if (record !== undefined) return memberSchema(answer, record, schemas) ?? {};
  const entries = list === undefined ? undefined : memberSchema(answer, list, schemas);
  return entries === undefined ? {} : (resolved(entries, schemas).items ?? {});
}

/** Fields of a schema and of its alternatives. */
function fieldsOf(schema: Schema, schemas: Schemas): Field[] {
  const form = resolved(schema, schemas);
  const own = Object.entries(form.properties ?? {}).map(([name, field]) => ({ name, schema: field }));
  const below = [...(form.allOf ?? []), ...(form.anyOf ?? []), ...(form.oneOf ?? [])];
  return [...own, ...below.flatMap((one) => fieldsOf(one, schemas))];
}

/** A member of a part that is sent on its own, as `budget.amount`, is the part with that member. */
function inParts(fields: readonly Field[]): readonly Field[] {
  const members = fields.flatMap((field) => {
    const [part = '', member] = field.name.split('.');
    return member === undefined ? [] : [{ part, field: { ...field, name: member } }];
  });
  const parts = [...new Set(members.map(({ part }) => part))].map((name) => {
    const own = members.filter(({ part }) => part === name).map(({ field }) => field);
    return { name, schema: recordSchema(own, {}) };
  });
  return [...fields.filter(({ name }) => !name.includes('.')), ...parts];
}

/** @param holds fields in the form in which they are stored, whatever the forms of answers are */
function recordSchema(fields: readonly Field[], holds: Readonly<Record<string, Schema>>): Schema {
  const properties: Record<string, Schema> = {};
  for (const name of new Set(fields.map((field) => field.name))) {
    const held = holds[name] ?? {};
    properties[name] = isOpen(held) ? formOf(fields.filter((field) => field.name === name)) : held;
  }
  const required = [...new Set(fields.filter(({ isAlways }) => isAlways === true).map(({ name }) => name))];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** Whether the form is left to what else is declared of the field. */
const isOpen = (schema: Schema): boolean => Object.keys(schema).length === 0;

/** One schema for all that is declared of a field. */
function formOf(all: readonly Field[]): Schema {
  const declared = all.filter(({ isGuess }) => isGuess !== true);
  const forms = (declared.length > 0 ? declared : all).map(({ schema }) => schema);
  const different = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()];
  const [only] = different;
  return different.length === 1 && only !== undefined ? only : { anyOf: different };
}

/** Schema of a constant; a word of the answer (`$now`) may become anything. */
function schemaOf(value: unknown): Schema {
  if (typeof value === 'boolean') return { type: 'boolean' };
  if (typeof value === 'number') return NUMBER;
  if (typeof value === 'string') return value.startsWith('$') ? {} : TEXT;
  return {};
}
