/** A reply becomes bytes on the socket, with the headers every answer carries; cut off or spoiled where a fault asked for it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { ApiErrorCode } from '../../kernel/errors.ts';
import type { RateState } from '../limits/rate.ts';
import type { Passage } from '../exchange/passage.ts';
import type { Outcome } from '../exchange/serving.ts';
import type { Parts } from '../parts.ts';
import { logRequest } from './log-request.ts';

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

/** Sends what the corridor or the control surface gave, as it is to leave. */
export function sendOutcome(
  request: FastifyRequest,
  target: FastifyReply,
  { outcome: { reply, leaving }, parts }: { readonly outcome: Outcome; readonly parts: Parts },
): FastifyReply {
  switch (leaving) {
    case 'whole':
      return send(request, target, reply);
    case 'garbled':
      return sendGarbled(target, reply);
    case 'cut':
      logRequest(request, 0, parts);
      return cut(target);
    case 'half':
      logRequest(request, reply.status, parts);
      return sendHalf(request, target, reply);
  }
}

function cut(target: FastifyReply): FastifyReply {
  void target.hijack();
  target.raw.destroy();
  return target;
}

function sendHalf(request: FastifyRequest, target: FastifyReply, reply: Reply): FastifyReply {
  const bytes = Buffer.from(textOf(reply));
  void target.hijack();
  target.raw.writeHead(reply.status, {
    'Content-Type': JSON_TYPE,
    'Content-Length': String(bytes.length),
    [REQUEST_ID_HEADER]: request.passage.requestId,
    ...rateHeaders(request.passage.rate),
  });
  target.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => target.raw.destroy());
  return target;
}

const sendGarbled = (target: FastifyReply, reply: Reply): FastifyReply =>
  target
    .code(reply.status)
    .headers(reply.headers ?? {})
    .header('Content-Type', JSON_TYPE)
    .send(`${textOf(reply).slice(0, -1)},,`);

function noteError(passage: Passage, { status, body }: Reply): void {
  if (status < 400 || typeof body !== 'object' || body === null || !('code' in body)) return;
  passage.errorCode = String(body.code);
}
