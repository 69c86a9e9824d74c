/** Every operation tried once, for all laws that look at one call. The service is opened before, and closed after it. */
import type { Catalog } from '../../../src/catalog/catalog.ts';
import { asked, operationsIn } from '../../support/asking.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';
import { BEGINNING, succeed, tryOut, type Done, type Trial } from './trial.ts';
import { openWorld, type World } from './world.ts';

export interface Sweep {
  readonly trials: readonly Trial[];
  /** Operations for which no valid call succeeded. */
  readonly refused: readonly string[];
  /** Units of work of each reading on the demo pack as it is founded. */
  readonly firstReads: readonly Done[];
}

/** Looks at the state that a successful call left. */
export type Look = (done: Done, world: World) => Promise<void>;

export async function sweepAll(catalog: Catalog, looks: readonly Look[]): Promise<Sweep> {
  const world = await openWorld(catalog, { seedPack: 'demo' });
  try {
    const operations = operationsIn(catalog);
    const firstReads = await readOnce(operations, world);
    const trials: Trial[] = [];
    const refused: string[] = [];
    const read = new Map(firstReads.map((done) => [done.operation, done]));
    for (const operation of operations) {
      const trial = await tryOut(read.get(operation) ?? { operation }, world, looks);
      if (trial === undefined) refused.push(operation.card.id);
      else trials.push(trial);
    }
    return { trials, refused, firstReads };
  } finally {
    await world.close();
  }
}

/** Every reading is called once before the sweep begins, so that what the first reading of a kind lays down is there. */
async function readOnce(operations: readonly Operation[], world: World): Promise<Sweep['firstReads']> {
  await world.keep(BEGINNING);
  const reads: Done[] = [];
  for (const operation of operations.filter(({ card }) => card.method === 'GET')) {
    const done = await succeed(operation, world);
    if (done !== undefined) reads.push(done);
  }
  await world.restore(BEGINNING);
  for (const { operation, asking } of reads) await asked(world.service, operation, asking);
  await world.keep(BEGINNING);
  return reads;
}
