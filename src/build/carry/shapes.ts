/** What carrying does to a schema: renaming references, folding into named schemas, keeping words. Pure; used by carry.ts. */

export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The node under a key, or an empty one. */
export function nodeAt(node: Node, key: string): Node {
  const value = node[key];
  return isNode(value) ? value : {};
}

const FACTS = '#/schemas/';
const CONTRACT = '#/components/';

type Section = 'schemas' | 'responses';

export const refTo = (name: string, section: Section = 'schemas'): string => `${CONTRACT}${section}/${name}`;

/** The name behind a reference of the contract, or undefined for anything else. */
export function nameBehind(ref: unknown, section: Section = 'schemas'): string | undefined {
  const start = refTo('', section);
  return typeof ref === 'string' && ref.startsWith(start) ? ref.slice(start.length) : undefined;
}

const isWord = (key: string): boolean => key === 'description' || key === 'summary' || key.startsWith('x-');

/** The schema with `visit` applied to each schema directly inside it; `name` is the property it belongs to. */
export function withChildren(schema: Node, visit: (child: Node, name: string) => Node, name = ''): Node {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isNode(value)) {
        return [key, Object.fromEntries(Object.entries(value).map(([own, child]) => [own, visit(child as Node, own)]))];
      }
      if (key === 'items' && isNode(value)) return [key, visit(value, `${name}[]`)];
      if (['additionalProperties', 'if', 'then'].includes(key) && isNode(value)) return [key, visit(value, name)];
      if (['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(key) && Array.isArray(value)) {
        return [key, value.map((child) => visit(child as Node, name))];
      }
      return [key, value];
    }),
  );
}

/** The schema without words. */
export function bare(schema: Node): Node {
  const shape = Object.fromEntries(Object.entries(schema).filter(([key]) => !isWord(key)));
  return withChildren(shape, bare);
}

/** References of a facts schema in the spelling of the contract. */
export function renamed(schema: Node): Node {
  const { $ref } = schema;
  if (typeof $ref === 'string') return { ...schema, $ref: $ref.replace(FACTS, refTo('')) };
  return withChildren(schema, renamed);
}

/** One text for equal shapes, whatever the order of their keys and alternatives. */
function fingerprint(schema: Node): string {
  return JSON.stringify(bare(schema), (key, value: unknown) => {
    if (key === 'anyOf' && Array.isArray(value)) return value.map((child: Node) => fingerprint(child)).sort();
    return isNode(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
}

export const sameShape = (a: Node | undefined, b: Node | undefined): boolean =>
  a === undefined || b === undefined ? a === b : fingerprint(a) === fingerprint(b);

/**
 * Replaces every schema that equals one of `named` by a reference to it, so that a shape is written once.
 * @param named schemas of the contract that the facts spell out again and again
 */
export function folding(named: Readonly<Record<string, Node>>): (schema: Node) => Node {
  const expand = (schema: Node): Node => {
    const target = named[nameBehind(schema['$ref']) ?? ''];
    return target === undefined ? withChildren(schema, expand) : expand(target);
  };
  const names = new Map(Object.entries(named).map(([name, schema]) => [fingerprint(expand(schema)), name]));
  const fold = (schema: Node): Node => {
    const name = names.get(fingerprint(schema));
    return name === undefined ? withChildren(schema, fold) : { $ref: refTo(name) };
  };
  return fold;
}

/** Names that always mean a record of the team, wherever a caller sends them. */
const RECORD_IDS = ['profileId', 'profileIds[]', 'accountId', 'accountIds[]'];

/** The schema as a caller sends it: record ids and time zones get the form that can be checked before any network. */
export function requested(schema: Node, name = ''): Node {
  if (schema['type'] === 'string' && Object.keys(schema).every((key) => key === 'type' || key === 'deprecated')) {
    if (RECORD_IDS.includes(name)) return { ...without(schema, 'type'), $ref: refTo('RecordId') };
  }
  if (schema['type'] === 'string' && name === 'timezone') return { ...schema, format: 'iana-zone' };
  return withChildren(schema, requested, name);
}

/**
 * The carried shape merged into the contract's: the facts decide every key they have, the contract keeps its words,
 * its further keys and choices, a reference where the facts have a plain type or a list of words, `integer` where they say
 * `number`, and alternatives of what is required.
 */
export function merged(fact: Node, have: Node | undefined): Node {
  if (have === undefined) return fact;
  if (nameBehind(have['$ref']) !== undefined && fact['$ref'] === undefined && Object.keys(fact).length <= 2) {
    return led({ ...without(fact, 'type', 'enum'), ...have });
  }
  const kept = Object.fromEntries(
    Object.entries(have).filter(([key]) => !(key in fact) && (isWord(key) || fact['$ref'] === undefined)),
  );
  const demanded = hasRequiredAlternatives(have) ? without(fact, 'required') : fact;
  const shape = Object.fromEntries(
    Object.entries(demanded).map(([key, value]) => [key, mergedKey(key, value, have[key])]),
  );
  return led({ ...shape, ...kept });
}

/** `anyOf: [{ required: [_id] }, { required: [webhookId] }]` in place of `required`. */
const hasRequiredAlternatives = ({ required, anyOf }: Node): boolean =>
  required === undefined &&
  Array.isArray(anyOf) &&
  anyOf.every((one) => isNode(one) && Object.keys(one).join() === 'required');

/** What a reader looks for first comes first. */
function led(schema: Node): Node {
  const first = ['$ref', 'type', 'description'].filter((key) => key in schema);
  return { ...Object.fromEntries(first.map((key) => [key, schema[key]])), ...without(schema, ...first) };
}

function mergedKey(key: string, fact: unknown, have: unknown): unknown {
  if (key === 'type' && fact === 'number' && have === 'integer') return have;
  if (key === 'enum' && Array.isArray(fact) && Array.isArray(have) && fact.every((one) => have.includes(one)))
    return have;
  if (key === 'properties' && isNode(fact) && isNode(have)) {
    const carried = Object.entries(fact).map(([name, child]) => [
      name,
      merged(child as Node, have[name] as Node | undefined),
    ]);
    return { ...Object.fromEntries(carried), ...without(have, ...Object.keys(fact)) };
  }
  if (['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(key) && Array.isArray(fact) && Array.isArray(have)) {
    return fact.map((child: Node, index) => merged(child, have[index] as Node | undefined));
  }
  if (isNode(fact) && isNode(have)) return merged(fact, have);
  return fact;
}

export const without = (node: Node, ...keys: readonly string[]): Node =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));

/** Names of every schema that a part of the contract refers to, directly. */
export function namesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const child of part) namesIn(child, found);
  else if (isNode(part)) {
    const name = nameBehind(part['$ref']);
    if (name !== undefined) found.add(name);
    for (const child of Object.values(part)) namesIn(child, found);
  }
  return found;
}
