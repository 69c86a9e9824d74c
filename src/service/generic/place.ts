/** Which record a call is about and to whom it belongs, told from its path, query and body. Used by scene.ts. */
import type { Card } from '../../kernel/card.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';
import type { Call } from '../call.ts';
import type { Fields } from '../engine/form.ts';
import { hasOtherId, type Kinds, type KindWords } from './kinds.ts';
import { idNameOf, namesOf } from './words.ts';

export interface Owner {
  /** Name of the path's place. */
  readonly name: string;
  readonly id: string;
  /** Undefined for a thing of a network that no operation reads by itself, such as a guild. */
  readonly kind: string | undefined;
}

export interface Place {
  /** Id of the record, when the path or a field names one. */
  readonly id: string | undefined;
  /** In the order of the path. */
  readonly owners: readonly Owner[];
  /** Names the surroundings of the record: owners, and whatever else the operation cannot do without. */
  readonly scope: string;
}

interface Template {
  readonly own: string | undefined;
  readonly owners: readonly { readonly name: string; readonly path: string }[];
}

const templates = new WeakMap<Card, Template>();

export function placeOf(
  call: Pick<Call, 'card' | 'path' | 'query' | 'body'>,
  kind: KindWords,
  { kinds, schemas }: { kinds: Kinds; schemas: Schemas },
): Place {
  const { card, path } = call;
  const template = templates.get(card) ?? templateOf(card, kind, { kinds, schemas });
  templates.set(card, template);
  const owners = template.owners.map(({ name, path: prefix }) => ({
    name,
    id: path[name] ?? '',
    kind: ownerKind(name, prefix, kinds),
  }));
  const id = template.own === undefined ? idAmong(call, kind) : path[template.own];
  return { id, owners, scope: scopeOf(call, owners, kind) };
}

const ownerKind = (name: string, prefix: string, kinds: Kinds): string | undefined =>
  kinds.at(prefix) ?? kinds.named(name);

function templateOf(card: Card, kind: KindWords, { kinds, schemas }: { kinds: Kinds; schemas: Schemas }): Template {
  const places = [...card.path.matchAll(/\{([^}]+)\}/g)].map((match) => ({
    name: match[1] ?? '',
    path: card.path.slice(0, match.index + match[0].length),
  }));
  // A closed list of words, such as a platform, names no record.
  const free = places.filter(({ name }) => !isChoice(card, name, schemas));
  const last = free.at(-1);
  const own = last !== undefined && isOwn(card, last, { kind, kinds }) ? last.name : undefined;
  return { own, owners: free.filter(({ name }) => name !== own) };
}

function isChoice(card: Card, name: string, schemas: Schemas): boolean {
  const param = card.params.find((one) => one.in === 'path' && one.name === name);
  return param !== undefined && resolved(param.schema, schemas).enum !== undefined;
}

function isOwn(
  card: Card,
  { name, path }: { name: string; path: string },
  { kind, kinds }: { kind: KindWords; kinds: Kinds },
): boolean {
  const does = card.resource?.does;
  const isLast = card.path === path;
  if (does === 'list') return false;
  if (does === 'create') return isLast && card.method !== 'POST';
  if (hasOtherId(card, kind.kind, name)) return false;
  const stands = kinds.at(path);
  if (stands !== undefined && stands !== kind.kind) return false;
  return isLast || stands === kind.kind || namesOf(kind.kind).some((one) => idNameOf(one) === name);
}

/** The id under one of its names in the query or the body. */
function idAmong({ query, body }: Pick<Call, 'query' | 'body'>, { idNames, kind }: KindWords): string | undefined {
  for (const fields of [query, body]) {
    for (const name of [idNameOf(namesOf(kind)[0] ?? kind), ...idNames]) {
      const value = fields[name];
      if (typeof value === 'string' || typeof value === 'number') return String(value);
    }
  }
  return undefined;
}

/** What readings of the kind ask for in any case: an account, a location, the words of a search. */
function scopeOf({ query, body }: Pick<Call, 'query' | 'body'>, owners: readonly Owner[], kind: KindWords): string {
  const asked: Fields = { ...query, ...body };
  // Below an owner the account says nothing more.
  const isSaid = (name: string): boolean => name === 'accountId' && owners.length > 0;
  const names = [...kind.scopeNames].filter((name) => isPlain(asked[name]) && !kind.idNames.has(name) && !isSaid(name));
  return [...owners.map(({ id }) => id), ...names.sort().map((name) => `${name}=${String(asked[name])}`)].join('/');
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
