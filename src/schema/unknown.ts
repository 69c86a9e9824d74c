/** Keys that no schema knows: reported to a person, dropped on the wire. Objects without named fields take anything. */
import type { Schema } from '../kernel/schema.ts';
import { fits } from './judge.ts';
import { MOST_PROBLEMS, type Problem } from './problem.ts';
import { resolved, type Schemas } from './reference.ts';
import { unknownProblem } from './sentences.ts';
import { finished, type Steps } from './steps.ts';

type Path = readonly (string | number)[];

export interface Pruned {
  /** A copy without the unknown keys; the very same value when there are none. */
  readonly value: unknown;
  readonly unknown: readonly Problem[];
}

/** The keys that no part of the schema names, with the nearest known key. */
export const unknownKeys = (schema: Schema, value: unknown, schemas: Schemas): readonly Problem[] =>
  pruned(schema, value, schemas).unknown;

/** Drops unknown keys at every depth and names the first MOST_PROBLEMS of them. Where a choice of forms fits several, the keys of all of them are known. */
export const pruned = (schema: Schema, value: unknown, schemas: Schemas): Pruned =>
  finished(pruneSteps(schema, value, schemas));

/** Like pruned, in steps. */
export function* pruneSteps(schema: Schema, value: unknown, schemas: Schemas): Steps<Pruned> {
  const unknown: Problem[] = [];
  const kept = yield* keep([schema], value, { schemas, unknown, path: [] });
  return { value: kept, unknown };
}

interface Walk {
  readonly schemas: Schemas;
  readonly unknown: Problem[];
  readonly path: Path;
}

function* keep(candidates: readonly Schema[], value: unknown, walk: Walk): Steps<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  const parts = candidates.flatMap((schema) => partsOf(schema, value, walk.schemas));
  return Array.isArray(value)
    ? yield* keptList(parts, value, walk)
    : yield* keptObject(parts, value as Record<string, unknown>, walk);
}

function* keptList(parts: readonly Schema[], list: readonly unknown[], walk: Walk): Steps<unknown> {
  const items = parts.flatMap((part) => part.items ?? []);
  if (items.length === 0) return list;
  const kept: unknown[] = [];
  for (const [index, item] of list.entries()) {
    kept.push(yield* keep(items, item, { ...walk, path: [...walk.path, index] }));
    yield;
  }
  return kept.every((item, index) => item === list[index]) ? list : kept;
}

function* keptObject(parts: readonly Schema[], object: Readonly<Record<string, unknown>>, walk: Walk): Steps<unknown> {
  const open = parts.every((part) => part.properties === undefined) || parts.some(takesAnything);
  const kept: [string, unknown][] = [];
  let changed = false;
  for (const [key, value] of Object.entries(object)) {
    const below = parts.flatMap((part) => schemaOf(part, key) ?? []);
    if (below.length === 0 && !open) {
      if (walk.unknown.length < MOST_PROBLEMS) walk.unknown.push(unknownProblem([...walk.path, key], knownKeys(parts)));
      changed = true;
      yield;
      continue;
    }
    const next = below.length === 0 ? value : yield* keep(below, value, { ...walk, path: [...walk.path, key] });
    changed ||= next !== value;
    kept.push([key, next]);
  }
  return changed ? Object.fromEntries(kept) : object;
}

/** The schemas that speak about `value`: through references, `allOf`, the fitting forms of a choice, and `if`. */
function partsOf(schema: Schema, value: unknown, schemas: Schemas): Schema[] {
  const here = resolved(schema, schemas);
  const below = [
    ...(here.allOf ?? []),
    ...fitting([...(here.anyOf ?? []), ...(here.oneOf ?? [])], value, schemas),
    ...(here.if && here.then && holds(here.if, value, schemas) ? [here.then] : []),
  ];
  return [here, ...below.flatMap((part) => partsOf(part, value, schemas))];
}

/** Conditions mostly compare one field with a word, and there are many side by side: those are decided without the validator. */
function holds(condition: Schema, value: unknown, schemas: Schemas): boolean {
  const { properties = {}, required = [], ...rest } = condition;
  const fields = Object.entries(properties);
  const isPlain = Object.keys(rest).length === 0 && fields.every(([, field]) => typeof field.const === 'string');
  if (!isPlain || Array.isArray(value)) return fits(condition, value, schemas);
  const object = value as Readonly<Record<string, unknown>>;
  const has = (name: string): boolean => Object.hasOwn(object, name);
  return required.every(has) && fields.every(([name, field]) => !has(name) || object[name] === field.const);
}

function fitting(forms: readonly Schema[], value: unknown, schemas: Schemas): readonly Schema[] {
  if (forms.length < 2) return forms;
  const right = forms.filter((form) => fits(form, value, schemas));
  return right.length === 0 ? forms : right;
}

function takesAnything({ additionalProperties }: Schema): boolean {
  return additionalProperties === true;
}

function schemaOf(part: Schema, key: string): Schema | undefined {
  const own = part.properties && Object.hasOwn(part.properties, key) ? part.properties[key] : undefined;
  return own ?? (typeof part.additionalProperties === 'object' ? part.additionalProperties : undefined);
}

const knownKeys = (parts: readonly Schema[]): string[] => parts.flatMap((part) => Object.keys(part.properties ?? {}));
