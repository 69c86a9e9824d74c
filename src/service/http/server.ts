/** The fastify server: hooks, parsers, and what answers at each address. It knows no operation. Next stop: the serving of the address. */
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import type { ToolServer } from '../../kernel/tools.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { BOUNDS } from '../exchange/bounds.ts';
import { CONSOLE_AGENT } from '../exchange/console-session.ts';
import { isOwnHost } from '../exchange/own-host.ts';
import type { Incoming, Passage } from '../exchange/passage.ts';
import type { RawRoute } from '../exchange/raw.ts';
import type { Served, Serving } from '../exchange/serving.ts';
import { TOOL_PATH } from '../exchange/tool-path.ts';
import type { Parts } from '../parts.ts';
import { answerClientError } from './client-error.ts';
import { sendError } from './errors.ts';
import { exchangeOf } from './exchange-of.ts';
import { logRequest } from './log-request.ts';
import { rawHandler } from './raw-route.ts';
import { API_ROOT } from './root.ts';
import { routerOf, SERVED_METHODS, type Router } from './router.ts';
import { rateHeaders, REQUEST_ID_HEADER, send, sendOutcome, sendRefusal } from './send.ts';
import { watchSilent } from './silent.ts';
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS, REQUEST_TIMEOUT_MS } from './time-limits.ts';
import { toolRoute, type ToolDoor } from './tool-route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    passage: Passage;
  }
}

export interface Addresses {
  readonly served: readonly Served[];
  readonly raw: readonly RawRoute[];
  /** What a request to an unknown address with a key is asked. */
  readonly enterUnknown: (request: Incoming) => Promise<Reply | undefined>;
  /** Loads the tool server; without it there are no tools. */
  readonly tools?: (ToolDoor & { readonly open: () => Promise<ToolServer> }) | undefined;
}

/** Cards are judged by schema/ in the corridor; with these in place fastify does not even load its own judge. */
const NO_COMPILERS = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

export async function buildServer(parts: Parts, addresses: Addresses): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BOUNDS.bytes.json,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: NO_COMPILERS,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    rewriteUrl: ({ url = '/' }) => (url.startsWith(`/api${API_ROOT}/`) ? url.slice('/api'.length) : url),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, parts.requestIds.uuid()),
    frameworkErrors: (error, request, reply) => {
      begin(request, reply, parts);
      void sendError(error, { request, reply, build: parts.build });
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    begin(request, reply, parts);
    if (!isOwnHost(request.headers.host, parts.names)) return send(request, reply, FOREIGN_NAME);
    admitConsole(request, parts);
    return undefined;
  });
  app.addHook('onSend', async (request, reply) => {
    const { rate, at } = request.passage;
    // A caller counts a reset from the date of its answer, so both are of one instant.
    void reply.headers({ Date: new Date(rate?.at ?? at).toUTCString(), ...rateHeaders(rate) });
    logRequest(request, reply.statusCode, parts);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, build: parts.build }));
  const endSilent = watchSilent(app.server);
  app.addHook('preClose', async () => endSilent());
  await addRoutes(app, parts, addresses);
  return app;
}

const FOREIGN_NAME = refuse('insufficient_permissions', {
  message:
    'The service cannot be reached under this name. Use localhost or its IP address, or start the service with --allow-host.',
});

/** What is behind an address: a serving, or a raw route, whose body nobody reads beforehand. */
type Target = Serving | { readonly raw: ReturnType<typeof rawHandler> };

/** Addresses are found by our own router, which takes a thousand of them without slowing the start. Below these, bodies are read first. */
const ROOTS = [`${API_ROOT}/*`, '/_local/*'];

