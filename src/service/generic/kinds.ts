/** What the whole contract says of a kind of record: who makes it, under which names its id goes, which fields it has. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Card, ResourceWords, Schema } from '../../kernel/card.ts';
import { RECORD_ID_PATTERN } from '../../kernel/ids.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';
import { formFor, formsOf, type Form } from '../engine/form.ts';
import { listSlot, planOf, recordSlot } from './slot.ts';
import { idNameOf, namesOf, platformName } from './words.ts';

/** An operation with the schemas of its area. */
export interface Served {
  readonly card: Card;
  readonly schemas: Schemas;
}

export interface Field {
  readonly schema: Schema;
  readonly schemas: Schemas;
  /** Whether somebody can send it; all others are the service's or the network's to say. */
  readonly isSettable: boolean;
}

export interface KindWords {
  readonly kind: string;
  readonly served: readonly Served[];
  /** Some operation makes it. Kinds that none makes come from the simulated network, or are there from the start. */
  readonly isCreatable: boolean;
  readonly isListed: boolean;
  /** Some operation changes it. */
  readonly isChangeable: boolean;
  /** There is one for each owner, without an id of its own. */
  readonly isSingle: boolean;
  /** What its readings cannot do without, beside owners in the path: an account, the words of a search. */
  readonly scopeNames: ReadonlySet<string>;
  /** Last place in the path of the operations that name one by its id. */
  readonly placeNames: ReadonlySet<string>;
  /** Names under which its id goes in queries, bodies and answers. */
  readonly idNames: ReadonlySet<string>;
  /** 24 hex characters; otherwise digits, as a network's ids are. */
  readonly hasRecordIds: boolean;
  readonly fields: ReadonlyMap<string, Field>;
}

export interface Kinds {
  of(kind: string): KindWords;
  /** What the last place of a path stands for: `/v1/sequences/{sequenceId}` for a sequence. */
  at(path: string): string | undefined;
  /** The kind whose id a field of that name holds; undefined when it may be several or none. */
  named(field: string): string | undefined;
  all(): readonly string[];
}

const remembered = new WeakMap<Catalog, Kinds>();

export function kindsOf(catalog: Catalog): Kinds {
  const known = remembered.get(catalog) ?? readKinds(catalog);
  remembered.set(catalog, known);
  return known;
}

function readKinds(catalog: Catalog): Kinds {
  const served = servedBy(catalog);
  const byKind = new Map<string, Served[]>();
  for (const one of served) {
    const { kind } = one.card.resource;
    byKind.set(kind, [...(byKind.get(kind) ?? []), one]);
  }
  const places = placesOf(served);
  const made = new Map<string, KindWords>();
  let names: ReadonlyMap<string, string | null> | undefined;
  const of = (kind: string): KindWords => {
    const known = made.get(kind) ?? wordsOf(kind, byKind.get(kind) ?? [], places);
    made.set(kind, known);
    return known;
  };
  return {
    of,
    at: (path) => places.get(path),
    named: (field) => (names ??= nameTable([...byKind.keys()], places)).get(field) ?? undefined,
    all: () => [...byKind.keys()],
  };
}

type Resourceful = Served & { readonly card: Card & { readonly resource: ResourceWords } };

const servedBy = (catalog: Catalog): readonly Resourceful[] => {
  const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];
  return areas.flatMap((area) => {
    const { operations, schemas } = catalog.file(area);
    return operations
      .map((card) => ({ card, schemas }))
      .filter((one): one is Resourceful => one.card.resource !== undefined);
  });
};

const LAST_PLACE = /\{([^}]+)\}$/;

/** Of the operations on a path that ends in a place, the one that reads says best what stands there. */
const TELLING: readonly ResourceWords['does'][] = ['get', 'update', 'delete', 'act'];

function placesOf(served: readonly Resourceful[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const does of TELLING) {
    for (const { card } of served) {
      const { kind } = card.resource;
      const name = LAST_PLACE.exec(card.path)?.[1];
      const isTelling = card.resource.does === does && name !== undefined && !hasOtherId(card, kind, name);
      if (isTelling && !places.has(card.path)) places.set(card.path, kind);
    }
  }
  return places;
}

