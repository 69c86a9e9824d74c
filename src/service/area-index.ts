/** The functions of the areas, found by the index that the press makes of their files; an area is loaded when it is first called. */
import { ARRIVES, loadArrives, loadOperations, loadRaw, loadWork, OPERATIONS, RAW, WORK } from '#areas';
import type { Inbound } from './causes/cause.ts';
import type { DueWork, Handler } from './desk.ts';
import type { RawRoute } from './exchange/raw.ts';
import { keepLoaded } from './loaded.ts';

const operationsOf = keepLoaded(loadOperations);
const workOf = keepLoaded(loadWork);
const arrivesOf = keepLoaded(loadArrives);
const rawOf = keepLoaded(loadRaw);

/** The function that an area has for an operation, loaded at its first call; undefined where the engine serves it. */
export function handlerFor(operationId: string): Handler | undefined {
  if (!Object.hasOwn(OPERATIONS, operationId)) return undefined;
  let own: Handler | undefined;
  return async (call, desk) => {
    own ??= await entryOf(operationId, OPERATIONS, operationsOf);
    if (own === undefined) throw stale(operationId);
    return own(call, desk);
  };
}

/** Finds what does the due work of a kind; undefined when no area does. */
export const findWork = (kind: string): Promise<DueWork | undefined> => entryOf(kind, WORK, workOf);

/** Types of what networks and carriers cause, in the order of the areas. */
export const INBOUND_TYPES: readonly string[] = Object.keys(ARRIVES);

/** Finds what decides an inbound type; undefined when no area does. */
export const findInbound = (type: string): Promise<Inbound | undefined> => entryOf(type, ARRIVES, arrivesOf);

/** Addresses outside `/v1`, such as those of uploads and of the device login. */
export const rawRoutes: readonly RawRoute[] = RAW.map(({ area, ...address }) => ({
  ...address,
  async handle(request, desk) {
    const routes = (await rawOf(area)) ?? [];
    const route = routes.find(({ method, path }) => method === address.method && path === address.path);
    if (route === undefined) throw stale(address.path);
    return route.handle(request, desk);
  },
}));

async function entryOf<T>(
  name: string,
  areas: Readonly<Record<string, string>>,
  entriesOf: (area: string) => Promise<Readonly<Record<string, T>> | undefined>,
): Promise<T | undefined> {
  const area = Object.hasOwn(areas, name) ? areas[name] : undefined;
  return area === undefined ? undefined : (await entriesOf(area))?.[name];
}

const stale = (name: string): Error =>
  new Error(`The index of the areas names ${name}, which its area does not have. Run: npm run press`);
