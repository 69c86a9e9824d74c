/** One operation, called with valid input on a state that is brought back before each call; what the laws ask for is noted. */
import { asked, type Asking, type Told } from '../../support/asking.ts';
import { callWithoutRefused, ROUNDS, validCalls } from '../../support/valid-call.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';
import { placesOfIds, withOtherId, type IdPlace } from './unknown-id.ts';
import type { World } from './world.ts';

/** What an operation leaves when one of its units of work fails: the state on which that unit began, or that after the call. */
export interface Interrupted {
  readonly unit: number;
  readonly left: 'before' | 'after' | 'between';
}

/** What an operation says to an id of nothing. */
export interface Unknown {
  readonly place: IdPlace;
  readonly told: Told;
  readonly hasWritten: boolean;
}

/** A call that succeeded. */
export interface Done {
  readonly operation: Operation;
  readonly asking: Asking;
  readonly told: Told;
  readonly commits: number;
}

/** What an operation does under a key, and when the same call comes again under the same key. */
export interface Keyed {
  readonly commits: number;
  readonly isSameAgain: boolean;
  readonly hasWrittenAgain: boolean;
}

export interface Trial extends Done {
  /** The answer to the same call at the same instant; only of a GET. */
  readonly again?: Told;
  readonly interrupted: readonly Interrupted[];
  readonly unknown: readonly Unknown[];
  /** Only of operations that take a key. */
  readonly keyed?: Keyed;
}

/** Of the calls that are made up. */
export const SEED = 3;

/** State on which every call of the sweep begins. */
export const BEGINNING = 'beginning';

/**
 * The first valid call that succeeds on the beginning; undefined when none does.
 * @param before a call that succeeded before, tried instead of others
 * @param seed makes other calls up
 */
export async function succeed(
  operation: Operation,
  world: World,
  { asking: before, seed = SEED }: { readonly asking?: Asking; readonly seed?: number } = {},
): Promise<Done | undefined> {
  const calls = before === undefined ? validCalls(operation, { catalog: world.catalog, seed }) : [before];
  for (const first of calls) {
    let asking: Asking | undefined = first;
    for (let round = 0; round < ROUNDS && asking !== undefined; round += 1) {
      const now: Asking = asking;
      await world.restore(BEGINNING);
      const { value: told, commits } = await world.counted(() => asked(world.service, operation, now));
      if (told.status < 300) return { operation, asking: now, told, commits };
      asking = callWithoutRefused(asking, told);
    }
  }
  return undefined;
}

/** @param looks look at the state that the call left */
export async function tryOut(
  called: Pick<Done, 'operation' | 'asking'>,
  world: World,
  looks: readonly ((done: Done, world: World) => Promise<void>)[],
): Promise<Trial | undefined> {
  const { operation } = called;
  const done = await succeed(operation, world, called);
  if (done === undefined) return undefined;
  const { asking, commits } = done;
  const after = world.fingerprint();
  for (const look of looks) await look(done, world);
  return {
    ...done,
    ...(operation.card.method === 'GET' && { again: await asked(world.service, operation, asking) }),
    interrupted: await interrupt(operation, asking, { world, commits, after }),
    unknown: await askForNothing(operation, asking, world),
    ...(await callUnderKey(operation, asking, world)),
  };
}

async function interrupt(
  operation: Operation,
  asking: Asking,
  { world, commits, after }: { readonly world: World; readonly commits: number; readonly after: string },
): Promise<readonly Interrupted[]> {
  const found: Interrupted[] = [];
  for (let unit = 1; unit <= commits; unit += 1) {
    await world.restore(BEGINNING);
    const before = await world.failingAt(unit, () => asked(world.service, operation, asking));
    const now = world.fingerprint();
    found.push({ unit, left: now === before ? 'before' : now === after ? 'after' : 'between' });
  }
  return found;
}

async function askForNothing(operation: Operation, asking: Asking, world: World): Promise<readonly Unknown[]> {
  const found: Unknown[] = [];
  for (const place of placesOfIds(operation, asking)) {
    await world.restore(BEGINNING);
    const before = world.fingerprint();
    const { value: told } = await world.counted(() => asked(world.service, operation, withOtherId(asking, place)));
    found.push({ place, told, hasWritten: world.fingerprint() !== before });
  }
  return found;
}

/** Headers that make two calls one. */
const KEYS: readonly string[] = ['idempotency-key', 'x-request-id'];

async function callUnderKey(
  operation: Operation,
  asking: Asking,
  world: World,
): Promise<Pick<Trial, 'keyed'> | undefined> {
  const { params } = operation.card;
  const header = KEYS.find((key) => params.some((param) => param.in === 'header' && param.name.toLowerCase() === key));
  if (header === undefined) return undefined;
  await world.restore(BEGINNING);
  const call = (): Promise<Told> =>
    asked(world.service, operation, asking, { [header]: '0b0e7e4c-5f0a-4d3e-9b1a-2c3d4e5f6a7c' });
  const { value: first, commits } = await world.counted(call);
  const after = world.fingerprint();
  const again = await call();
  return {
    keyed: {
      commits,
      isSameAgain: again.status === first.status && again.text === first.text,
      hasWrittenAgain: world.fingerprint() !== after,
    },
  };
}
