/** The types of `svc local inbound`: fields from the areas, words from src/contract/control/inbound.yaml, held against each other. Called by press.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { kebab } from '../cli/kebab.ts';
import type { ValueSource } from '../kernel/completion.ts';
import type { InboundFlag, InboundType } from '../kernel/inbound.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Inbound } from '../service/causes/cause.ts';
import type { AreaFile } from './areas.ts';
import type { Refuse } from './refusal.ts';

const FILE = 'control/inbound.yaml';

/** A sentence, or more than that. */
type FieldWords = string | { readonly summary: string; readonly flag?: string; readonly values?: ValueSource };

interface TypeWords {
  readonly summary: string;
  readonly description?: string;
  /** The flags of a command that works on the demo pack. */
  readonly example: string;
  readonly fields?: Readonly<Record<string, FieldWords>>;
}

export interface InboundPage {
  /** Fields that several types have, by their dotted name. */
  readonly fields: Readonly<Record<string, FieldWords>>;
  readonly types: Readonly<Record<string, TypeWords>>;
}

type Bodies = Readonly<Record<string, Pick<Inbound, 'fields' | 'required' | 'open'>>>;

export const readInbound = (folder: string): InboundPage =>
  parse(readFileSync(join(folder, FILE), 'utf8')) as InboundPage;

/** The bodies that the areas take. */
export const inboundBodies = (files: readonly AreaFile[]): Bodies =>
  Object.fromEntries(files.flatMap(({ part, list }) => (part === 'arrives' ? Object.entries(list as Bodies) : [])));

/** Every type with its words, in the order of the page. What lacks its words, or has words for nothing, is refused. */
export function inboundTypes(page: InboundPage, bodies: Bodies, refuse: Refuse): Readonly<Record<string, InboundType>> {
  for (const type of Object.keys(bodies))
    if (!Object.hasOwn(page.types, type)) refuse({ file: FILE }, `has no words for the inbound type ${type}`);
  const types = Object.entries(page.types).flatMap(([type, words]) => {
    const body = Object.hasOwn(bodies, type) ? bodies[type] : undefined;
    if (body !== undefined) return [[type, typeOf(type, { page, words, body, refuse })] as const];
    refuse({ file: FILE }, `has words for ${type}, which no area takes`);
    return [];
  });
  return Object.fromEntries(types);
}

interface Making {
  readonly page: InboundPage;
  readonly words: TypeWords;
  readonly body: Bodies[string];
  readonly refuse: Refuse;
}

function typeOf(type: string, { page, words, body, refuse }: Making): InboundType {
  const schema = schemaOf(body);
  const leaves = leavesIn(schema);
  const paths = leaves.map((leaf) => leaf.path.join('.'));
  for (const name of Object.keys(words.fields ?? {}))
    if (!paths.includes(name)) refuse({ file: FILE }, `${type} has words for ${name}, which is no field of it`);
  const flags = leaves.flatMap((leaf) => {
    const name = leaf.path.join('.');
    const found = words.fields?.[name] ?? page.fields[name];
    if (found !== undefined) return [flagOf(leaf, found)];
    refuse({ file: FILE }, `${type} has no words for its field ${name}`);
    return [];
  });
  return {
    summary: words.summary,
    ...(words.description === undefined ? {} : { description: words.description }),
    example: `svc local inbound ${kebab(type)} ${words.example}`,
    flags: [...flags.filter(({ required }) => required), ...flags.filter(({ required }) => !required)],
    ...(body.open === true ? { open: true } : {}),
    schema,
  };
}

const schemaOf = ({ fields, required, open }: Bodies[string]): Schema => ({
  type: 'object',
  required,
  properties: fields,
  additionalProperties: open === true,
});

interface Leaf {
  readonly path: readonly string[];
  readonly schema: Schema;
  readonly required: boolean;
}

/** Fields with a flag of their own: those of an object with known fields in its place. */
const leavesIn = ({ properties = {}, required = [] }: Schema, above?: Leaf): readonly Leaf[] =>
  Object.entries(properties).flatMap(([name, schema]) => {
    const leaf = {
      path: [...(above?.path ?? []), name],
      schema,
      required: required.includes(name) && above?.required !== false,
    };
    return schema.properties === undefined ? [leaf] : leavesIn(schema, leaf);
  });

function flagOf({ path, schema, required }: Leaf, field: FieldWords): InboundFlag {
  const words = typeof field === 'string' ? { summary: field } : field;
  const name = words.flag ?? path.map((step, at) => (at === 0 ? step : capital(step))).join('');
  const item = schema.type === 'array' ? (schema.items ?? {}) : schema;
  const pairs = item.type === 'object' && typeof item.additionalProperties === 'object';
  const choices = words.values === undefined ? item.enum?.map(String) : undefined;
  return {
    name,
    path,
    type: pairs ? 'string' : typeFor(item),
    summary: words.summary,
    ...(required && { required }),
    ...((pairs || schema.type === 'array') && { repeat: true }),
    ...(pairs && { pairs }),
    ...(choices && { choices }),
    ...(words.values && { values: words.values }),
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function typeFor({ type }: Schema): InboundFlag['type'] {
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean') return type;
  return 'json';
}

/** The module behind `#inbound`. */
export const inboundModule = (types: Readonly<Record<string, InboundType>>): string =>
  `/** Generated from src/contract/${FILE} and the areas by the press. */
import type { InboundType } from '../../src/kernel/inbound.ts';

export const INBOUND: Readonly<Record<string, InboundType>> = ${JSON.stringify(types)};
`;
