/** The answer of a generic operation in the shape that its card promises: where the record stands, and what surrounds it. */
import type { Card, Schema } from '../../kernel/card.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';
import type { Reply } from '../call.ts';
import type { StoredRecord } from '../store/store.ts';
import type { Page } from './page.ts';

export interface Shape {
  /** `_id` or `id`, whichever the record of the answer has. */
  readonly idName: '_id' | 'id';
  one(record: StoredRecord): Reply;
  many(page: Page<StoredRecord>): Reply;
}

export function replyShape(card: Card, schemas: Schemas): Shape {
  const status = Object.keys(card.responses).find((one) => /^2\d\d$/.test(one)) ?? '200';
  const promised = card.responses[status] ?? null;
  const schema = promised === null ? {} : objectOf(promised, schemas);
  const place = placeOf(schema, schemas);
  const reply = (body: unknown): Reply => ({ status: Number(status), ...(status === '204' ? {} : { body }) });
  return {
    idName: place.idName,
    one: (record) => reply(place.name === '' ? shown(record) : around(schema, { [place.name]: shown(record) })),
    many: (page) => reply(around(schema, { [place.name === '' ? 'items' : place.name]: page.items.map(shown) }, page)),
  };
}

/** The record without the service's own keys. */
const shown = ({ doc }: StoredRecord): Record<string, unknown> =>
  Object.fromEntries(Object.entries(doc).filter(([key]) => !key.startsWith('$')));

interface Place {
  /** Property that holds the record or the list of records; empty when the answer is the record itself. */
  readonly name: string;
  readonly idName: '_id' | 'id';
}

function placeOf(schema: Schema, schemas: Schemas): Place {
  if (idNameOf(schema) !== undefined) return { name: '', idName: idNameOf(schema) ?? '_id' };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = objectOf(property, schemas);
    const record = inner.items === undefined ? inner : objectOf(inner.items, schemas);
    if (SURROUNDINGS.has(name) || (record.properties === undefined && inner.items === undefined)) continue;
    return { name, idName: idNameOf(record) ?? '_id' };
  }
  return { name: '', idName: '_id' };
}

const idNameOf = ({ properties = {} }: Schema): '_id' | 'id' | undefined =>
  Object.hasOwn(properties, '_id') ? '_id' : Object.hasOwn(properties, 'id') ? 'id' : undefined;

/** Of a choice the first form counts. */
function objectOf(schema: Schema, schemas: Schemas): Schema {
  const here = resolved(schema, schemas);
  const form = here.anyOf?.[0] ?? here.oneOf?.[0];
  if (form !== undefined) return objectOf(form, schemas);
  const parts = (here.allOf ?? []).map((part) => objectOf(part, schemas));
  if (parts.length === 0) return here;
  return { ...here, properties: Object.assign({}, here.properties, ...parts.map(({ properties }) => properties)) };
}

/** Properties that stand around the record in many answers, and what they say. */
const SURROUNDINGS: ReadonlyMap<string, (page: Page<unknown> | undefined) => unknown> = new Map([
  ['success', () => true],
  ['message', () => 'Done.'],
  ['pagination', pagination],
  ['meta', pagination],
  ['total', (page) => page?.total],
  ['count', (page) => page?.items.length],
  ['limit', (page) => page?.limit],
  ['skip', (page) => page?.skip],
  ['nextCursor', (page) => page?.nextCursor ?? null],
  ['hasMore', (page) => page?.nextCursor !== undefined],
]);

function pagination(page: Page<unknown> | undefined): unknown {
  if (page === undefined) return undefined;
  const { limit, skip, total, nextCursor } = page;
  return {
    page: Math.floor(skip / limit) + 1,
    limit,
    skip,
    total,
    pages: Math.max(1, Math.ceil(total / limit)),
    hasMore: nextCursor !== undefined,
    nextCursor: nextCursor ?? null,
  };
}

function around(
  { properties = {} }: Schema,
  body: Readonly<Record<string, unknown>>,
  page?: Page<unknown>,
): Record<string, unknown> {
  const surroundings = Object.keys(properties)
    .filter((name) => !Object.hasOwn(body, name))
    .map((name) => [name, SURROUNDINGS.get(name)?.(page)] as const)
    .filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(surroundings), ...body };
}
