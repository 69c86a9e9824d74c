/** Faults of the control surface on their way into a request: before the handler, or on its answer. Next stop: decode.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_ERRORS } from '../../kernel/errors.ts';
import { refuse, type Reply } from '../call.ts';
import type { FaultAction } from '../faults/faults.ts';
import type { Parts } from '../parts.ts';
import { JSON_TYPE, REQUEST_ID_HEADER, rateHeaders, send, textOf } from './answer.ts';
import { bearerOf } from './authenticate.ts';
import { logRequest } from './log-request.ts';
import { pathOf } from './passage.ts';

/** What a fault does: answer instead of the handler, or spoil the handler's answer. */
export interface Faulty {
  readonly instead?: (reply: FastifyReply) => FastifyReply;
  /** The answer to give instead, where the fault says one. */
  readonly told?: Reply;
  /** Whether its body was chosen by whoever set the fault. */
  readonly isWorded?: boolean;
  readonly afterwards?: (reply: FastifyReply, answer: Reply) => FastifyReply;
}

export async function metFault(request: FastifyRequest, parts: Parts): Promise<Faulty | undefined> {
  const { passage } = request;
  const action = parts.faults.meet({
    method: request.method,
    path: apiPath(request),
    operation: passage.card?.id,
    keys: [passage.caller?.keyId ?? '', bearerOf(request) ?? ''],
    text: () => `${request.originalUrl} ${Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''}`,
  });
  if (action === undefined) return undefined;
  passage.notes.push({ kind: 'fault', message: `A fault met this request: ${JSON.stringify(action)}` });
  if (action.delayMs !== undefined) await parts.doors.clock.sleep(action.delayMs);
  return faultyOf(request, action, parts);
}

/** The path as the API spells it, whichever prefix the caller used. */
const apiPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? pathOf(request);

function faultyOf(request: FastifyRequest, action: FaultAction, parts: Parts): Faulty {
  const cut = (reply: FastifyReply): FastifyReply => {
    logRequest(request, 0, parts);
    return torn(reply);
  };
  if (action.drop === 'before') return { instead: cut };
  // With a status the write is applied and the caller is told that it failed.
  if (action.drop === 'after')
    return { afterwards: action.status === undefined ? cut : (reply) => send(request, reply, replyOf(action)) };
  if (action.truncate === true)
    return {
      afterwards: (reply, answer) => {
        logRequest(request, answer.status, parts);
        return half(request, reply, answer);
      },
    };
  if (action.malformed === true) return { afterwards: (reply, answer) => garbled(reply, answer) };
  if (action.status !== undefined || action.body !== undefined)
    return {
      instead: (reply) => send(request, reply, replyOf(action)),
      told: replyOf(action),
      isWorded: action.body !== undefined,
    };
  const headers = action.headers ?? {};
  return {
    afterwards: (reply, answer) => send(request, reply, { ...answer, headers: { ...answer.headers, ...headers } }),
  };
}

function replyOf({ status = 500, body, headers }: FaultAction): Reply {
  const reply = body === undefined ? defaultReply(status) : { status, body };
  return { ...reply, ...(headers === undefined ? {} : { headers }) };
}

/** The catalogue's answer for a status, so that a fault without a body still looks like the API. */
function defaultReply(status: number): Reply {
  const code = FAULT_CODES[status];
  return code === undefined
    ? { status, body: { error: `A fault answered ${String(status)}.` } }
    : refuse(code, { message: API_ERRORS[code].sentence });
}

const FAULT_CODES: Readonly<Record<number, keyof typeof API_ERRORS>> = {
  401: 'invalid_credentials',
  403: 'insufficient_permissions',
  404: 'not_found',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'platform_api_error',
  503: 'temporarily_unavailable',
};

function torn(reply: FastifyReply): FastifyReply {
  void reply.hijack();
  reply.raw.destroy();
  return reply;
}

function half(request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  const bytes = Buffer.from(textOf(answer));
  void reply.hijack();
  reply.raw.writeHead(answer.status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': String(bytes.length),
    [REQUEST_ID_HEADER]: request.passage.requestId,
    ...rateHeaders(request.passage.rate),
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
  return reply;
}

const garbled = (reply: FastifyReply, answer: Reply): FastifyReply =>
  reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .header('Content-Type', JSON_TYPE)
    .send(`${textOf(answer).slice(0, -1)},,`);
