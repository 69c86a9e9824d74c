/** The records that a call names: by the places of its path, and by fields of its query and body that hold ids of a kind. Used by reach.ts and upstream.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Call } from '../call.ts';

export interface Named {
  /** Kinds whose id may stand there, the likeliest first. */
  readonly kinds: readonly string[];
  readonly id: string;
  /** Its path, for example `platforms.0.accountId`. */
  readonly param: string;
}

/** Names of fields to the kinds whose ids they hold. */
type Bearers = ReadonlyMap<string, readonly string[]>;

const known = new WeakMap<Catalog, Bearers>();

/** `id` alone is the id of the object around it, so it says nothing outside a path. */
function bearersOf(catalog: Catalog): Bearers {
  const before = known.get(catalog);
  if (before !== undefined) return before;
  const bearers = new Map<string, readonly string[]>();
  for (const [kind, { names = [], references = [] }] of Object.entries(catalog.kinds()))
    for (const name of [...names, ...references])
      if (name !== 'id') bearers.set(name, [...(bearers.get(name) ?? []), kind]);
  known.set(catalog, bearers);
  return bearers;
}

/** In the order of the path. */
export function namedInPath({ card, path }: Pick<Call, 'card' | 'path'>, catalog: Catalog): readonly Named[] {
  const places = catalog.served(card)?.places ?? {};
  return Object.entries(places).flatMap(([param, kind]) => {
    const id = path[param];
    return id === undefined ? [] : [{ kinds: [kind], id, param }];
  });
}

/** At any depth of a query or a body. */
export const namedIn = (value: unknown, catalog: Catalog): readonly Named[] =>
  namedAt(value, { name: '', param: '' }, bearersOf(catalog));

interface Spot {
  /** Name of the field; an entry of a list has the name of the list. */
  readonly name: string;
  readonly param: string;
}

function namedAt(value: unknown, { name, param }: Spot, bearers: Bearers): readonly Named[] {
  if (typeof value === 'string') {
    const kinds = bearers.get(name);
    return kinds === undefined ? [] : [{ kinds, id: value, param }];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, one]) =>
    namedAt(one, { name: isList ? name : key, param: param === '' ? key : `${param}.${key}` }, bearers),
  );
}
