/** Named schemas: `#/schemas/Name` against the map of a card file. Used by every other file of this room. */
import type { Schema } from '../kernel/schema.ts';

export type Schemas = Readonly<Record<string, Schema>>;

const PREFIX = '#/schemas/';

/** The schema itself, or the one that its `$ref` leads to, even through several. Throws on a name that is not in the map. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const found = resolvedOrAny(schema, schemas);
  if (found === ANY) throw new Error(`The schema reference ${String(schema.$ref)} leads nowhere.`);
  return found;
}

/** Holds anything. */
const ANY: Schema = {};

/** Like `resolved`, for the build: a reference that leads nowhere is refused by its audit, and until then holds anything. */
export function resolvedOrAny(schema: Schema, schemas: Schemas): Schema {
  let current = schema;
  for (let hops = 0; current.$ref !== undefined; hops += 1) {
    const target = schemas[nameOf(current.$ref)];
    if (target === undefined || hops > 50) return ANY;
    current = target;
  }
  return current;
}

export const nameOf = (ref: string): string => (ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref);

export const refTo = (name: string): string => PREFIX + name;
