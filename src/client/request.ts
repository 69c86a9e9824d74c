/** Turns a card and an input into a request. Pure: no network, no clock. Next stop: call.ts, which gives it to send.ts. */
import type { Card } from '../kernel/card.ts';
import { DAY_MS, MINUTE_MS } from '../kernel/time.ts';
import { failure } from '../kernel/failure.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import { CONTROL_SIGN } from '../kernel/control-sign.ts';

/** The input of one operation, in wire names. */
export interface CallInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent when nothing was given for the body. */
  readonly body?: unknown;
  /** Binary fields: wire name (`''` when the whole body is the file) to a local path, or `-` for stdin. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ApiRequest {
  readonly method: Card['method'];
  /** Path and query, beginning with `/v1`; appended to the base URL. */
  readonly path: string;
  /** Without credentials: send.ts adds them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** True when sending it twice does no more than sending it once. */
  readonly repeatable: boolean;
  /** Milliseconds from the first sending on in which the API promises its first answer to a write that is repeated. */
  readonly repeatableForMs?: number;
}

export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'multipart'; readonly fields: readonly Field[]; readonly files: readonly Field[] }
  /** `contentType` is what was asked for; absent leaves it to the file. */
  | { readonly kind: 'binary'; readonly path: string; readonly contentType?: string };

/** Name and value; for files the value is a path. */
export type Field = readonly [name: string, value: string];

/** How long a request id means the first answer of a create. Source: readings, "How long a create can be repeated" */
export const REQUEST_ID_MS = 5 * MINUTE_MS;

/** Headers that make a write repeatable, and for how long. Source: ASM-39 and POST /v1/posts */
const REPEAT_KEYS: ReadonlyMap<string, number> = new Map([
  ['idempotency-key', DAY_MS],
  [REQUEST_ID, REQUEST_ID_MS],
]);

/**
 * @param requestId UUID of the logical call: the request id, and the idempotency key where the operation takes one
 * @throws Failure `usage` for an input that no address or header can carry
 */
export function requestFor(card: Card, input: CallInput, requestId: string): ApiRequest {
  const body = bodyOf(card, input);
  return {
    method: card.method,
    path: filled(card.path, input.path) + queryText(input.query),
    headers: headersFor(card, input, { body, requestId }),
    body,
    repeatable: isRead(card) || repeatKeysOf(card).length > 0,
    ...repeatable(card),
  };
}

function repeatable(card: Card): Pick<ApiRequest, 'repeatableForMs'> {
  const key = isRead(card) ? undefined : repeatKeyOf(card);
  return key === undefined ? {} : { repeatableForMs: repeatableForMs(key) };
}

/** @param key lower-case name of the header */
export const repeatableForMs = (key: string): number => REPEAT_KEYS.get(key) ?? 0;

export const isRead = (card: Card): boolean => card.method === 'GET';

/** Lower-case name of the header that makes a write repeatable, where the operation takes one. */
export const repeatKeyOf = (card: Card): string | undefined => repeatKeysOf(card)[0];

const repeatKeysOf = (card: Card): readonly string[] =>
  card.params
    .filter((param) => param.in === 'header' && REPEAT_KEYS.has(param.name.toLowerCase()))
    .map(({ name }) => name.toLowerCase());

function filled(template: string, path: CallInput['path']): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => segment(name, path[name] ?? ''));
}

/** What no id has, and what someone who makes one up types: each would lead elsewhere, or be encoded twice. */
const STRANGE: readonly (readonly [pattern: RegExp, what: string])[] = [
  [CONTROL_SIGN, 'a control character'],
  [/[?#]/, 'a query string'],
  [/%[\da-f]{2}/i, 'an encoded character'],
  [/(?:^|\/)\.\.?(?:\/|$)/, '`.` or `..`'],
];

/** One value in its place of the path; encoded here and nowhere before. */
function segment(name: string, value: string): string {
  const what = value === '' ? 'be empty' : strangeIn(value);
  if (what === undefined) return encodeURIComponent(value);
  throw failure('usage', {
    message: `${name} cannot ${what}: ${JSON.stringify(value)}.`,
    param: name,
    hint: 'Give the value alone, as a list or an earlier result shows it.',
  });
}

function strangeIn(value: string): string | undefined {
  const found = STRANGE.find(([pattern]) => pattern.test(value));
  return found === undefined ? undefined : `contain ${found[1]}`;
}

/** Lists repeat their name; objects travel as JSON. */
function queryText(query: CallInput['query']): string {
  const entries = Object.entries(query);
  if (entries.length === 0) return '';
  const pairs = new URLSearchParams();
  for (const [name, value] of entries) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one !== undefined && one !== null) pairs.append(name, plain(one));
    }
  }
  return pairs.size === 0 ? '' : `?${pairs.toString()}`;
}

const plain = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

interface Shape {
  readonly body: RequestBody;
  readonly requestId: string;
}

function headersFor(card: Card, input: CallInput, { body, requestId }: Shape): Record<string, string> {
  const own = Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), headerText(name, value)]);
  return {
    accept: 'application/json',
    [REQUEST_ID]: requestId,
    ...(body.kind === 'json' && { 'content-type': 'application/json' }),
    ...(body.kind === 'binary' && { 'content-type': 'application/octet-stream' }),
    ...Object.fromEntries(repeatKeysOf(card).map((name) => [name, requestId])),
    ...Object.fromEntries(own),
  };
}

function headerText(name: string, value: string): string {
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(value)) return value;
  throw failure('usage', { message: `${name} contains a character that is not allowed in a header.`, param: name });
}

function bodyOf({ body }: Card, input: CallInput): RequestBody {
  if (body === undefined) return { kind: 'none' };
  const files = Object.entries(input.files ?? {});
  if (body.kind === 'json') return input.body === undefined ? { kind: 'none' } : jsonBody(input.body);
  if (body.kind === 'binary') return files[0] === undefined ? { kind: 'none' } : binaryBody(files[0][1], input.headers);
  return { kind: 'multipart', fields: fieldsOf(input.body), files };
}

const jsonBody = (body: unknown): RequestBody => ({ kind: 'json', text: JSON.stringify(body) });

function binaryBody(path: string, headers: CallInput['headers']): RequestBody {
  const [, contentType] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  return { kind: 'binary', path, ...(contentType !== undefined && { contentType }) };
}

const fieldsOf = (body: unknown): readonly Field[] =>
  Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): Field => [name, plain(one)]),
  );
