/** Named schemas: `#/schemas/Name` against the map of a card file. Used by every other file of this room. */
import type { Schema } from '../kernel/schema.ts';

export type Schemas = Readonly<Record<string, Schema>>;

const PREFIX = '#/schemas/';

/** The schema itself, or the one that its `$ref` leads to, even through several. Throws on a name that is not in the map. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  let current = schema;
  for (let hops = 0; current.$ref !== undefined; hops += 1) {
    const target = schemas[nameOf(current.$ref)];
    if (target === undefined || hops > 50) throw new Error(`The schema reference ${current.$ref} leads nowhere.`);
    current = target;
  }
  return current;
}

export const nameOf = (ref: string): string => (ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref);

export const refTo = (name: string): string => PREFIX + name;
