/** A store within a transaction that is open already: what acts on it becomes part of that transaction. Used where much is founded at once. */
import type { Store, Tx } from '../store/store.ts';

/** Its units of work run one after the other. */
export function storeInside(store: Store, tx: Tx): Store {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...store,
    isInside: true,
    read: tx,
    transact: (work) => {
      const next = last.then(() => work(tx));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
