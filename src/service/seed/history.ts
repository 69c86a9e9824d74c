/** A desk in the past: what is done on it happened then, and all of it is one transaction. Seed packs lay down history through it. */
import { EXAMPLE_EVENTS } from '../../kernel/example.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { Desk } from '../desk.ts';
import type { ServiceClock } from '../clock.ts';
import { simulatedNetworks } from '../networks/simulated/simulated.ts';
import type { Tx } from '../store/store.ts';
import { storeInside } from './inside.ts';
import { doDueWork } from '../due-work.ts';

export interface Past {
  readonly desk: Desk;
  /** Moves to an instant (ms), and does the work that is due by then. */
  moveTo(now: number): Promise<void>;
  /** Does something whose first new record gets that id. */
  naming<T>(id: string, act: () => Promise<T>): Promise<T>;
}

/** Runs `lay` on a desk whose clock begins at the present of `desk`. Nothing stays when it throws. */
export const layHistory = (desk: Desk, lay: (past: Past) => Promise<void>): Promise<void> =>
  desk.store.transact(async (tx) => {
    let now = desk.clock.now();
    const clock: ServiceClock = { mode: 'frozen', now: () => now, sleep: async () => undefined };
    const eventId = once(EXAMPLE_EVENTS);
    const dated: Tx = { ...tx, emit: (event) => tx.emit({ ...event, at: now, ...eventId(event.type) }) };
    const store = storeInside(desk.store, dated);
    const named = namedIds(desk.ids);
    const { ids } = named;
    const networks = simulatedNetworks({
      store,
      clock,
      wallClock: clock,
      ids: desk.ids,
      fixtures: desk.catalog.fixtures,
    });
    const past: Desk = { ...desk, ids, store, clock, networks, wake: () => undefined };
    await lay({
      desk: past,
      async moveTo(instant) {
        now = instant;
        await runDue(dated, past);
      },
      naming: named.naming,
    });
  });

/** Gives each id once. */
function once(table: Readonly<Record<string, string>>): (key: string) => { readonly id?: string } {
  const left = new Map(Object.entries(table));
  return (key) => {
    const id = left.get(key);
    left.delete(key);
    return id === undefined ? {} : { id };
  };
}

/** Ids of which the next one may be said beforehand. */
function namedIds(ids: Ids): { readonly ids: Ids } & Pick<Past, 'naming'> {
  let next: string | undefined;
  const record = (): string => {
    const id = next ?? ids.record();
    next = undefined;
    return id;
  };
  return {
    ids: { ...ids, record },
    async naming(id, act) {
      next = id;
      const result = await act();
      next = undefined;
      return result;
    },
  };
}

async function runDue(tx: Tx, desk: Desk): Promise<void> {
  for (const row of await tx.due()) {
    if (row.dueAt > desk.clock.now()) continue;
    await tx.cancel(row.kind, row.ref);
    await doDueWork(row, desk);
  }
}
