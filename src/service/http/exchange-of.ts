/** What a serving is handed of one request: its parts, the caller's hanging up, and the reading of forms. Used by server.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Exchange } from '../exchange/serving.ts';
import { multipartOf } from './multipart.ts';

export const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => ({
  request,
  hungUp: () => hangUp(reply),
  isAbandoned: () => request.raw.socket.destroyed,
  readForm: (reading) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return multipartOf(bytes, request.headers['content-type'] ?? '', reading);
  },
});

/** Aborts when the caller closes the connection before the answer is out. A kept connection outlives many answers. */
function hangUp({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Error('The client disconnected.'));
  });
  return controller.signal;
}
