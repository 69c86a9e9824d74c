/** Every operation of the cards with the function that serves it: an area's own, or the generic one. Next stop: http/server.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Card } from '../kernel/card.ts';
import type { Schemas } from '../schema/reference.ts';
import type { Desk, Handler } from './call.ts';
import { genericHandler } from './generic/generic.ts';
import type { Operation } from './http/route.ts';
import type { Resume } from './http/idempotency.ts';

interface Known {
  readonly card: Card;
  readonly schemas: Schemas;
  readonly handler: Handler;
}

export function operationsOf(catalog: Catalog, handlers: Readonly<Record<string, Handler>>, desk: Desk): Operation[] {
  const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];
  const known = areas.flatMap((area): Known[] => {
    const { operations, schemas } = catalog.file(area);
    return operations.map((card) => ({ card, schemas, handler: handlers[card.id] ?? genericHandler(card, schemas) }));
  });
  return known.map((one) => ({ ...one, resume: resumeOf(one.card, known, desk) }));
}

/** A call that was cut off after making its record is answered by reading the record: the GET one step below the path. */
function resumeOf(card: Card, known: readonly Known[], desk: Desk): Resume {
  return async (made, call) => {
    const reader = known.find((one) => one.card.method === 'GET' && placeBelow(card.path, one.card.path) !== undefined);
    const name = reader && placeBelow(card.path, reader.card.path);
    if (reader === undefined || name === undefined) return { status: 200, body: {} };
    const reply = await reader.handler(
      { ...call, card: reader.card, path: { [name]: made }, query: {}, body: {} },
      desk,
    );
    return reply.status === 200 ? { status: 201, body: { message: 'Created before.', ...Object(reply.body) } } : reply;
  };
}

const placeBelow = (path: string, below: string): string | undefined => {
  if (!below.startsWith(`${path}/`)) return undefined;
  return /^\{([^}]+)\}$/.exec(below.slice(path.length + 1))?.[1];
};
