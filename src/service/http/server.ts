/** The fastify server: hooks, parsers and routes from cards, control surface and raw addresses. Next stop: route.ts per operation. */
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import type { Card } from '../../kernel/card.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { ToolServer } from '../../kernel/tools.ts';
import { rawRoutes as signInRoutes } from '../areas/sign-in/raw.ts';
import { refuse, type Reply } from '../call.ts';
import { connectPageRoutes } from '../console/connect/routes.ts';
import { loginPageRoutes } from '../console/device/routes.ts';
import { signInPageRoutes } from '../console/sign-in/routes.ts';
import { controlServing } from '../control/route.ts';
import { CONTROL } from '../control/routes.ts';
import type { Parts } from '../parts.ts';
import { rateHeaders, rateRefusal, REQUEST_ID_HEADER, send, sendRefusal } from './answer.ts';
import { answerClientError } from './client-error.ts';
import { homeRoute } from './home.ts';
import { authenticator, type Authenticate } from './authenticate.ts';
import { sendError } from './errors.ts';
import { gateRefusal } from './gate.ts';
import { limiter, type Limit } from './limit.ts';
import { logRequest } from './log-request.ts';
import { refusalFor } from './permit.ts';
import type { RawRoute } from './raw.ts';
import { rawHandler } from './raw-route.ts';
import { routeOf, type Operation, type RouteHandler } from './route.ts';
import { routerOf, SERVED_METHODS, type Router } from './router.ts';
import { TOOL_PATH } from './tool-path.ts';
import { toolRoute } from './tool-route.ts';

export interface Routes {
  readonly operations: readonly Operation[];
  readonly raw: readonly RawRoute[];
  /** Loads the tool server; without it there is none. */
  readonly tools?: (() => Promise<ToolServer>) | undefined;
}

const MEGABYTE = 1024 * 1024;

/** Largest body by its kind, in bytes. */
const BODY_LIMITS = { json: 10 * MEGABYTE, multipart: 25 * MEGABYTE, binary: 25 * MEGABYTE } as const;

/** A whole request must have arrived by then; its head much sooner. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;

/** Cards are judged by schema/ in decode.ts; with these in place fastify does not even load its own judge. */
const NO_COMPILERS = {
  compilersFactory: { buildValidator: () => () => () => true, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

export async function buildServer(parts: Parts, routes: Routes): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMITS.json,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: NO_COMPILERS,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 512 },
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/v1/') ? url.slice('/api'.length) : url),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, parts.requestIds.uuid()),
    frameworkErrors: (error, request, reply) => {
      begin(request, reply, parts);
      void sendError(error, request, reply);
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => begin(request, reply, parts));
  app.addHook('onSend', async (request, reply) => {
    const { rate, at } = request.passage;
    // A caller counts a reset from the date of its answer, so both are of one clock.
    void reply.headers({ ...rateHeaders(rate), Date: new Date(at).toUTCString() });
    logRequest(request, reply.statusCode, parts);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  await addRoutes(app, parts, routes);
  return app;
}

/** One call of the API or of the control surface, as the server sees it. */
export interface Serving {
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** Runs before the body is read; a reply ends the request there. */
  enter(request: FastifyRequest): Promise<Reply | undefined>;
  readonly serve: RouteHandler;
}

/** What is behind an address: an operation or the control surface, or a raw route, whose body nobody reads beforehand. */
type Served = Serving | { readonly raw: RouteHandler };

/** Addresses are found by our own router, which takes a thousand of them without slowing the start. Below these, bodies are read first. */
const ROOTS = ['/v1/*', '/_local/*'];

async function addRoutes(app: FastifyInstance, parts: Parts, routes: Routes): Promise<void> {
  const pass = Buffer.from(parts.doors.random(32)).toString('hex');
  const authenticate = authenticator(parts, pass);
  const enter = entrance(parts, authenticate);
  const rawRoutes = [
    homeRoute(parts.doors.version),
    ...loginPageRoutes(parts.doors.random),
    ...connectPageRoutes(parts.doors.random),
    ...(routes.tools === undefined ? [] : [...signInRoutes, ...signInPageRoutes(parts.doors.random)]),
    ...routes.raw,
  ];
  const router = routerOf<Served>([
    ...routes.operations.map((one) => ({
      method: one.method,
      path: one.path,
      value: operationServing(one, { parts, enter }),
    })),
    ...CONTROL.map((one) => ({ method: one.method, path: one.path, value: controlServing(one, parts) })),
    ...rawRoutes.map((one) => ({ method: one.method, path: one.path, value: { raw: rawHandler(one, parts.desk) } })),
  ]);
  const lostAt: RouteHandler = (request, reply) => lost(request, reply, { router, enter });
  const found = new WeakMap<FastifyRequest, Serving>();
  for (const url of ROOTS)
    app.route({
      method: SERVED_METHODS,
      url,
      bodyLimit: Math.max(...Object.values(BODY_LIMITS)),
      onRequest: async (request, reply) => {
        const routed = router.find(request.method, addressOf(request));
        if (routed === undefined || 'raw' in routed.value) return lostAt(request, reply);
        found.set(request, routed.value);
        request.passage.params = routed.params;
        const refusal = await routed.value.enter(request);
        return refusal === undefined ? undefined : send(request, reply, refusal);
      },
      handler: async (request, reply) => served(request, reply, found.get(request)),
    });
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
  });
  if (routes.tools !== undefined) {
    const handler = toolRoute({ app, authenticate, pass, open: routes.tools }, parts);
    app.route({ method: SERVED_METHODS, url: TOOL_PATH, handler });
  }
  app.setNotFoundHandler(lostAt);
}

