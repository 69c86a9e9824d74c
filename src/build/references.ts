/** References of the contract: shortened for the cards, followed to what they reach. */
import type { Schema } from '../kernel/schema.ts';
import { nameOf } from '../schema/reference.ts';

const LONG = '#/components/schemas/';
const SHORT = '#/schemas/';

type Named = Readonly<Record<string, Schema>>;

/** A copy whose schema references read `#/schemas/Name`, without the extension keys of the contract. */
export function shortened<T>(node: T): T {
  return mapped(node, (ref) => (ref.startsWith(LONG) ? SHORT + ref.slice(LONG.length) : ref)) as T;
}

/** A copy without `x-svc-` keys, references as they stand. */
export const withoutExtensions = <T>(node: T): T => mapped(node, (ref) => ref) as T;

function mapped(node: unknown, onRef: (ref: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => mapped(item, onRef));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !key.startsWith('x-svc-'));
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? onRef(value) : mapped(value, onRef),
    ]),
  );
}

/** Every `$ref` text below a node. */
export function referencesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : referencesIn(value),
  );
}

/** The named schemas that `nodes` lead to, directly or through others, in the order of their names. */
export function reached(nodes: unknown, schemas: Named): Record<string, Schema> {
  const names = new Set<string>();
  const follow = (node: unknown): void => {
    for (const name of referencesIn(node).map(nameOf)) {
      const schema = schemas[name];
      if (schema === undefined || names.has(name)) continue;
      names.add(name);
      follow(schema);
    }
  };
  follow(nodes);
  return Object.fromEntries([...names].sort().map((name) => [name, schemas[name] as Schema]));
}
