/** Large values are judged part by part: the validator takes a value as a whole and collects every fault of it. Used by problems.ts. */
import type { Schema } from '../kernel/schema.ts';
import { resolved, type Schemas } from './reference.ts';

/** Values in a value that is judged in one go. */
const LIGHT = 1_000;

export const isLight = (value: unknown): boolean => weightUpTo(LIGHT, value) < LIGHT;

/** Number of values in a value, itself included, counted no further than `most`. */
function weightUpTo(most: number, value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let weight = 1;
  for (const name in value) {
    if (weight >= most) break;
    weight += weightUpTo(most - weight, (value as Record<string, unknown>)[name]);
  }
  return weight;
}

export interface DividedValue {
  /** What the schema says of the value beside its parts. */
  readonly shell: Schema;
  readonly parts: readonly { readonly step: string | number; readonly schema: Schema }[];
}

/** The parts that the schema describes one by one: entries of a list, and large fields of an object. */
export function dividedValue(schema: Schema, value: unknown, schemas: Schemas): DividedValue {
  const here = resolved(schema, schemas);
  if (!Array.isArray(value)) return dividedObject(here, value as Readonly<Record<string, unknown>>);
  const { items, ...shell } = here;
  if (items === undefined) return { shell, parts: [] };
  return { shell, parts: value.map((_, step) => ({ step, schema: items })) };
}

function dividedObject(here: Schema, object: Readonly<Record<string, unknown>>): DividedValue {
  const { properties = {}, additionalProperties: others } = here;
  const large = Object.entries(properties).filter(([name]) => Object.hasOwn(object, name) && !isLight(object[name]));
  const open = typeof others === 'object' ? Object.keys(object).filter((name) => !Object.hasOwn(properties, name)) : [];
  return {
    shell: {
      ...here,
      properties: { ...properties, ...Object.fromEntries(large.map(([name]): [string, Schema] => [name, {}])) },
      ...(typeof others === 'object' ? { additionalProperties: true } : {}),
    },
    parts: [
      ...large.map(([step, schema]) => ({ step, schema })),
      ...open.map((step) => ({ step, schema: others as Schema })),
    ],
  };
}
