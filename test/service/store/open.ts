/** A store on a folder of the test's choice, closed when the test ends. */
import { onTestFinished } from 'vitest';
import { idsFrom } from '../../../src/kernel/ids.ts';
import { clockState, openServiceClock } from '../../../src/service/clock.ts';
import { idBytes } from '../../../src/service/seeded.ts';
import { openSqliteStore } from '../../../src/service/store/sqlite.ts';
import { openClock, type WorldClock } from '../../../src/world/clock.ts';
import { temporaryFolder } from '../../support/temp.ts';

export const NOW = Date.parse('2026-12-01T08:00:00.000Z');

interface Wanted {
  readonly folder?: string;
  readonly durable?: boolean;
  readonly keep?: () => Readonly<Record<string, string | undefined>>;
  /** The machine's clock. */
  readonly wall?: WorldClock;
}

/** A frozen clock at NOW, ids of seed 1. */
export async function newStore({ folder, durable = false, keep = () => ({}), wall = openClock() }: Wanted = {}) {
  const clock = openServiceClock(wall, clockState(wall, 'frozen', NOW));
  const ids = idsFrom(idBytes((length) => new Uint8Array(length), 1, 'test').bytes);
  const place = folder ?? (await temporaryFolder());
  const store = await openSqliteStore({ folder: place, durable, clock, wall, ids, turn: wall.turn, keep });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { store: { ...store, close }, clock, wall, ids };
}
