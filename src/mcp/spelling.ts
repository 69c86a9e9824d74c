/** One spelling for all arguments: snake_case, at every depth. The API has names of either spelling; here they become what a client sees, and back. */
import type { Schema } from '../kernel/schema.ts';
import { resolved, type Schemas } from '../schema/reference.ts';

/** `accountId` and `account-id` as `account_id`. */
export const snake = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

/** The same schema with every field in snake_case, in its descriptions as well. */
export function snakeSchema(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([word, value]) => [word, spelled(word, value)] as const);
  return Object.fromEntries(entries);
}

/** Keywords with a schema below them, and those with a list of schemas. */
const BELOW = ['items', 'additionalProperties', 'if', 'then', 'not'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];

function spelled(word: string, value: unknown): unknown {
  if (word === 'description') return snakeWords(String(value));
  if (word === 'required') return (value as readonly string[]).map(snake);
  if (word === 'properties') return mapped(value as Fields, snake);
  if (word === '$defs') return mapped(value as Fields, (name) => name);
  if (LISTS.includes(word)) return (value as readonly Schema[]).map(snakeSchema);
  return BELOW.includes(word) && typeof value === 'object' ? snakeSchema(value as Schema) : value;
}

type Fields = Readonly<Record<string, Schema>>;

const mapped = (fields: Fields, name: (text: string) => string): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, schema]) => [name(key), snakeSchema(schema)]));

/** A description names fields in backticks. */
export const snakeWords = (text: string): string =>
  text.replace(/`[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+`/g, (word) => snake(word));

/** A value as the API spells it. What the schema does not name, such as a caller's own keys, stays. */
export function wireValue(value: unknown, schema: Schema, schemas: Schemas): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = partsOf(schema, schemas);
  if (Array.isArray(value)) return value.map((one) => wireValue(one, allOf(parts.map(({ items }) => items)), schemas));
  const named = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const [name, below] = fieldFor(key, parts);
    return [name, wireValue(inner, below, schemas)];
  });
  return Object.fromEntries(named);
}

/** The name and the schema of a field that a client has written in snake_case. */
function fieldFor(key: string, parts: readonly Schema[]): readonly [name: string, schema: Schema] {
  const found = parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([name]) => name === key || snake(name) === key),
  );
  const [[name] = [key]] = found;
  if (found.length > 0) return [name, allOf(found.map(([, schema]) => schema))];
  return [key, allOf(parts.map(({ additionalProperties }) => additionalProperties))];
}

const allOf = (schemas: readonly unknown[]): Schema => ({
  allOf: schemas.filter((one): one is Schema => typeof one === 'object' && one !== null),
});

/** The schema and everything that it is put together of, alternatives included. */
function partsOf(schema: Schema, schemas: Schemas, seen: readonly Schema[] = []): readonly Schema[] {
  const target = resolved(schema, schemas);
  if (seen.includes(target)) return [];
  const { allOf: all = [], anyOf: any = [], oneOf: one = [], if: when, then } = target;
  const inner = [...all, ...any, ...one, when, then].filter((part) => part !== undefined);
  return [target, ...inner.flatMap((part) => partsOf(part, schemas, [...seen, target]))];
}
