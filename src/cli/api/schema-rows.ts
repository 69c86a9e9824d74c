/** A schema as rows a person can read: every field by the name that --set takes, its type, its bounds. Pure. Next stop: describe-text.ts. */
import type { Schema } from '../../kernel/schema.ts';
import { nameOf, resolved, type Schemas } from '../../schema/reference.ts';

export interface FieldRow {
  /** `platforms[].accountId`; `''` for a value that has no fields. */
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly words: string;
}

export interface Depth {
  readonly schemas: Schemas;
  /** How many levels of fields are shown. */
  readonly levels: number;
}

/** The fields of a schema and those below them; one row for a plain value. */
export function fieldRows(schema: Schema, depth: Depth): readonly FieldRow[] {
  const rows = rowsBelow(schema, { ...depth, prefix: '', above: [] });
  return rows.length > 0 ? rows : [rowOf('', schema, false, depth.schemas)];
}

interface Walk extends Depth {
  readonly prefix: string;
  /** Schemas around this one: what holds itself is shown once. */
  readonly above: readonly Schema[];
}

function rowsBelow(schema: Schema, walk: Walk): readonly FieldRow[] {
  const forms = formsOf(schema, walk.schemas).filter((form) => !walk.above.includes(form));
  if (walk.levels === 0 || forms.length === 0) return [];
  const inside = { ...walk, above: [...walk.above, ...forms] };
  const items = forms.flatMap((form) => form.items ?? []);
  const lists = items.flatMap((item) => rowsBelow(item, { ...inside, prefix: `${walk.prefix}[]` }));
  return [...fieldsOf(forms).flatMap((field) => rowsOf(field, inside)), ...lists];
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

function rowsOf({ name, schema, required }: Field, walk: Walk): readonly FieldRow[] {
  const path = walk.prefix === '' ? name : `${walk.prefix}.${name}`;
  const below = rowsBelow(schema, { ...walk, prefix: path, levels: walk.levels - 1 });
  return [rowOf(path, schema, required, walk.schemas), ...below];
}

/** Each name once; required only where every form asks for it. */
function fieldsOf(forms: readonly Schema[]): readonly Field[] {
  const withFields = forms.filter(({ properties }) => properties !== undefined);
  const fields = new Map<string, Schema>();
  for (const { properties = {} } of withFields)
    for (const [name, schema] of Object.entries(properties)) if (!fields.has(name)) fields.set(name, schema);
  return [...fields].map(([name, schema]) => ({
    name,
    schema,
    required: withFields.every((form) => asksFor(form, name)),
  }));
}

const asksFor = ({ required = [], properties = {} }: Schema, name: string): boolean =>
  required.includes(name) || !Object.hasOwn(properties, name);

function rowOf(name: string, schema: Schema, required: boolean, schemas: Schemas): FieldRow {
  const here = resolved(schema, schemas);
  const words = [schema.description ?? here.description ?? '', ...boundsOf(schema, schemas)];
  return { name, required, type: typeOf(schema, schemas), words: words.filter(Boolean).map(ended).join(' ') };
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const here = resolved(schema, schemas);
  const below = [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  return [here, ...below.flatMap((form) => formsOf(form, schemas))];
}

/** `string`, `list of integer`, `object or null`. */
export function typeOf(schema: Schema, schemas: Schemas): string {
  const forms = formsOf(schema, schemas);
  const words = forms.flatMap(({ type, items, format, enum: choices, const: only }) => {
    const types = [type ?? (choices ?? [only]).filter((one) => one !== undefined).map((one) => typeof one)].flat();
    return types.map((one) => wordFor(String(one), { items, format, schemas }));
  });
  return words.length === 0 ? 'any' : [...new Set(words)].join(' or ');
}

interface Typed {
  readonly items: Schema | undefined;
  readonly format: string | undefined;
  readonly schemas: Schemas;
}

function wordFor(type: string, { items, format, schemas }: Typed): string {
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeOf(items, schemas)}`;
  return type === 'string' && format !== undefined ? `string (${format})` : type;
}

/** What else one must know to give the value. */
export function boundsOf(schema: Schema, schemas: Schemas): readonly string[] {
  const forms = formsOf(schema, schemas);
  const inner = forms.flatMap(({ items }) => (items === undefined ? [] : formsOf(items, schemas)));
  const bounds = [...forms, ...inner].flatMap((form) => boundsHere(form));
  const choices = [...forms, ...inner].flatMap(
    ({ enum: words, const: only }) => words ?? (only === undefined ? [] : [only]),
  );
  const preset = forms.map((form) => form.default).find((value) => value !== undefined);
  return [
    ...(choices.length === 0 ? [] : [`One of ${[...new Set(choices)].map(valueText).join(', ')}`]),
    ...new Set(bounds),
    ...(preset === undefined ? [] : [`Default ${valueText(preset)}`]),
    ...(forms.some(({ deprecated }) => deprecated) ? ['Deprecated'] : []),
  ];
}

function boundsHere({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
  format,
}: Schema): readonly string[] {
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...(pattern !== undefined && format === undefined ? [`Fits ${pattern}`] : []),
  ];
}

function range(low: number | undefined, high: number | undefined, unit: string): readonly string[] {
  if (low === undefined && high === undefined) return [];
  if (high === undefined) return [`At least ${low}${unit}`];
  return [low === undefined ? `At most ${high}${unit}` : `${low} to ${high}${unit}`];
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The name of a shared schema, where the schema is nothing but a reference to it or a list of it. */
export function schemaName(schema: Schema): string | undefined {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const inner = schema.items && schemaName(schema.items);
  return inner === undefined ? undefined : `list of ${inner}`;
}
