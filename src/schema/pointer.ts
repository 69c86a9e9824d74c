/** JSON pointers of the validator: to a value, and to the schema keyword that refused it. */
import type { Schema } from '../kernel/schema.ts';
import { nameOf, type Schemas } from './reference.ts';

/** `#/platforms/0/platform` as steps; list positions become numbers where `value` has a list. */
export function stepsInto(pointer: string, value: unknown): (string | number)[] {
  let current = value;
  return tokensOf(pointer).map((token) => {
    const step = Array.isArray(current) ? Number(token) : token;
    current = (current as Record<string, unknown> | undefined)?.[token];
    return step;
  });
}

export function valueAt(steps: readonly (string | number)[], value: unknown): unknown {
  return steps.reduce<unknown>((current, step) => (current as Record<string | number, unknown>)[step], value);
}

/** The schema that holds a keyword: `#/properties/limit/maximum` gives the schema of `limit`. */
export function schemaHolding(pointer: string, root: Schema, schemas: Schemas): Schema {
  let node: unknown = root;
  for (const token of tokensOf(pointer).slice(0, -1)) {
    const held = node as Record<string, unknown>;
    node = token === '$ref' && typeof held['$ref'] === 'string' ? schemas[nameOf(held['$ref'])] : held[token];
  }
  return node as Schema;
}

const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'));
