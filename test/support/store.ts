/** A store on a temporary folder with a clock the test moves, for parts that need no whole service. */
import { idsFrom } from '../../src/kernel/ids.ts';
import { clockState, openServiceClock, type SteerableClock } from '../../src/service/clock.ts';
import { idBytes } from '../../src/service/seeded.ts';
import type { ServiceStore } from '../../src/service/store/service-store.ts';
import { openSqliteStore } from '../../src/service/store/sqlite.ts';
import { openClock } from '../../src/world/clock.ts';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temp.ts';

export const NOW = Date.parse('2026-12-01T08:00:00.000Z');

export interface StoreParts {
  readonly store: ServiceStore;
  readonly clock: SteerableClock;
  readonly wallClock: ReturnType<typeof openClock>;
  readonly ids: ReturnType<typeof idsFrom>;
}

/** A frozen clock at NOW, ids of seed 1, and an empty store; closed when the running test ends. */
export async function storeParts(): Promise<StoreParts> {
  const wallClock = openClock();
  const clock = openServiceClock(wallClock, clockState(wallClock, 'frozen', NOW));
  const ids = idsFrom(idBytes((length) => new Uint8Array(length), 1, 'test').bytes);
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const folder = await temporaryFolder();
  const store = await openSqliteStore({
    folder,
    durable: false,
    clock,
    wall: wallClock,
    ids,
    turn,
    keep: () => ({}),
  });
  onTestFinished(() => store.close());
  return { store, clock, wallClock, ids };
}
