/** Everything thrown on the way becomes an answer of the catalogue: no stack, no lost request. Used by server.ts. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Reply } from '../call.ts';
import { refuse, RETRY_AFTER_SECONDS } from '../refuse.ts';
import { STALE, type BuildWatch } from '../build-watch.ts';
import { ServiceStopping } from '../clock.ts';
import { StoreUnavailable } from '../store/connection.ts';
import { send } from './send.ts';

export function sendError(
  error: unknown,
  {
    request,
    reply,
    build,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly build: BuildWatch },
): FastifyReply {
  const known = replyFor(error, detailsFor(error, request));
  // A part of another build fails in any way there is, and works again after a restart.
  const answer =
    known.status === 500 && build.isStale() ? refuse('temporarily_unavailable', { message: STALE }) : known;
  if (answer.status >= 500) request.passage.notes.push({ kind: 'failure', message: messageOf(error) });
  return send(request, reply, answer);
}

/** Whoever holds the control key may know the cause; everybody else looks the request up in the log. */
const detailsFor = (error: unknown, { passage, url }: FastifyRequest): Readonly<Record<string, unknown>> => ({
  requestId: passage.requestId,
  ...(url.startsWith('/_local/') ? { reason: messageOf(error) } : {}),
});

function replyFor(error: unknown, details: Readonly<Record<string, unknown>>): Reply {
  if (error instanceof StoreUnavailable || error instanceof ServiceStopping)
    return refuse('temporarily_unavailable', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
  const code = error instanceof Error ? (error as Partial<FastifyError>).code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('payload_too_large');
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return refuse('invalid_field_value', { message: 'The request cannot be read.' });
  return refuse('internal_error', { details });
}

const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
};
