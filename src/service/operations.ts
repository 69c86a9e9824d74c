/** Every operation of the cards with the function that serves it: an area's own, or the engine, which reads its effect. Next stop: addresses.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Card, Route } from '../kernel/card.ts';
import type { ServedOperation } from '../kernel/effect.ts';
import { handlerFor } from './area-index.ts';
import type { Desk } from './desk.ts';
import { engine } from './engine/engine.ts';
import type { Operation, Resume } from './corridor/landing.ts';

/** Where the functions of operations come from. */
interface Source {
  readonly catalog: Catalog;
  readonly desk: Desk;
}

/** Every operation with its address. */
export interface Operations {
  readonly routes: readonly Route[];
  /** Reads the card when something of it is asked for. */
  open(route: Route): Operation;
}

export function operationsOf(catalog: Catalog, desk: Desk): Operations {
  const routes = catalog.routes();
  return { routes, open: (route) => operationOf(route, routes, { catalog, desk }) };
}

function operationOf(entry: Route, entries: readonly Route[], source: Source): Operation {
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
    resume: resumeOf(entry, entries, source),
  };
}

function cardOf({ area, id }: Route, catalog: Catalog): Card {
  const card = catalog.file(area).operations.find((one) => one.id === id);
  if (card === undefined) throw new Error(`The area ${area} has no operation ${id}.`);
  return card;
}

/** A call that was cut off after making its record is answered by reading the record, with an operation that gets its kind. */
function resumeOf({ id }: Route, entries: readonly Route[], source: Source): Resume {
  return async (made, call) => {
    const { operations } = source.catalog.service();
    const own = operations[id];
    const readers = entries.flatMap((entry) => {
      const place = placeRead(operations[entry.id], own);
      return place === undefined ? [] : [{ entry, place }];
    });
    const [reader] = readers;
    if (own === undefined || reader === undefined) return { status: 200, body: {} };
    const { card, handler } = operationOf(reader.entry, entries, source);
    const path = { ...call.path, [reader.place]: made };
    const reply = await handler({ ...call, card, path, query: {}, body: {} }, source.desk);
    if (reply.status !== 200) return reply;
    return { status: own.status, body: { message: 'Created before.', ...Object(reply.body) } };
  };
}

/** Place in which a reading takes the id of what `own` makes; undefined where it gets another kind, or needs places that `own` lacks. */
function placeRead(reading: ServedOperation | undefined, own: ServedOperation | undefined): string | undefined {
  const kind = own?.effect.kind;
  if (own === undefined || reading === undefined || kind === undefined) return undefined;
  if (reading.effect.does !== 'get' || reading.effect.kind !== kind || reading.effect.waits !== undefined)
    return undefined;
  const places = Object.keys(reading.places);
  const place = places.find((name) => reading.places[name] === kind);
  return places.every((name) => name === place || Object.hasOwn(own.places, name)) ? place : undefined;
}
