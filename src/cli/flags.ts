/** Card to flags and arguments. Pure: the command line, the manifest, the reference and completions all ask here. */
import type { Card, Param } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import type { ValueSource } from '../kernel/completion.ts';
import { platformLabel } from '../platforms/labels.ts';
import { resolved, type Schemas } from '../schema/reference.ts';
import type { ArgumentTable, FlagTable } from './command.ts';
import { GLOBAL_FLAGS, OPERATION_FLAGS, PAGING_FLAGS } from './globals.ts';
import { kebab } from './kebab.ts';
import type { Flag, FlagType } from './flag.ts';

/** A positional argument, in its order. */
export interface Argument {
  /** Wire name of the path parameter, or the key of the hand-made table. */
  readonly name: string;
  /** `post-id`, shown as `<post-id>`. */
  readonly label: string;
  readonly summary: string;
  readonly required: boolean;
  readonly repeat: boolean;
  readonly choices?: readonly string[];
  readonly judged?: 'by the command';
  readonly values?: ValueSource;
}

/** The field that need not be typed where the card says how it is found. */
export const ACCOUNT = 'accountId';

interface Field {
  readonly name: string;
  readonly in: 'query' | 'header' | 'body';
  readonly schema: Schema;
  readonly required: boolean;
  readonly summary: string;
  readonly deprecated: boolean;
}

/** Path parameters as arguments, in the order of the path. */
export const argumentsOf = (card: Card): readonly Argument[] =>
  card.params
    .filter((param) => param.in === 'path')
    .map(({ name, summary, schema }) => ({
      name,
      label: kebab(name),
      summary,
      required: true,
      repeat: false,
      ...choicesOf([schema]),
    }));

/**
 * Query, header and body fields as flags: those of `common` first, then in the order of the contract. The page size of a
 * list that comes in pages is left to --limit.
 */
export function flagsOf(card: Card, schemas: Schemas): readonly Flag[] {
  const taken = new Set(reservedNames(card));
  const params = card.params.filter(isTyped).filter(({ name }) => name !== card.paging?.size);
  const flags = [...params.map(fieldOfParam), ...bodyFields(card, schemas)].map((field) =>
    flagOf(field, { card, schemas, taken }),
  );
  const renamed = flags.flatMap((flag) => earlierFlag(flag, card));
  const short = flags.flatMap((flag) => shortFlag(flag, card, taken));
  return [...flags.filter(({ common }) => common), ...flags.filter(({ common }) => !common), ...renamed, ...short];
}

/** Where a name may be typed, `--contact` is `--contact-ids` as well. */
function shortFlag(flag: Flag, { named = {} }: Card, taken: Set<string>): readonly Flag[] {
  const word = flag.long.slice(2).replace(/-ids?$/, '');
  if (named[flag.field] === undefined || taken.has(word)) return [];
  taken.add(word);
  return [{ ...flag, required: false, common: false, hidden: true, name: `${flag.name}:short`, long: `--${word}` }];
}

/** The name that a renamed flag had before. */
function earlierFlag(flag: Flag, { command }: Card): readonly Flag[] {
  if (command.flags?.[flag.field] === undefined) return [];
  const more = { deprecated: true, required: false, common: false, summary: `Earlier name of ${flag.long}` };
  return [{ ...flag, ...more, name: `${flag.name}:earlier`, long: `--${kebab(flag.field)}` }];
}

/** Hand-made flags in the same form. */
export const ownFlags = (table: FlagTable): readonly Flag[] =>
  Object.entries(table).map(([name, words]) => ({
    required: false,
    repeat: false,
    common: false,
    deprecated: false,
    ...words,
    name,
    long: `--${kebab(name)}`,
    field: name,
    in: 'own',
  }));

/** Hand-made arguments in the same form. */
export const ownArguments = (table: ArgumentTable): readonly Argument[] =>
  Object.entries(table).map(([name, words]) => ({
    required: false,
    repeat: false,
    ...words,
    name,
    label: kebab(name),
  }));

/** The schema of a body's field, seen through references and choices of forms. */
export const bodySchemaOf = (card: Card, field: string, schemas: Schemas): Schema | undefined =>
  card.body && propertiesOf(card.body.schema, schemas).find(([name]) => name === field)?.[1];

const isTyped = (param: Param): param is Param & { in: 'query' | 'header' } => param.in !== 'path';

const fieldOfParam = (param: Param & { in: 'query' | 'header' }): Field => ({
  name: param.name,
  in: param.in,
  schema: param.schema,
  required: param.required,
  summary: param.summary,
  deprecated: param.deprecated ?? false,
});

function bodyFields(card: Card, schemas: Schemas): readonly Field[] {
  const body = card.body;
  if (body === undefined) return [];
  const summary = 'File to send; `-` reads standard input';
  if (body.kind === 'binary')
    return [{ name: '', in: 'body', schema: body.schema, required: body.required, summary, deprecated: false }];
  const required = requiredOf(body.schema, schemas);
  return propertiesOf(body.schema, schemas).map(([name, schema]) => ({
    name,
    in: 'body',
    schema,
    required: required.includes(name),
    summary: schema.description ?? resolved(schema, schemas).description ?? '',
    deprecated: schema.deprecated ?? resolved(schema, schemas).deprecated ?? false,
  }));
}

