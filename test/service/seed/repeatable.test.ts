/** A pack under a seed has the same ids on every machine, also where a statement takes long and the process gives way. */
import { expect, test } from 'vitest';
import { openClock } from '../../../src/world/clock.ts';
import { startService, testDoors } from '../../support/service.ts';

/** Reads of the machine's clock between two moments at which it is slow; without the order of targets, 53 shows. */
const EVERY = [1, 7, 53, 59];

async function eventsWhere(every: number): Promise<readonly string[]> {
  const clock = openClock();
  let [reads, late] = [0, 0];
  const now = (): number => {
    reads += 1;
    if (reads % every === 0) late += 100;
    return clock.now() + late;
  };
  const { service } = await startService({ seedPack: 'demo', doors: testDoors({ clock: { ...clock, now } }) });
  const events = await service.desk.store.read.events({});
  return events.map(({ id, type, accountIds }) => [type, ...accountIds, id].join(' ')).sort();
}

test('one seed gives the demo pack the same ids wherever a statement takes long', async () => {
  const quick = await eventsWhere(Number.POSITIVE_INFINITY);
  expect(quick.length).toBeGreaterThan(20);
  for (const every of EVERY) expect(await eventsWhere(every), `every ${String(every)}`).toEqual(quick);
});
