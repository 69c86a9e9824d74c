/** Every operation tried once, for all laws that look at one call. The service is opened before, and closed after it. */
import type { Catalog } from '../../../src/catalog/catalog.ts';
import { asked, operationsIn } from '../../support/asking.ts';
import type { Operation } from '../../journeys/sweep/reading.ts';
import { stateOf, type State } from './provenance.ts';
import { declaredIn } from './declared.ts';
import { BEGINNING, succeed, tryOut, type Done, type Trial } from './trial.ts';
import { openWorld, type World } from './world.ts';

export interface Sweep {
  readonly trials: readonly Trial[];
  /** The first call of each operation, on the demo pack as it is founded. */
  readonly first: readonly Done[];
  /** What is kept there. */
  readonly state: State;
}

/** Looks at the state that a successful call left. */
export type Look = (done: Done, world: World) => Promise<void>;

export async function sweepAll(catalog: Catalog, looks: readonly Look[]): Promise<Sweep> {
  const world = await openWorld(catalog, { seedPack: 'demo' });
  try {
    const operations = operationsIn(catalog);
    await world.keep(BEGINNING);
    const state = stateOf(world.rows());
    const first = await callOnce(operations, world);
    const { isRead } = declaredIn(catalog);
    await layDown(
      first.filter(({ operation }) => isRead(operation)),
      world,
    );
    const trials: Trial[] = [];
    for (const done of first) {
      const trial = await tryOut(done, world, looks);
      if (trial !== undefined) trials.push(trial);
    }
    return { trials, first, state };
  } finally {
    await world.close();
  }
}

async function callOnce(operations: readonly Operation[], world: World): Promise<readonly Done[]> {
  const called: Done[] = [];
  for (const operation of operations) {
    const done = await succeed(operation, world);
    if (done !== undefined) called.push(done);
  }
  return called;
}

/** The readings once more, so that what the first reading of a kind lays down is there when the sweep begins. */
async function layDown(called: readonly Done[], world: World): Promise<void> {
  await world.restore(BEGINNING);
  for (const { operation, asking } of called) await asked(world.service, operation, asking);
  await world.keep(BEGINNING);
}
