/** Fills in what the caller left out and the contract has a default for. Not for partial updates, where absent means unchanged. */
import type { Schema } from '../kernel/schema.ts';
import { resolved, type Schemas } from './reference.ts';

/** A copy with the defaults of absent fields, at every depth that is present; choices (`anyOf`) are left alone. */
export function withDefaults(schema: Schema, value: unknown, schemas: Schemas): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const here = resolved(schema, schemas);
  if (Array.isArray(value)) return filledList(here, value, schemas);
  return [here, ...(here.allOf ?? [])].reduce<Record<string, unknown>>(
    (object, part) => filledObject(resolved(part, schemas), object, schemas),
    value as Record<string, unknown>,
  );
}

function filledList({ items }: Schema, list: readonly unknown[], schemas: Schemas): unknown {
  return items === undefined ? list : list.map((item) => withDefaults(items, item, schemas));
}

function filledObject(
  { properties }: Schema,
  object: Record<string, unknown>,
  schemas: Schemas,
): Record<string, unknown> {
  const filled: Record<string, unknown> = { ...object };
  for (const [name, schema] of Object.entries(properties ?? {})) {
    const preset = schema.default ?? resolved(schema, schemas).default;
    if (Object.hasOwn(object, name)) filled[name] = withDefaults(schema, object[name], schemas);
    else if (preset !== undefined) filled[name] = structuredClone(preset);
  }
  return filled;
}
