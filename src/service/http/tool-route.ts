/** `/mcp`: asks who calls, then hands the request to the tool server, whose calls come back through the corridor of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { Corridor, ToolAnswer, ToolCall, ToolServer } from '../../kernel/tools.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Parts } from '../parts.ts';
import { TOOL_PASS } from '../corridor/authenticate.ts';
import type { Authenticate } from '../corridor/house.ts';
import { send } from './send.ts';
import { originOf } from '../exchange/origin.ts';
import { isFromElsewhere } from '../exchange/same-site.ts';
import { RESOURCE_METADATA, TOOL_PATH } from '../exchange/tool-path.ts';

/** What the tool server's address needs of the corridor. */
export interface ToolDoor {
  readonly authenticate: Authenticate;
  /** Lets the tokens of applications in, which the API itself does not take. */
  readonly pass: string;
  /** Called with the key of every request that is let in. */
  readonly noteUse: (keyId: string) => Promise<void>;
}

export interface ToolServing extends ToolDoor {
  readonly app: FastifyInstance;
  /** Loads the tool server. */
  readonly open: () => Promise<ToolServer>;
}

export function toolRoute(serving: ToolServing, parts: Parts) {
  let opened: Promise<ToolServer> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isFromElsewhere(request.headers)) return send(request, reply, ELSEWHERE);
    request.headers[TOOL_PASS] = serving.pass;
    const identity = await serving.authenticate(request);
    if ('refusal' in identity) return send(request, reply, withSignIn(identity.refusal, request));
    request.passage.caller = identity.caller;
    if (request.method !== 'POST') return send(request, reply, refuse('method_not_allowed', ONLY_POST));
    await serving.noteUse(identity.caller.keyId);
    const server = await (opened ??= serving.open());
    return passedOn(await server.answer(webRequest(request), corridorOf(request, serving, parts)), reply);
  };
}

const ELSEWHERE = refuse('insufficient_permissions', { message: 'Other sites cannot use the tools here.' });

const ONLY_POST = { headers: { Allow: 'POST' } };

/** Source: MCP-18, AUTH-23 */
function withSignIn(refusal: Reply, request: FastifyRequest): Reply {
  const metadata = `resource_metadata="${originOf(request)}${RESOURCE_METADATA}${TOOL_PATH}"`;
  const isWrong = request.headers.authorization !== undefined;
  const challenge = `Bearer ${isWrong ? 'error="invalid_token", ' : ''}${metadata}`;
  return { ...refusal, headers: { ...refusal.headers, 'WWW-Authenticate': challenge } };
}

const PASSED = ['content-type', 'accept', 'mcp-protocol-version'];

function webRequest(request: FastifyRequest): Request {
  const sent = PASSED.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : '';
  return new Request(`${originOf(request)}${TOOL_PATH}`, { method: 'POST', headers: sent, body });
}

async function passedOn(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  void reply.code(response.status).headers(Object.fromEntries(response.headers));
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

/** Every call is a request like any other, with the caller's own credential. */
const corridorOf = (request: FastifyRequest, { app, pass }: ToolServing, { clock, requestIds }: Parts): Corridor => ({
  now: async () => clock.now(),
  requestId: () => requestIds.uuid(),
  send: async (call) => answered(await app.inject(injectionOf(call, request, pass))),
});

function injectionOf(call: ToolCall, { headers, ip }: FastifyRequest, pass: string): InjectOptions {
  const { authorization = '', host = '', 'user-agent': agent = 'mcp' } = headers;
  return {
    method: call.method as 'GET',
    url: call.path,
    remoteAddress: ip,
    headers: { ...call.headers, authorization, host, 'user-agent': agent, [TOOL_PASS]: pass },
    ...(call.body === undefined ? {} : { payload: typeof call.body === 'string' ? call.body : Buffer.from(call.body) }),
  };
}

const answered = ({ statusCode, headers, rawPayload }: Awaited<ReturnType<FastifyInstance['inject']>>): ToolAnswer => ({
  status: statusCode,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  body: rawPayload,
});
