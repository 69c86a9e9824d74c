/** Walks a call through the landings of landings.ts, some before its body is read, the others after. http/ hands requests in and sends what comes out. */
import type { Reply } from '../call.ts';
import type { Incoming } from '../exchange/passage.ts';
import type { Serving } from '../exchange/serving.ts';
import type { Parts } from '../parts.ts';
import { authenticator } from './authenticate.ts';
import type { Authenticate, House } from './house.ts';
import type { Operation, Pass, Visit } from './landing.ts';
import { LANDINGS } from './landings.ts';
import { limiter } from './limit.ts';

export interface Corridor {
  readonly authenticate: Authenticate;
  servingOf(operation: Operation): Serving;
  /** The landings that a request to an unknown address passes too. */
  enterUnknown(request: Incoming): Promise<Reply | undefined>;
}

/** @param pass what the header of the tool server's own calls says */
export function openCorridor(parts: Parts, pass: string): Corridor {
  const house: House = { parts, authenticate: authenticator(parts, pass), limit: limiter(parts) };
  const atHead = LANDINGS.flatMap((one) => (one.needs === 'head' ? [one.open(house)] : []));
  return {
    authenticate: house.authenticate,
    servingOf: (operation) => servingOf(operation, house, atHead),
    enterUnknown: async (request) => walk(atHead, { request }),
  };
}

function servingOf(operation: Operation, house: House, atHead: readonly Pass[]): Serving {
  let entering: readonly Pass[] | undefined;
  let inside: readonly Pass<Visit>[] | undefined;
  const open = {
    forOperation: () => LANDINGS.flatMap((one) => (one.needs === 'operation' ? [one.open(house, operation)] : [])),
    forBody: () => LANDINGS.flatMap((one) => (one.needs === 'body' ? [one.open(house, operation)] : [])),
    forReply: () => LANDINGS.flatMap((one) => (one.needs === 'reply' ? [one.open(house, operation)] : [])),
  };
  return {
    get bodySize() {
      return operation.card.guard?.body ?? operation.card.body?.kind ?? 'json';
    },
    async enter(request) {
      request.passage.card = operation.card;
      return walk((entering ??= [...atHead, ...open.forOperation()]), { request });
    },
    async serve(exchange) {
      const visit: Visit = { ...exchange };
      // What needs the reply is wrapped around everything that comes before it.
      const reply = await walk((inside ??= [...open.forReply(), ...open.forBody()]), visit);
      if (reply === undefined) throw new Error('A call came to the end of the corridor without a reply.');
      return { reply, leaving: visit.leaving ?? 'whole' };
    },
  };
}

/** Each landing is handed the way that follows it; undefined when the last one lets the call pass. */
function walk<T>(passes: readonly Pass<T>[], visit: T): Promise<Reply | undefined> {
  const from = async (at: number): Promise<Reply | undefined> => passes[at]?.(visit, () => from(at + 1));
  return from(0);
}
