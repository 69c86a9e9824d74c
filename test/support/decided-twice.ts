/** A store that runs every unit of work twice and keeps the second run, as a store with many writers may. */
import type { Store } from '../../src/service/store/store.ts';

export function decideTwice(store: Store): void {
  const transact = store.transact.bind(store);
  const once = new Error('This run is taken back by order of the test.');
  store.transact = async (work, locks) => {
    await transact(async (tx) => {
      await work(tx);
      throw once;
    }, locks).catch((error: unknown) => {
      if (error !== once) throw error;
    });
    return transact(work, locks);
  };
}
