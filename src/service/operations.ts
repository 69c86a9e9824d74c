/** Every operation of the cards with the function that serves it: an area's own, or the engine, which reads its effect. Next stop: addresses.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Card, CommandEntry } from '../kernel/card.ts';
import { handlerFor } from './area-index.ts';
import type { Desk } from './desk.ts';
import { engine } from './engine/engine.ts';
import type { Operation, Resume } from './corridor/landing.ts';

/** Where the functions of operations come from. */
interface Source {
  readonly catalog: Catalog;
  readonly desk: Desk;
}

/** Method and path of every operation; its card is read when it is first called, so that a start reads none. */
export function operationsOf(catalog: Catalog, desk: Desk): Operation[] {
  const entries = Object.values(catalog.index().commands);
  return entries.map((entry) => operationOf(entry, entries, { catalog, desk }));
}

function operationOf(entry: CommandEntry, entries: readonly CommandEntry[], source: Source): Operation {
  const { id, method, path } = entry;
  let card: Card | undefined;
  const schemas = () => source.catalog.file(entry.area).schemas;
  const found = (): Card => (card ??= cardOf(entry, source.catalog));
  return {
    method,
    path,
    get card() {
      return found();
    },
    get schemas() {
      return schemas();
    },
    get handler() {
      return handlerFor(id) ?? engine;
    },
    resume: resumeOf(path, entries, source),
  };
}

function cardOf({ area, id }: CommandEntry, catalog: Catalog): Card {
  const card = catalog.file(area).operations.find((one) => one.id === id);
  if (card === undefined) throw new Error(`The area ${area} has no operation ${id}.`);
  return card;
}

/** A call that was cut off after making its record is answered by reading the record: the GET one step below the path. */
function resumeOf(path: string, entries: readonly CommandEntry[], source: Source): Resume {
  return async (made, call) => {
    const reader = entries.find((one) => one.method === 'GET' && placeBelow(path, one.path) !== undefined);
    const name = reader && placeBelow(path, reader.path);
    if (reader === undefined || name === undefined) return { status: 200, body: {} };
    const { card, handler } = operationOf(reader, entries, source);
    const reply = await handler({ ...call, card, path: { [name]: made }, query: {}, body: {} }, source.desk);
    return reply.status === 200 ? { status: 201, body: { message: 'Created before.', ...Object(reply.body) } } : reply;
  };
}

const placeBelow = (path: string, below: string): string | undefined => {
  if (!below.startsWith(`${path}/`)) return undefined;
  return /^\{([^}]+)\}$/.exec(below.slice(path.length + 1))?.[1];
};