async function served(
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving | undefined,
): Promise<FastifyReply> {
  if (serving === undefined) throw new Error('A request came past its entrance without an operation.');
  const isTooLarge = Buffer.isBuffer(request.body) && request.body.length > serving.bodyLimit;
  return isTooLarge ? sendRefusal(request, reply, 'payload_too_large') : serving.serve(request, reply);
}

interface Entering {
  readonly parts: Parts;
  readonly enter: Entrance;
}

function operationServing(operation: Operation, { parts, enter }: Entering): Serving {
  let route: RouteHandler | undefined;
  return {
    get bodyLimit() {
      return BODY_LIMITS[operation.card.body?.kind ?? 'json'];
    },
    async enter(request) {
      const { card } = operation;
      request.passage.card = card;
      const refusal = await enter(request, card);
      const { caller } = request.passage;
      if (refusal !== undefined || caller === undefined) return refusal;
      return refusalFor(card, caller) ?? gateRefusal(card, caller, { desk: parts.desk, request });
    },
    serve: (request, reply) => (route ??= routeOf(operation, parts))(request, reply),
  };
}

/** The path that is looked up, without the query. */
const addressOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

/** Authentication and the rate window, for known and unknown addresses alike. */
type Entrance = (request: FastifyRequest, card: Card | undefined) => Promise<Reply | undefined>;

function entrance(parts: Parts, authenticate: Authenticate): Entrance {
  const limit: Limit = limiter(parts);
  return async (request, card) => {
    const identity = await authenticate(request);
    if ('refusal' in identity) {
      if (identity.teamId !== undefined) request.passage.rate = await limit.peek(identity.teamId, card);
      return identity.refusal;
    }
    request.passage.caller = identity.caller;
    const rate = await limit.take(identity.caller.teamId, card);
    request.passage.rate = rate;
    return rate.retryAfterSeconds === undefined ? undefined : rateRefusal(rate);
  };
}

function begin(request: FastifyRequest, reply: FastifyReply, { requestIds, clock, doors }: Parts): void {
  const sent = request.headers['x-request-id'];
  const isSent = typeof sent === 'string' && isUuid(sent);
  request.passage = {
    requestId: isSent ? sent : requestIds.uuid(),
    requestIdSent: isSent,
    at: clock.now(),
    begunAt: doors.clock.now(),
    notes: [],
    params: {},
  };
  void reply.header(REQUEST_ID_HEADER, request.passage.requestId);
}

/** An address without a route: other methods of it mean 405, none mean 404. A valid key is counted here too. */
async function lost(
  request: FastifyRequest,
  reply: FastifyReply,
  { router, enter }: { router: Router<unknown>; enter: Entrance },
): Promise<FastifyReply> {
  const methods = router.methods(addressOf(request));
  if (request.method === 'OPTIONS' && methods.length > 0)
    return reply.code(204).header('Allow', methods.join(', ')).send();
  if (request.headers.authorization !== undefined && request.url.startsWith('/v1')) {
    const refusal = await enter(request, undefined);
    if (refusal?.status === 429) return send(request, reply, refusal);
  }
  if (methods.length === 0) return sendRefusal(request, reply, 'not_found');
  return send(request, reply, refuse('method_not_allowed', { headers: { Allow: methods.join(', ') } }));
}
