/** `--fields help`: the fields of a command's answer, from its card. No network, and nothing else of the command is judged. */
import type { Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { failure } from '../kernel/failure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { fieldsOf } from '../kernel/view.ts';
import { resolved, type Schemas } from '../schema/reference.ts';
import { isCommand, type Command, type Outcome, type Override } from './command.ts';
import type { Spec } from './spec.ts';

export interface AnswerField {
  /** Dotted, as --fields takes it. */
  readonly field: string;
  /** `string`, `list of string`, or the words it may be. */
  readonly type: string;
  readonly description?: string;
}

/** @throws Failure `usage` for a command that cannot tell them beforehand */
export function fieldsOutcome({ path, card }: Spec, made: Command | Override | undefined, catalog: Catalog): Outcome {
  const own = isCommand(made) ? made.fields : undefined;
  const fields = own?.map((field) => ({ field })) ?? (card && answerFields(card, catalog.file(card.area).schemas));
  if (fields === undefined || fields.length === 0) {
    throw failure('usage', {
      message: `The fields of \`svc ${path.join(' ')}\` are not known in advance.`,
      param: '--fields',
      hint: 'Run it with -o json to see them.',
    });
  }
  return { result: { fields }, list: 'fields', columns: ['field', 'type', 'description'] };
}

/** The fields of a record first, as deep as --fields reaches for them; those of the document around it after. */
export function answerFields(card: Card, schemas: Schemas): readonly AnswerField[] {
  const answer = Object.entries(card.responses).find(([status, schema]) => status.startsWith('2') && schema)?.[1];
  if (!answer) return [];
  const top = propertiesOf(answer, schemas);
  const record = recordField(card, top, schemas);
  const inner = record === undefined ? [] : below(top.get(record) ?? {}, '', { schemas, depth: DEPTH });
  const outer = [...top].filter(([name]) => name !== record).flatMap(([name, field]) => entries(name, field, schemas));
  const seen = new Set<string>();
  return [...inner, ...outer].filter(({ field }) => !seen.has(field) && seen.add(field));
}

/** Deeper fields exist too; a full list would be too long to help. */
const DEPTH = 3;

/** The field that holds the record: the list, or the envelope with most of the columns. */
function recordField(
  { records, view = [] }: Card,
  top: ReadonlyMap<string, Schema>,
  schemas: Schemas,
): string | undefined {
  const list = records?.find((name) => top.has(name));
  if (list !== undefined) return list;
  const heads = fieldsOf(view).map((field) => field.split('.', 1)[0] ?? '');
  const score = (field: Schema): number => {
    const inside = propertiesOf(field, schemas);
    return heads.filter((head) => inside.has(head)).length;
  };
  const own = heads.filter((head) => top.has(head)).length;
  const [best] = [...top].sort(([, a], [, b]) => score(b) - score(a));
  return best !== undefined && score(best[1]) > own ? best[0] : undefined;
}

interface Walk {
  readonly schemas: Schemas;
  readonly depth: number;
}

const entries = (name: string, field: Schema, schemas: Schemas): readonly AnswerField[] => [
  entryOf(name, field, schemas),
  ...below(field, `${name}.`, { schemas, depth: DEPTH - 1 }),
];

/** The fields of an object, or of each member of a list. */
function below(schema: Schema, prefix: string, { schemas, depth }: Walk): readonly AnswerField[] {
  if (depth === 0) return [];
  return [...propertiesOf(schema, schemas)].flatMap(([name, field]) => [
    entryOf(`${prefix}${name}`, field, schemas),
    ...below(field, `${prefix}${name}.`, { schemas, depth: depth - 1 }),
  ]);
}

function entryOf(field: string, schema: Schema, schemas: Schemas): AnswerField {
  const description = schema.description ?? resolved(schema, schemas).description;
  return { field, type: typeOf(schema, schemas), ...(description !== undefined && { description }) };
}

/** Every field of every form; members of lists count as their list. */
function propertiesOf(schema: Schema, schemas: Schemas): ReadonlyMap<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const form of formsOf(schema, schemas)) {
    const lists = form.items === undefined ? [] : [...propertiesOf(form.items, schemas)];
    for (const [name, field] of [...Object.entries(form.properties ?? {}), ...lists])
      if (!fields.has(name)) fields.set(name, field);
  }
  return fields;
}

function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const here = resolved(schema, schemas);
  const below = [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  return [here, ...below.flatMap((form) => formsOf(form, schemas))];
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const forms = formsOf(schema, schemas);
  const list = forms.find(({ items }) => items !== undefined)?.items;
  if (list !== undefined) return `list of ${typeOf(list, schemas)}`;
  const words = forms.flatMap((form) => form.enum ?? []).filter((word) => word !== null);
  if (words.length > 0) return words.map(String).join(' | ');
  const types = new Set(forms.flatMap(({ type }) => type ?? []));
  types.delete('null');
  return [...types].join(' | ') || 'any';
}
