/**
 * Finds what serves an address: a tree of path segments over all cards, of which a branch grows when an address first
 * leads there, so that a start does not wait for hundreds of others. Used by server.ts for every request.
 */
import { METHODS } from '../../kernel/methods.ts';

export interface Routed<T> {
  readonly value: T;
  /** Decoded values of the places in the path. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Router<T> {
  find(method: string, path: string): Routed<T> | undefined;
  /** The methods that an address takes, for 405 and OPTIONS; none for an unknown address. */
  methods(path: string): readonly string[];
}

export interface Entry<T> {
  readonly method: string;
  /** Template; `{name}` or `:name` matches one segment, a last `*` for the rest. */
  readonly path: string;
  /** Called once, when an address first leads here. */
  readonly make: () => T;
}

interface Target<T> {
  readonly make: () => T;
  made?: T;
  readonly names: readonly string[];
}

/** An entry on its way to its node. */
interface Seed<T> {
  readonly entry: Entry<T>;
  /** Where the next segment of its path begins. */
  readonly from: number;
  /** Of the places passed so far. */
  readonly names: readonly string[];
}

interface Node<T> {
  /** What lies here or below and has not been looked at. */
  seeds: Seed<T>[];
  readonly literal: Map<string, Node<T>>;
  place?: Node<T>;
  rest?: Node<T>;
  readonly targets: Map<string, Target<T>>;
}

export function routerOf<T extends object | string>(entries: Iterable<Entry<T>>): Router<T> {
  const root = emptyNode<T>();
  root.seeds = Array.from(entries, (entry) => ({ entry, from: 1, names: [] }));
  return {
    find(method, path) {
      const segments = segmentsOf(path);
      for (const { node, values } of reached(root, segments, [])) {
        const target = node.targets.get(method) ?? (method === 'HEAD' ? node.targets.get('GET') : undefined);
        const params = target && decoded(target.names, values);
        if (target !== undefined && params !== undefined) return { value: (target.made ??= target.make()), params };
      }
      return undefined;
    },
    methods(path) {
      const found = new Set<string>();
      for (const { node } of reached(root, segmentsOf(path), [])) for (const one of node.targets.keys()) found.add(one);
      if (found.has('GET')) found.add('HEAD');
      return found.size === 0 ? [] : [...SERVED_METHODS.filter((method) => found.has(method)), 'OPTIONS'];
    },
  };
}

/** The methods that a route takes: what is asked with GET may be asked with HEAD. */
const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

/** Those of the API, in the order in which `Allow` names them. */
export const SERVED_METHODS = METHODS.flatMap(withHead);

const emptyNode = <T>(): Node<T> => ({ seeds: [], literal: new Map(), targets: new Map() });

/** Hands each seed to the node that its next segment leads to. */
function grow<T>(node: Node<T>): void {
  const { seeds } = node;
  node.seeds = [];
  for (const { entry, from, names } of seeds) {
    const { method, path, make } = entry;
    if (from >= path.length) {
      node.targets.set(method, { make, names });
      continue;
    }
    const slash = path.indexOf('/', from);
    const segment = path.slice(from, slash === -1 ? path.length : slash);
    const name = placeIn(segment);
    below(node, segment, name).seeds.push({
      entry,
      from: from + segment.length + 1,
      names: name === undefined ? names : [...names, name],
    });
  }
}

function placeIn(segment: string): string | undefined {
  if (segment.startsWith(':')) return segment.slice(1);
  return segment.startsWith('{') ? segment.slice(1, -1) : undefined;
}

function below<T>(node: Node<T>, segment: string, name: string | undefined): Node<T> {
  if (name !== undefined) return (node.place ??= emptyNode());
  if (segment === '*') return (node.rest ??= emptyNode());
  const known = node.literal.get(segment) ?? emptyNode<T>();
  node.literal.set(segment, known);
  return known;
}

/** A slash at the end means nothing. */
const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);

interface Reached<T> {
  readonly node: Node<T>;
  readonly values: readonly string[];
}

/** Every node that fits, the most literal one first. */
function* reached<T>(
  node: Node<T>,
  [segment, ...rest]: readonly string[],
  values: readonly string[],
): Generator<Reached<T>> {
  if (node.seeds.length > 0) grow(node);
  if (segment === undefined) {
    yield { node, values };
    return;
  }
  const literal = node.literal.get(segment);
  if (literal !== undefined) yield* reached(literal, rest, values);
  if (node.place !== undefined && segment !== '') yield* reached(node.place, rest, [...values, segment]);
  if (node.rest !== undefined) yield* reached(node.rest, [], values);
}

/** Undefined for a segment that is no valid percent encoding. */
function decoded(names: readonly string[], values: readonly string[]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
  } catch {
    return undefined;
  }
}
