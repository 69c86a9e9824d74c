/** Hangs a raw route into fastify: the body is a stream, the answer a text, JSON or a stream. Used by server.ts. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Desk } from '../desk.ts';
import { JSON_TYPE } from './send.ts';
import { originOf } from '../exchange/origin.ts';
import type { RawReply, RawRoute } from '../exchange/raw.ts';

export const rawHandler =
  (route: RawRoute, desk: Desk) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { passage } = request;
    if (route.isLook === true) passage.isLook = true;
    const answer = await route.handle(
      {
        method: request.method,
        params: passage.params,
        query: request.query as Record<string, string>,
        headers: request.headers as Record<string, string | undefined>,
        body: bodyOf(request),
        origin: originOf(request),
        begunAt: passage.begunAt,
      },
      desk,
    );
    return answered(reply, answer);
  };

const bodyOf = ({ body }: FastifyRequest): AsyncIterable<Uint8Array> =>
  body instanceof Readable ? (body as AsyncIterable<Uint8Array>) : Readable.from([]);

function answered(reply: FastifyReply, { status, headers, body }: RawReply): FastifyReply {
  void reply.code(status).headers(headers ?? {});
  if (body === undefined || typeof body === 'string') return reply.send(body ?? '');
  if (Symbol.asyncIterator in body) return reply.send(Readable.from(body as AsyncIterable<Uint8Array>));
  return reply.header('Content-Type', JSON_TYPE).send(JSON.stringify(body));
}
