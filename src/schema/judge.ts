/** The one validator, wrapped: is a value right, and if not, which keyword failed where. Next stop: problems.ts. */
import { format, validate, type OutputUnit, type Schema as LibrarySchema } from '@cfworker/json-schema';
import type { Schema } from '../kernel/schema.ts';
import { ownFormats } from './formats.ts';
import { refTo, type Schemas } from './reference.ts';

export type Fault = OutputUnit;

type Lookup = Record<string, LibrarySchema | boolean>;

for (const [name, { fits }] of ownFormats()) format[name] = fits;

const lookups = new WeakMap<Schemas, Lookup>();

/** A fast yes or no. `value` is JSON: no `undefined` in it. */
export const fits = (schema: Schema, value: unknown, schemas: Schemas): boolean =>
  judged(schema, value, schemas, true).valid;

/** Every keyword that failed, outermost first, with JSON pointers to the keyword and to the value. */
export const faultsOf = (schema: Schema, value: unknown, schemas: Schemas): readonly Fault[] =>
  judged(schema, value, schemas, false).errors;

function judged(schema: Schema, value: unknown, schemas: Schemas, stopEarly: boolean) {
  return validate(value, schema as LibrarySchema, '2020-12', lookupOf(schemas), stopEarly);
}

/** The library finds a reference by its text; giving it the table under those texts saves a walk over every schema. */
function lookupOf(schemas: Schemas): Lookup {
  const known = lookups.get(schemas);
  if (known !== undefined) return known;
  const lookup: Lookup = Object.create(null) as Lookup;
  for (const [name, schema] of Object.entries(schemas)) lookup[refTo(name)] = schema as LibrarySchema;
  lookups.set(schemas, lookup);
  return lookup;
}