async function addRoutes(app: FastifyInstance, parts: Parts, addresses: Addresses): Promise<void> {
  const { served, raw, enterUnknown, tools } = addresses;
  const router = routerOf<Target>([
    ...served,
    ...raw.map((one) => ({
      method: one.method,
      path: one.path,
      make: () => ({ raw: rawHandler(one, parts.desk) }),
    })),
  ]);
  const lostAt: RouteHandler = (request, reply) => answerUnknown(request, reply, { router, enterUnknown });
  addServed(app, parts, { router, lostAt });
  await app.register(async (child) => {
    child.removeAllContentTypeParsers();
    child.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    child.route({
      method: SERVED_METHODS,
      url: '/*',
      handler: async (request, reply) => {
        const routed = router.find(request.method, addressOf(request));
        if (routed === undefined || !('raw' in routed.value)) return lostAt(request, reply);
        request.passage.params = routed.params;
        return routed.value.raw(request, reply);
      },
    });
    // Below the addresses whose bodies are read first, those whose bodies are not are named one by one.
    for (const { method, path, handle } of raw.filter(({ path: one }) => isBelowRoots(one)))
      child.route({ method, url: path, handler: rawHandler({ method, path, handle }, parts.desk) });
  });
  if (tools !== undefined)
    app.route({ method: SERVED_METHODS, url: TOOL_PATH, handler: toolRoute({ app, ...tools }, parts) });
  app.setNotFoundHandler(lostAt);
}

const isBelowRoots = (path: string): boolean => ROOTS.some((root) => path.startsWith(root.slice(0, -1)));

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Routing {
  readonly router: Router<Target>;
  readonly lostAt: RouteHandler;
}

/** The addresses below ROOTS: entered before the body is read, served after it. */
function addServed(app: FastifyInstance, parts: Parts, { router, lostAt }: Routing): void {
  const found = new WeakMap<FastifyRequest, Serving>();
  for (const url of ROOTS)
    app.route({
      method: SERVED_METHODS,
      url,
      bodyLimit: Math.max(...Object.values(BOUNDS.bytes)),
      onRequest: async (request, reply) => {
        const routed = router.find(request.method, addressOf(request));
        if (routed === undefined || 'raw' in routed.value) return lostAt(request, reply);
        found.set(request, routed.value);
        request.passage.params = routed.params;
        const refusal = await routed.value.enter(request);
        return refusal === undefined ? undefined : send(request, reply, refusal);
      },
      handler: async (request, reply) => {
        const serving = found.get(request);
        if (serving === undefined) throw new Error('A request came past its entrance without an operation.');
        if (isTooLarge(request, serving)) return sendRefusal(request, reply, 'payload_too_large');
        return sendOutcome(request, reply, { outcome: await serving.serve(exchangeOf(request, reply)), parts });
      },
    });
}

const isTooLarge = ({ body }: FastifyRequest, { bodySize }: Serving): boolean =>
  Buffer.isBuffer(body) && body.length > BOUNDS.bytes[bodySize];

/** The path that is looked up, without the query. */
const addressOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

function begin(request: FastifyRequest, reply: FastifyReply, { requestIds, clock, doors }: Parts): void {
  const sent = request.headers[REQUEST_ID];
  const isSent = typeof sent === 'string' && isUuid(sent);
  request.passage = {
    requestId: isSent ? sent : requestIds.uuid(),
    requestIdSent: isSent,
    at: clock.shown(),
    begunAt: doors.clock.now(),
    notes: [],
    params: {},
  };
  void reply.header(REQUEST_ID_HEADER, request.passage.requestId);
}

/** The console has a cookie in place of a key. What it reads leaves no trace: looking on changes nothing. */
function admitConsole(request: FastifyRequest, { sessions }: Parts): void {
  const key = sessions.keyFor(request);
  if (key === undefined) return;
  request.headers.authorization = `Bearer ${key}`;
  request.headers['user-agent'] = CONSOLE_AGENT;
  request.passage.isLook = request.method === 'GET';
}

/** An address without a route: other methods of it mean 405, none mean 404. A valid key is counted here too. */
async function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  { router, enterUnknown }: { router: Router<unknown>; enterUnknown: Addresses['enterUnknown'] },
): Promise<FastifyReply> {
  const methods = router.methods(addressOf(request));
  if (request.method === 'OPTIONS' && methods.length > 0)
    return reply.code(204).header('Allow', methods.join(', ')).send();
  if (request.headers.authorization !== undefined && request.url.startsWith(API_ROOT)) {
    const refusal = await enterUnknown(request);
    if (refusal?.status === 429) return send(request, reply, refusal);
  }
  if (methods.length === 0) return sendRefusal(request, reply, 'not_found');
  return send(request, reply, refuse('method_not_allowed', { headers: { Allow: methods.join(', ') } }));
}
