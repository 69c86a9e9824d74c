/** Writes one line of the request log, as the answer leaves. Called by server.ts, and by send.ts where an answer is cut off. */
import { instantOf } from '../../kernel/instant.ts';
import type { FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { pathOf } from '../exchange/passage.ts';

/** @param status 0 when the connection is cut without an answer */
export function logRequest(request: FastifyRequest, status: number, { requests, doors, stream }: Parts): void {
  const { passage } = request;
  const path = pathOf(request);
  if (path.startsWith('/_local/') || passage.isLook === true) return;
  const { changes = [], more = 0 } = passage.changed ?? {};
  const entry = {
    requestId: passage.requestId,
    at: instantOf(passage.at),
    method: request.method,
    path,
    query: (request.query ?? {}) as Record<string, unknown>,
    operation: passage.card?.id ?? null,
    status,
    code: passage.errorCode ?? null,
    key: passage.caller?.keyId ?? null,
    teamId: passage.caller?.teamId ?? null,
    ip: request.ip ?? null,
    userAgent: request.headers['user-agent'] ?? null,
    durationMs: Math.max(0, doors.clock.now() - passage.begunAt),
    notes: passage.notes,
    changes,
    ...(more === 0 ? {} : { moreChanges: more }),
  };
  requests.add(entry);
  stream.say('request', entry);
}
