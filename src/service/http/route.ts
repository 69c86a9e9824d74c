/** The corridor of one operation, stage by stage: decode, reach, idempotency, handler, answer. server.ts led the request here. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Card } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import { refuse, type Call, type Handler, type Reply } from '../call.ts';
import type { Parts } from '../parts.ts';
import { send } from './answer.ts';
import { decoder, type Input } from './decode.ts';
import { metFault, type Faulty } from './fault-stage.ts';
import { idempotent, type Resume } from './idempotency.ts';
import { originOf } from './origin.ts';
import { adsQuotaRefusal } from './quota.ts';
import { outOfReach } from './reach.ts';
import { accountNamed, actsOnPlatform, isSearchAds, upstreamRefusal } from './upstream.ts';

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
  const isUpstream = actsOnPlatform(card);
  // Source: specification, "Request rate"
  const kept = card.guard?.quota === undefined ? undefined : parts.reads;
  return async (request, reply) => {
    const fault = await metFault(request, parts);
    const keyOf = (): string => `${request.passage.caller?.keyId ?? ''} ${request.url}`;
    if (kept !== undefined && fault?.told?.status === 429)
      return send(request, reply, kept.through(keyOf(), await quotaTold(card, request, { fault, parts })));
    if (fault?.instead !== undefined) return fault.instead(reply);
    const decoded = await decode(request);
    request.passage.notes.push(...decoded.notes);
    const { desk } = parts;
    const answered = async (call: Call): Promise<Reply> =>
      (await outOfReach(call, desk)) ?? (isUpstream ? await upstreamRefusal(call, desk) : undefined) ?? once(call);
    const answer =
      'refusal' in decoded ? decoded.refusal : await answered(callOf(card, { request, reply }, decoded.input));
    return sent(request, reply, { answer: kept === undefined ? answer : kept.through(keyOf(), answer), fault });
  };
}

/** A fault's 429 in the words of the quota that it stands for, unless it brought its own. Source: LIM-24, LOG-04 */
async function quotaTold(
  card: Card,
  request: FastifyRequest,
  { fault, parts }: { fault: Faulty; parts: Parts },
): Promise<Reply> {
  const { told = refuse('rate_limited'), isWorded } = fault;
  const { caller, params } = request.passage;
  if (isWorded === true || card.guard?.quota !== 'ads' || caller === undefined) return told;
  const query = request.query as Readonly<Record<string, unknown>>;
  const account = await accountNamed({ card, caller, path: params, query, body: {} }, parts.desk);
  if (account === undefined || !isSearchAds(account)) return told;
  const [, seconds] = Object.entries(told.headers ?? {}).find(([name]) => /^retry-after$/i.test(name)) ?? [];
  const retryAfterSeconds = seconds === undefined ? undefined : Number(seconds);
  return adsQuotaRefusal({ retryAfterSeconds, now: parts.clock.now() });
}

function sent(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, fault }: { answer: Reply; fault: Faulty | undefined },
): FastifyReply {
  return fault?.afterwards === undefined ? send(request, reply, answer) : fault.afterwards(reply, answer);
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function callOf(card: Card, { request, reply }: Exchange, input: Input): Call {
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
    get queried() {
      return new Set(Object.keys(request.query as object));
    },
    headers: request.headers as Readonly<Record<string, string>>,
    body: input.body,
    files: input.files,
    origin: originOf(request),
    get signal() {
      return (signal ??= hangUp(reply));
    },
  };
}

/** Aborts when the caller closes the connection before the answer is out. A kept connection outlives many answers. */
function hangUp({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Error('The caller hung up.'));
  });
  return controller.signal;
}
