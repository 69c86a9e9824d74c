/** Calls of an operation that should succeed: made-up ones, the fullest first, then the examples of the help. */
import fc from 'fast-check';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import type { Schemas } from '../../src/schema/reference.ts';
import { knownIn, rightAsking, type Asking, type Told } from './asking.ts';

type Fields = Readonly<Record<string, unknown>>;

const MADE_UP = 6;

/** How often a call is repeated without the field that was refused. */
export const ROUNDS = 8;

export function validCalls(
  operation: { readonly card: Card; readonly schemas: Schemas },
  { catalog, seed }: { readonly catalog: Catalog; readonly seed: number },
): readonly Asking[] {
  const known = knownIn(catalog, operation.card);
  const made = fc
    .sample(rightAsking(operation, known, true), { numRuns: MADE_UP, seed })
    .sort((one, other) => JSON.stringify(other).length - JSON.stringify(one).length);
  return [...made, ...(catalog.examples()[operation.card.id] ?? [])];
}

/** The call without the field that a refusal names; undefined where it names none that was sent. */
export function callWithoutRefused(asking: Asking, { text }: Pick<Told, 'text'>): Asking | undefined {
  const { param } = JSON.parse(text) as { param?: string };
  const name = param?.split('.')[0];
  if (name === undefined || name === '') return undefined;
  const body = Object(asking.body) as Fields;
  if (asking.query[name] === undefined && body[name] === undefined) return undefined;
  return {
    path: asking.path,
    query: lacking(asking.query, name),
    ...(asking.body !== undefined && { body: lacking(body, name) }),
  };
}

const lacking = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
