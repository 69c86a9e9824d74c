/** The corridor of one operation, stage by stage: decode, reach, idempotency, handler, answer. server.ts led the request here. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Card } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Call, Handler, Reply } from '../call.ts';
import type { Parts } from '../parts.ts';
import { send } from './answer.ts';
import { decoder, type Input } from './decode.ts';
import { metFault, type Faulty } from './fault-stage.ts';
import { idempotent, type Resume } from './idempotency.ts';
import { originOf } from './origin.ts';
import { outOfReach } from './reach.ts';

export interface Operation extends Pick<Card, 'method' | 'path'> {
  readonly card: Card;
  readonly schemas: Schemas;
  readonly handler: Handler;
  /** Answers a repeated call whose first run was cut off after making the record. */
  readonly resume: Resume;
}

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Everything after authentication, permission and the rate window. */
export function routeOf({ card, schemas, handler, resume }: Operation, parts: Parts): RouteHandler {
  const decode = decoder(card, schemas);
  const once = idempotent(card, { handler, resume }, parts);
  return async (request, reply) => {
    const fault = await metFault(request, parts);
    if (fault?.instead !== undefined) return fault.instead(reply);
    const decoded = await decode(request);
    request.passage.notes.push(...decoded.notes);
    const answered = async (call: Call): Promise<Reply> => (await outOfReach(call, parts.desk)) ?? once(call);
    const answer = 'refusal' in decoded ? decoded.refusal : await answered(callOf(card, request, decoded.input));
    return sent(request, reply, { answer, fault });
  };
}

function sent(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, fault }: { answer: Reply; fault: Faulty | undefined },
): FastifyReply {
  return fault?.afterwards === undefined ? send(request, reply, answer) : fault.afterwards(reply, answer);
}

function callOf(card: Card, request: FastifyRequest, input: Input): Call {
  const { passage } = request;
  if (passage.caller === undefined) throw new Error('A request came past authentication without a caller.');
  let signal: AbortSignal | undefined;
  return {
    card,
    caller: passage.caller,
    requestId: passage.requestId,
    requestIdSent: passage.requestIdSent,
    path: input.path,
    query: input.query,
    headers: request.headers as Readonly<Record<string, string>>,
    body: input.body,
    files: input.files,
    origin: originOf(request),
    get signal() {
      return (signal ??= hangUp(request));
    },
  };
}

/** Aborts when the caller closes the connection before the answer. */
function hangUp({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  raw.socket.once('close', () => controller.abort(new Error('The caller hung up.')));
  return controller.signal;
}
