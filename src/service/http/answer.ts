/** The last stage: a Reply becomes bytes on the socket, with the headers every answer carries. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse, refuseBare, type Reply } from '../call.ts';
import type { ApiErrorCode } from '../../kernel/errors.ts';
import type { RateState } from '../limits/rate.ts';
import type { Passage } from './passage.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Headers of the request window. Source: LIM-15 to LIM-18. */
export const rateHeaders = (rate: RateState | undefined): Record<string, string> =>
  rate === undefined
    ? {}
    : {
        'X-RateLimit-Limit': String(rate.limit),
        'X-RateLimit-Remaining': String(rate.remaining),
        'X-RateLimit-Reset': String(rate.resetSeconds),
        ...(rate.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(rate.retryAfterSeconds) }),
      };

/** The answer's text: JSON, or nothing for a reply without a body. */
export const textOf = (reply: Reply): string => (reply.body === undefined ? '' : JSON.stringify(reply.body));

export function send(request: FastifyRequest, target: FastifyReply, reply: Reply): FastifyReply {
  noteError(request.passage, reply);
  void target.code(reply.status).headers(reply.headers ?? {});
  if (reply.body === undefined || reply.body instanceof Uint8Array) return target.send(reply.body);
  return target.header('Content-Type', JSON_TYPE).send(textOf(reply));
}

/** Sends a refusal of the catalogue. */
export const sendRefusal = (request: FastifyRequest, target: FastifyReply, code: ApiErrorCode): FastifyReply =>
  send(request, target, refuse(code));

/** The 429 of the API key's window: an older shape, without type and code. Source: LIM-20, ERR-12. */
export function rateRefusal({ count, limit, retryAfterSeconds = 1 }: RateState): Reply {
  const wait = `Try again in ${String(retryAfterSeconds)} s.`;
  return refuseBare(429, `Too many requests for this team. ${wait}`, { currentCount: count, limit, retryAfterSeconds });
}

function noteError(passage: Passage, { status, body }: Reply): void {
  if (status < 400 || typeof body !== 'object' || body === null || !('code' in body)) return;
  passage.errorCode = String(body.code);
}
