/** Requests for any operation of the contract, made of its card: what is sent, and how it goes over the wire. */
import fc from 'fast-check';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { exampleId } from '../../src/kernel/example.ts';
import { resolved, type Schemas } from '../../src/schema/reference.ts';
import type { Service } from '../../src/service/service.ts';
import { rightValue, type Known } from './arbitrary.ts';

export interface Asking {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Told {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
}

/** Every operation with the schemas of its area, area by area. */
export function operationsIn(catalog: Catalog): readonly { area: string; card: Card; schemas: Schemas }[] {
  const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))].sort();
  return areas.flatMap((area) => {
    const { operations, schemas } = catalog.file(area);
    return operations.map((card) => ({ area, card, schemas }));
  });
}

/** Names of fields that hold an id of something that has to be there, or an address that the platform could have. */
export const isIdName = (name: string): boolean =>
  /(^|_)ids?$|Ids?$|^(urn|slug|platform|platformIdentifier)$/.test(name);

/** Ids of the demo pack for the places of an operation, told by its examples; profile and account wherever they are asked for. */
export function knownIn(catalog: Catalog, card: Card): { place: Known; query: Known; body: Known } {
  const examples = catalog.examples()[card.id] ?? [];
  const found = (part: 'path' | 'query' | 'body', path: readonly string[]): unknown => {
    const name = path.at(-1) ?? '';
    if (part !== 'path' && !isIdName(name) && name !== 'url') return undefined;
    const told = examples.map((one) => valueAt(one[part], path)).find((one) => one !== undefined);
    return told ?? flagIn(card, name) ?? USUAL[name];
  };
  return {
    place: (path) => found('path', path),
    query: (path) => found('query', path),
    body: (path) => found('body', path),
  };
}

/** `--url X` in an example of the help. */
function flagIn({ command }: Card, name: string): string | undefined {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const words = command.examples.flatMap((example) => example.split(' '));
  return words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined;
}

const USUAL: Readonly<Record<string, string>> = {
  profileId: exampleId('profile'),
  accountId: exampleId('account'),
  postId: exampleId('post'),
};

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (here, step) =>
      Array.isArray(here) ? (here[0] as Fields | undefined)?.[step] : (here as Fields | undefined)?.[step],
    value,
  );

type Fields = Readonly<Record<string, unknown>>;

/** Any right request of an operation. */
export function rightAsking(
  { card, schemas }: { card: Card; schemas: Schemas },
  { place, query, body }: { place: Known; query: Known; body: Known },
  isPlain = false,
): fc.Arbitrary<Asking> {
  const making = { schemas, isPlain };
  return fc.record({
    path: rightValue(partOf(card, 'path'), { ...making, known: place, isPlain: true }) as fc.Arbitrary<Fields>,
    query: rightValue(partOf(card, 'query'), { ...making, known: query }) as fc.Arbitrary<Fields>,
    ...(card.body === undefined || card.body.kind === 'binary'
      ? {}
      : { body: rightValue(card.body.schema, { ...making, known: body }) }),
  });
}

/** The parameters of one place as one object. */
export function partOf(card: Card, place: 'path' | 'query'): Schema {
  const params = card.params.filter((param) => param.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    required: params.filter(({ required }) => required || place === 'path').map(({ name }) => name),
  };
}

/** The address of a request; lists are repeated or joined as the card reads them. */
export function addressOf({ path }: Pick<Card, 'path'>, asking: Pick<Asking, 'path' | 'query'>): string {
  const filled = path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(asking.path[name] ?? 'x') || 'x'),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asking.query)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value])
      query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** A file that any operation takes which takes files. */
const FILE = `content,platforms\nHello,twitter:${exampleId('account:twitter')}\n`;

const BOUNDARY = 'x-svc-boundary';

/** How the body of a request goes over the wire; undefined for a request without one. */
export function payloadOf(
  { card, schemas }: { card: Card; schemas: Schemas },
  body: unknown,
): { type: string; bytes: string } | undefined {
  if (card.body === undefined) return undefined;
  if (card.body.kind === 'binary') return { type: 'application/pdf', bytes: '%PDF-1.4\n' };
  if (card.body.kind === 'json' || typeof body !== 'object' || body === null)
    return { type: 'application/json', bytes: JSON.stringify(body === undefined ? {} : body) };
  const { properties = {} } = resolved(card.body.schema, schemas);
  const parts = Object.entries(body).map(([name, value]) => {
    const isFile = resolved(properties[name] ?? {}, schemas).format === 'binary';
    const head = `Content-Disposition: form-data; name="${name}"${isFile ? '; filename="logo.png"\r\nContent-Type: image/png' : ''}`;
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${isFile ? FILE : typeof value === 'object' ? JSON.stringify(value) : String(value)}\r\n`;
  });
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: `${parts.join('')}--${BOUNDARY}--\r\n` };
}

/** Headers that the operation cannot do without. */
export const headersOf = (card: Card): Readonly<Record<string, string>> =>
  Object.fromEntries(
    card.params
      .filter((param) => param.in === 'header' && param.required)
      .map(({ name }) => [name.toLowerCase(), flagIn(card, name.replace(/^X-|-/g, '')) ?? 'a-token']),
  );

/** Sends a request to a service of this process. */
export async function asked(
  service: Service,
  operation: { card: Card; schemas: Schemas },
  asking: Asking,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const payload = payloadOf(operation, asking.body);
  const response = await service.inject({
    method: operation.card.method,
    url: addressOf(operation.card, asking),
    headers: {
      authorization: `Bearer ${service.apiKey}`,
      ...headersOf(operation.card),
      ...headers,
      ...(payload === undefined ? {} : { 'content-type': payload.type }),
    },
    ...(payload === undefined ? {} : { payload: payload.bytes }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    contentType: String(response.headers['content-type'] ?? ''),
  };
}