/** `DELETE /v1/inbox/comments/{postId}?commentId=`: the place is the owner there. */
export const hasOtherId = (card: Card, kind: string, name: string): boolean =>
  namesOf(kind).some(
    (one) =>
      idNameOf(one) !== name &&
      card.params.some((param) => param.in === 'query' && param.required && param.name === idNameOf(one)),
  );

/** Names of fields and places to the kind they name; null where kinds share one. */
function nameTable(kinds: readonly string[], places: ReadonlyMap<string, string>): ReadonlyMap<string, string | null> {
  const table = new Map<string, string | null>();
  const tell = (name: string, kind: string): void => {
    table.set(name, (table.get(name) ?? kind) === kind ? kind : null);
  };
  for (const [path, kind] of places) tell(LAST_PLACE.exec(path)?.[1] ?? '', kind);
  for (const kind of kinds) tell(idNameOf(namesOf(kind)[0] ?? kind), kind);
  for (const kind of ['account', 'profile', 'post']) table.set(idNameOf(kind), kind);
  table.delete('id');
  return table;
}

/** Ids that say where something belongs and are never the id of another kind. */
const OWNERS: ReadonlySet<string> = new Set([
  'accountId',
  'profileId',
  'adAccountId',
  'customerId',
  'locationId',
  'userId',
  'teamId',
]);

const PLAIN_OWNERS: ReadonlySet<string> = new Set(['accountId', 'profileId', 'locationId', 'customerId', 'platform']);

