/** What other operations say of the record that a call was about: which of them to ask, for which id, and what they answered. */
import fc from 'fast-check';
import type { Catalog } from '../../../src/catalog/catalog.ts';
import type { Card } from '../../../src/kernel/card.ts';
import type { Schemas } from '../../../src/schema/reference.ts';
import type { Service } from '../../../src/service/service.ts';
import { asked as sentTo, knownIn, rightAsking, type Asking, type Told } from '../../support/asking.ts';
import { idsIn, objectsIn, settled, wordsIn, type Fields } from './trace.ts';

export interface Operation {
  readonly area: string;
  readonly card: Card;
  readonly schemas: Schemas;
}

/** What was seen of an operation. */
export interface Seen {
  readonly id: string;
  readonly area: string;
  /** Where its effect was read: by another operation, in its own second answer, or nowhere, since nothing reads it or its area does not simulate it yet. */
  readonly shown: 'read' | 'again' | 'unread' | 'waits';
  /** What is wrong, in words. */
  readonly fault?: string;
}

export interface Ground {
  readonly service: Service;
  readonly catalog: Catalog;
  readonly operations: readonly Operation[];
  readonly seed: number;
  /** Kind to the id of a record that the sweep made; asked for before the ids of the examples. */
  readonly made: Map<string, string>;
  /** Brings the beginning back. */
  restore(): Promise<unknown>;
}

export interface Done {
  readonly asking: Asking;
  readonly told: Told;
  readonly answer: unknown;
  /** What readers said before something was taken away. */
  readonly before: readonly (Told | undefined)[];
}

export const parsed = ({ text, contentType }: Told): unknown =>
  text !== '' && contentType.includes('json') ? (JSON.parse(text) as unknown) : text;

/** Operations that read the same kind of record. */
export function readersOf({ card }: Operation, { operations }: Ground): readonly Operation[] {
  const kind = card.effect?.kind;
  if (kind === undefined) return [];
  return operations
    .filter(
      (one) =>
        one.card.effect?.kind === kind &&
        one.card.reads === true &&
        one.card.id !== card.id &&
        one.card.method === 'GET',
    )
    .sort((one, other) => rank(one) - rank(other));
}

/** Reads a list, not one record. */
export const isOfMany = ({ effect }: Card): boolean => effect?.list !== undefined;

/** How an operation is looked at: by what it does, all that only reads as one of two. */
export function manner(card: Card): 'create' | 'update' | 'delete' | 'act' | 'get' | 'list' {
  const does = card.effect?.does;
  if (card.reads === true) return isOfMany(card) ? 'list' : 'get';
  return does === 'create' || does === 'update' || does === 'delete' ? does : 'act';
}

const rank = ({ card }: Operation): number => (isOfMany(card) ? 1 : 0);

/** What a reader says of the place that a call was about; undefined where the call does not name that place. */
export async function readingFor(
  reader: Operation,
  { path, query, body }: Asking,
  { service, catalog, seed }: Ground,
  ids: readonly string[] = [],
): Promise<Told | undefined> {
  const sent: Fields = { ...Object(body), ...query, ...path };
  const places = [...reader.card.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '');
  const own = isOfOne(reader) && ids.length > 0 ? { [places.at(-1) ?? '']: ids[0] } : {};
  const named = Object.fromEntries(places.map((name) => [name, own[name] ?? sent[name]]));
  const params = reader.card.params.filter(
    (param) => param.in === 'query' && (param.required || SCOPES.test(param.name)),
  );
  const isUnknown = params.some(({ name }) => sent[name] === undefined && !SCOPES.test(name));
  if (isUnknown || Object.values(named).includes(undefined)) return undefined;
  const [sample] = fc.sample(rightAsking(reader, knownIn(catalog, reader.card), true), { numRuns: 1, seed });
  const asked = params.map(({ name, required }) => [name, sent[name] ?? (required ? sample?.query[name] : undefined)]);
  return sentTo(service, reader, { path: named, query: Object.fromEntries(asked) as Fields });
}

/** Reads one record by its id in the address. */
export const isOfOne = ({ card }: Operation): boolean =>
  card.reads === true && !isOfMany(card) && card.path.endsWith('}');

/** Parameters that say where something stands. */
export const SCOPES =
  /^(accountId|adAccountId|adSetId|campaignId|profileId|customerId|locationId|businessId|platform)$/;

/** Operations that read what the record belongs to: `/contacts/{contactId}` for `/contacts/{contactId}/fields/{slug}`. */
const ownersOf = ({ card }: Operation, { operations }: Ground): readonly Operation[] =>
  operations.filter((one) => isOfOne(one) && card.path.startsWith(`${one.card.path}/`));

/** What all of them say; compared before and after a call. */
export const readingsFor = (operation: Operation, asking: Asking, ground: Ground): Promise<Readings> =>
  Promise.all([
    ...readersOf(operation, ground).map((reader) =>
      readingFor(reader, asking, ground, idsOf(operation, asking, undefined).slice(0, 1)),
    ),
    ...ownersOf(operation, ground).map((reader) => readingFor(reader, asking, ground)),
  ]);

/** Whether the answer gives the record an id under a name that says so. */
export function namesRecord({ card }: Operation, reader: Operation, answer: unknown): boolean {
  const place = /\{([^}]+)\}$/.exec(reader.card.path)?.[1] ?? '';
  const kind = (card.effect?.kind ?? '').replace(/_/g, '').toLowerCase();
  return objectsIn(answer).some((object) =>
    Object.keys(object).some(
      (name) => name === place || /^_?id$/.test(name) || `${kind}id`.endsWith(name.replace(/_/g, '').toLowerCase()),
    ),
  );
}

/** Ids that an answer names and the request did not; those of the answer where it chose the id itself. */
export function newIds(asking: Asking, answer: unknown): readonly string[] {
  const sent = new Set(wordsIn([asking.path, asking.query, asking.body]));
  const fresh = idsIn(answer).filter((id) => !sent.has(id));
  return fresh.length > 0 ? fresh : idsIn(answer);
}

/** Ids that a call about a record that was there names. */
export const idsOf = ({ card }: Operation, { path, query, body }: Asking, answer: unknown): readonly string[] => {
  const place = /\{([^}]+)\}$/.exec(card.path)?.[1];
  const needed = card.params
    .filter((param) => param.in === 'query' && param.required && !SCOPES.test(param.name))
    .map(({ name }) => String(query[name]));
  const own = needed.length > 0 || place === undefined ? needed : [String(path[place])];
  const named = Object.entries({ ...query, ...Object(body) } as Fields).filter(
    ([name, value]) => /Id$|^_?id$|^name$/.test(name) && !SCOPES.test(name) && typeof value === 'string',
  );
  return [
    ...new Set([
      ...own,
      ...Object.values(path).map(String),
      ...named.map(([, value]) => String(value)),
      ...idsIn(answer),
    ]),
  ];
};

export type Readings = readonly (Told | undefined)[];

export const pairsOf = (before: Readings, after: Readings): readonly (readonly [Told, Told])[] =>
  after.flatMap((is, at) => {
    const was = before[at];
    return is === undefined || was === undefined || was.status >= 300 ? [] : [[was, is] as const];
  });

export const hasChanged = (before: Readings, after: Readings): boolean =>
  pairsOf(before, after).some(([was, is]) => is.status >= 300 || settled(parsed(was)) !== settled(parsed(is)));
