/** A proxy between a client and the service that holds both to a published description, by a validator from outside. */
import type { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAPIBackend, type AjvCustomizer, type Document, type Operation, type Request } from 'openapi-backend';

/** What one side said against the description. */
export interface Violation {
  readonly side: 'request' | 'response';
  /** `POST /v1/posts`, and the status of a response. */
  readonly what: string;
  readonly errors: unknown;
}

export interface Inspector {
  readonly url: string;
  readonly violations: readonly Violation[];
  /** Exchanges that went through. */
  count(): number;
  close(): Promise<void>;
}

/**
 * @param description OpenAPI 3.1, as it is published
 * @param target address of the service
 */
export async function openInspector(description: object, target: string): Promise<Inspector> {
  const api = new OpenAPIBackend({
    definition: description as Document,
    quick: true,
    strict: true,
    coerceTypes: true,
    // A validator runs a few times only: what optimizing its code costs never comes back.
    ajvOpts: { strict: false, code: { optimize: false } },
    customizeAjv: oneOfEach(),
  });
  await api.init();
  const violations: Violation[] = [];
  let count = 0;
  const server = createServer((request, reply) => {
    count += 1;
    void exchange({ api, target, violations }, request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    violations,
    count: () => count,
    close: () => closed(server),
  };
}

/** One Ajv for each side of the exchange, where the library would make one, with its meta-schema, for every schema. */
function oneOfEach(): AjvCustomizer {
  const known = new Map<string, Ajv>();
  return (fresh, _options, context) => {
    const ajv = known.get(String(context)) ?? withFormats(fresh);
    known.set(String(context), ajv);
    return ajv;
  };
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, { mode: 'fast' });
  for (const format of ['iana-zone', 'binary']) ajv.addFormat(format, true);
  return ajv;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

interface Post {
  readonly api: OpenAPIBackend;
  readonly target: string;
  readonly violations: Violation[];
}

async function exchange(post: Post, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const bytes = await bytesOf(request);
  const seen = seenOf(request, bytes);
  const passed = Object.fromEntries(Object.entries(seen.headers).filter(([name]) => !OF_THE_HOP.includes(name)));
  const answer = await fetch(post.target + (request.url ?? '/'), {
    method: seen.method,
    headers: passed as Record<string, string>,
    ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
  });
  const said = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  judge(post, seen, {
    status: answer.status,
    ...(type.includes('json') && { body: JSON.parse(said.toString('utf8')) as unknown }),
  });
  reply.writeHead(answer.status, { 'content-type': type });
  reply.end(said);
}

function seenOf(request: IncomingMessage, bytes: Buffer): Request {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const names = [...new Set(searchParams.keys())];
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: Object.fromEntries(names.map((name) => [name, listOrOne(searchParams.getAll(name))])),
    headers,
    ...((headers['content-type'] ?? '').includes('json') && { body: JSON.parse(bytes.toString('utf8')) as object }),
  };
}

/** A request that was taken has to be as it is described; files are not looked into. Every answer has to be. */
function judge({ api, violations }: Post, seen: Request, { status, body }: { status: number; body?: unknown }): void {
  const operation = api.matchOperation(seen);
  const what = `${seen.method} ${operation?.path ?? seen.path}`;
  if (operation === undefined) return void violations.push({ side: 'request', what, errors: 'is not described' });
  const isFile = /multipart|pdf/.test(String(seen.headers['content-type']));
  const asked = isFile || status >= 400 ? null : api.validateRequest(seen, operation).errors;
  if (asked) violations.push({ side: 'request', what, errors: asked });
  const told =
    body === undefined || isOpen(operation, status) ? null : api.validateResponse(body, operation, status).errors;
  if (told) violations.push({ side: 'response', what: `${what} ${String(status)}`, errors: told });
}

/** A success that is described without saying what it holds; the validator would take the schema of failures for it. */
function isOpen({ responses = {} }: Operation, status: number): boolean {
  const all = responses as Readonly<Record<string, { readonly content?: object }>>;
  const own = all[String(status)] ?? all[`${String(Math.floor(status / 100))}XX`];
  return status < 300 && own !== undefined && own.content === undefined;
}

/** Headers of one connection alone. */
const OF_THE_HOP = ['host', 'connection', 'content-length', 'transfer-encoding'];

const listOrOne = (values: readonly string[]): string | string[] =>
  values.length === 1 ? (values[0] ?? '') : [...values];

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