function wordsOf(kind: string, served: readonly Served[], places: ReadonlyMap<string, string>): KindWords {
  const does = (word: ResourceWords['does']): boolean => served.some(({ card }) => card.resource?.does === word);
  const placeNames = new Set(
    [...places].filter(([, one]) => one === kind).map(([path]) => LAST_PLACE.exec(path)?.[1] ?? ''),
  );
  const fields = once(() => fieldsOf(kind, served));
  const idNames = once(() => idNamesOf(kind, { served, placeNames, fields: fields() }));
  return {
    kind,
    served,
    isCreatable: does('create'),
    isListed: does('list'),
    isChangeable: does('update') || does('delete') || does('create') || does('act'),
    isSingle:
      placeNames.size === 0 &&
      !does('list') &&
      !served.some(({ card }) => namesItsRecord(card, kind)) &&
      (does('get') || does('update')),
    scopeNames: new Set(['accountId', 'locationId', ...served.filter(isReading).flatMap(scopeNamesOf)]),
    placeNames,
    get idNames() {
      return idNames();
    },
    hasRecordIds: hasRecordIds(served, placeNames),
    get fields() {
      return fields();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const isReading = ({ card }: Served): boolean => ['get', 'list'].includes(card.resource?.does ?? '');

const scopeNamesOf = ({ card }: Served): string[] =>
  card.params
    .filter((param) => param.in === 'query' && param.required && !SPANS.test(param.name))
    .map(({ name }) => name);

/** Bounds of a reading, not of what is read. */
const SPANS = /date|since|until|from|^to$|period|metric|limit|page|format|start|end|minutes/i;

/** A query or a body that has to name one record of the kind. */
const namesItsRecord = (card: Card, kind: string): boolean =>
  namesOf(kind).some((name) =>
    card.params.some((param) => param.name === idNameOf(name) && param.in !== 'path' && !OWNERS.has(param.name)),
  );

interface Known {
  readonly served: readonly Served[];
  readonly placeNames: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, Field>;
}

function idNamesOf(kind: string, { served, placeNames, fields }: Known): ReadonlySet<string> {
  const plain = namesOf(kind)
    .map(idNameOf)
    .filter((name) => !OWNERS.has(name) || name === idNameOf(kind));
  const own = plain.flatMap((name) => [name, snakeOf(name)]);
  const asked = served.flatMap((one) => (isPickedByField(one.card) ? neededNames(one).filter(isIdLike) : []));
  const names = ['_id', 'id', ...placeNames, ...own, ...asked];
  const hasPlain = fields.has('_id') || fields.has('id');
  return new Set(hasPlain ? names : [...names, ...names.slice(2).map(platformName)]);
}

/** `agentEventId` as `agent_event_id`. */
const snakeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isPickedByField = ({ resource, path }: Card): boolean =>
  (resource?.does === 'delete' || resource?.does === 'update') && !LAST_PLACE.test(path);

const isIdLike = (name: string): boolean => name === 'name' || (/Id$/.test(name) && !OWNERS.has(name));

/** What a query or a body has to say in any case, apart from owners. */
export function neededNames({ card, schemas }: Served): readonly string[] {
  const query = card.params.filter((param) => param.in === 'query' && param.required).map(({ name }) => name);
  const body = card.body === undefined ? [] : (formFor(card.body.schema, schemas).required ?? []);
  return [...query, ...body].filter((name) => !PLAIN_OWNERS.has(name));
}

function hasRecordIds(served: readonly Served[], placeNames: ReadonlySet<string>): boolean {
  const places = served.flatMap(({ card, schemas }) =>
    card.params
      .filter(({ name, in: place }) => place === 'path' && placeNames.has(name))
      .map(({ schema }) => resolved(schema, schemas)),
  );
  return places.length === 0 || places.some(({ pattern }) => pattern === RECORD_ID_PATTERN);
}

/** Answers in the order in which they are believed about the record. */
const BELIEVED: readonly ResourceWords['does'][] = ['get', 'list', 'create', 'update', 'act'];

/** What stands in any answer and is not of the record. */
const SURROUNDINGS = new Set([
  'success',
  'message',
  'pagination',
  'paging',
  'meta',
  'warnings',
  'errors',
  'nextCursor',
  'hasMore',
  'cachedAt',
  'stale',
]);

function fieldsOf(kind: string, served: readonly Served[]): ReadonlyMap<string, Field> {
  const settable = new Set(served.flatMap(sendable));
  const fields = new Map<string, Field>();
  const add = (form: Form, schemas: Schemas, isIn: (name: string) => boolean = () => true): void => {
    for (const [name, schema] of Object.entries(form.properties ?? {}))
      if (!fields.has(name) && isIn(name)) fields.set(name, { schema, schemas, isSettable: settable.has(name) });
  };
  const ordered = BELIEVED.flatMap((does) => served.filter(({ card }) => card.resource?.does === does));
  const bare: Served[] = [];
  for (const one of ordered) {
    const form = slotForm(kind, one);
    if (form !== undefined) add(form, one.schemas);
    else bare.push(one);
  }
  // An answer that holds no record apart from itself is the record.
  for (const { card, schemas } of bare) {
    const does = card.resource?.does;
    const { schema } = planOf(card, schemas, {});
    const isRecord = does === 'get' || ((does === 'create' || does === 'update') && fields.size === 0);
    if (schema !== null && isRecord)
      for (const form of formsOf(schema, schemas)) add(form, schemas, (name) => !SURROUNDINGS.has(name));
  }
  return fields;
}

/** The record as one answer has it. */
function slotForm(kind: string, { card, schemas }: Served): Form | undefined {
  const { schema } = planOf(card, schemas, {});
  if (schema === null || card.resource?.does === 'delete') return undefined;
  const does = card.resource?.does;
  const one = does === 'list' ? undefined : recordSlot(schema, kind, { schemas });
  const slot = one ?? (does === 'list' || does === 'create' ? listSlot(schema, kind, schemas) : undefined);
  return slot === undefined ? undefined : formFor(slot.schema, schemas);
}

const sendable = ({ card, schemas }: Served): string[] =>
  card.body === undefined || ['list', 'delete'].includes(card.resource?.does ?? '')
    ? []
    : formsOf(card.body.schema, schemas).flatMap((form) => Object.keys(form.properties ?? {}));
