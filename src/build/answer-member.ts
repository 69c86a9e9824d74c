/** Members of an answer by dotted path, through references and alternatives. Used by effects.ts. */
import type { Schema } from '../kernel/schema.ts';
import { resolved } from '../schema/reference.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** The schema at a dotted path, `.` being the whole, a list its entries; undefined when no alternative has it. */
export function memberSchema(schema: Schema, path: string, schemas: Schemas): Schema | undefined {
  const names = path === '.' ? [] : path.split('.');
  return names.reduce<Schema | undefined>(
    (at, name) => (at === undefined ? undefined : propertyOf(at, name, schemas)),
    schema,
  );
}

function propertyOf(schema: Schema, name: string, schemas: Schemas): Schema | undefined {
  const form = resolved(schema, schemas);
  const own = form.properties?.[name];
  if (own !== undefined) return own;
  const below = form.items === undefined ? [] : [form.items];
  for (const one of [...below, ...(form.allOf ?? []), ...(form.anyOf ?? []), ...(form.oneOf ?? [])]) {
    const found = propertyOf(one, name, schemas);
    if (found !== undefined) return found;
  }
  return undefined;
}
