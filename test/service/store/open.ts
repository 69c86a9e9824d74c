/** A store at a place of the test's choice, closed when the test ends. */
import { onTestFinished } from 'vitest';
import { idsFrom } from '../../../src/kernel/ids.ts';
import { clockState, openServiceClock } from '../../../src/service/clock.ts';
import { idBytes } from '../../../src/service/seeded.ts';
import { openPostgresStore } from '../../../src/service/store/postgres/store.ts';
import type { ServiceStore } from '../../../src/service/store/service-store.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite.ts';
import { openClock, type WorldClock } from '../../../src/world/clock.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temp.ts';

export const NOW = Date.parse('2026-12-01T08:00:00.000Z');

export interface Wanted {
  /** The folder of an embedded store, or the URL of a database. */
  readonly place?: string;
  readonly durable?: boolean;
  readonly keep?: () => Readonly<Record<string, string | undefined>>;
  /** The machine's clock. */
  readonly wall?: WorldClock;
}

/** A frozen clock at NOW, ids of seed 1. */
function partsOf({ keep = () => ({}), wall = openClock() }: Wanted) {
  const clock = openServiceClock(wall, clockState(wall, 'frozen', NOW));
  const ids = idsFrom(idBytes((length) => new Uint8Array(length), 1, 'test').bytes);
  return { clock, wall, ids, turn: wall.turn, keep };
}

export type OpenedStore = Awaited<ReturnType<typeof newStore>>;

export async function newStore(wanted: Wanted = {}) {
  const { place = await temporaryFolder(), durable = false } = wanted;
  const parts = partsOf(wanted);
  return closedAtEnd(await openSqliteStore({ folder: place, durable, ...parts }), parts);
}

/** The same in a database. */
export async function newServerStore(wanted: Wanted = {}): Promise<OpenedStore> {
  const { place = await testDatabase() } = wanted;
  const parts = partsOf(wanted);
  const folder = await temporaryFolder();
  return closedAtEnd(await openPostgresStore({ url: place, name: 'svc test', folder, ...parts }), parts);
}

function closedAtEnd(store: ServiceStore, { clock, wall, ids }: ReturnType<typeof partsOf>) {
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { store: { ...store, close }, clock, wall, ids };
}