/** Every named field of an object schema, those of all its forms included; a name may be whatever one of the forms lets it be. */
function propertiesOf(schema: Schema, schemas: Schemas): readonly [string, Schema][] {
  const fields = new Map<string, Schema>();
  for (const form of formsOf(schema, schemas))
    for (const [name, field] of Object.entries(form.properties ?? {}))
      fields.set(name, either(fields.get(name), field));
  return [...fields];
}

/** A field of two forms: the first mention gives its words, both say what it may be. */
function either(first: Schema | undefined, second: Schema): Schema {
  if (first === undefined) return second;
  if (JSON.stringify(first) === JSON.stringify(second)) return first;
  const { description, deprecated, default: preset } = first;
  return {
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
    ...(preset !== undefined && { default: preset }),
    anyOf: [first, second],
  };
}

/** Fields that are required whatever the form: of the schema itself and of its `allOf`. */
function requiredOf(schema: Schema, schemas: Schemas): readonly string[] {
  const here = resolved(schema, schemas);
  return [...(here.required ?? []), ...(here.allOf ?? []).flatMap((part) => requiredOf(part, schemas))];
}

function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const here = resolved(schema, schemas);
  const below = [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  return [here, ...below.flatMap((form) => formsOf(form, schemas))];
}

interface Scene {
  readonly card: Card;
  readonly schemas: Schemas;
  readonly taken: Set<string>;
}

function flagOf(field: Field, { card, schemas, taken }: Scene): Flag {
  const forms = formsOf(field.schema, schemas);
  const list = forms.find(({ type }) => [type].flat().includes('array'));
  const values = list?.items === undefined ? forms : formsOf(list.items, schemas);
  const word = freeWord(field, taken, card.command.flags?.[field.name]);
  const preset = field.schema.default ?? forms[0]?.default;
  const type = typeOf(values);
  const isTime = field.in === 'body' && list === undefined && forms.some(({ format }) => format === 'date-time');
  return {
    name: `${field.in}:${field.name}`,
    long: `--${word}`,
    field: field.name,
    in: field.in,
    type,
    ...(type === 'boolean' && isEither(field, preset, card) && { either: true }),
    ...choicesOf(values),
    ...(isTime && { isTime, placeholder: 'time' }),
    ...(preset !== undefined && !isOfAccount(field, card) && { default: preset }),
    required: field.required && !isFound(field, card),
    repeat: list !== undefined,
    summary: isTime ? withWords(field.summary) : summaryOf(field, card),
    deprecated: field.deprecated,
    common: card.command.common?.includes(field.name) ?? false,
  };
}

const withWords = (summary: string): string => `${summary.replace(/\.$/, '')}; also +2h or "friday 18:00".`;

function summaryOf(field: Field, card: Card): string {
  const { platform } = card.command;
  const found = isOfAccount(field, card)
    ? 'that of the account'
    : field.name === ACCOUNT && platform !== undefined
      ? `the only account on ${platformLabel(platform)}`
      : undefined;
  return found === undefined ? field.summary : `${field.summary.replace(/\.$/, '')} (default: ${found}).`;
}

const isOfAccount = ({ name, in: place }: Field, { command }: Card): boolean =>
  place === 'body' && command.ofAccount?.includes(name) === true;

/** Whether svc finds the value where it is not typed. */
const isFound = (field: Field, card: Card): boolean =>
  isOfAccount(field, card) || (field.name === ACCOUNT && (card.command.account ?? card.command.platform) !== undefined);

/** A filter, a field of an update, and what is on by default can be set to false on purpose. */
const isEither = (field: Field, preset: unknown, { method }: Card): boolean =>
  preset === undefined ? field.in === 'query' || ['PUT', 'PATCH'].includes(method.toUpperCase()) : preset === true;

/** The field's own word; with its place in front (`body-color`) when a flag of every command has that word already. */
function freeWord(field: Field, taken: Set<string>, chosen = kebab(field.name)): string {
  const own = chosen || 'file';
  const word = taken.has(own) ? `${field.in}-${own}` : own;
  taken.add(word).add(`no-${word}`);
  return word;
}

function reservedNames(card: Card): readonly string[] {
  const flags = [...GLOBAL_FLAGS, ...OPERATION_FLAGS, ...(card.paging === undefined ? [] : PAGING_FLAGS)];
  return ['help', 'set', 'set-file', 'input', 'edit', ...flags.map(({ long }) => long.slice(2).replace(/^no-/, ''))];
}

function typeOf(forms: readonly Schema[]): FlagType {
  if (forms.some(({ format }) => format === 'binary')) return 'file';
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  types.delete('null');
  if (types.has('object') || types.has('array')) return types.has('string') ? 'string' : 'json';
  if (types.size === 1) {
    const [only] = types;
    if (only === 'boolean' || only === 'integer' || only === 'number') return only;
  }
  return types.size === 0 && forms.every((form) => form.enum === undefined && form.const === undefined)
    ? 'json'
    : 'string';
}

/** The closed list of words, when every form that is a plain value has one. */
function choicesOf(forms: readonly Schema[]): { choices?: readonly string[] } {
  const plain = forms.filter((form) => form.type !== undefined || form.enum !== undefined || form.const !== undefined);
  const closed = plain.filter((form) => form.type !== 'null');
  const lists = closed.map((form) => form.enum ?? (form.const === undefined ? undefined : [form.const]));
  if (lists.length === 0 || lists.includes(undefined)) return {};
  const words = lists.flatMap((list) => list ?? []).filter((word) => word !== null);
  return { choices: [...new Set(words.map(String))] };
}
