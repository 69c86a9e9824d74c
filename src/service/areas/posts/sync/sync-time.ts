/** When the hourly sync is due: begun with a new store, and scheduled again by every run. Next stop: sync.ts. */
import { HOUR_MS } from '../../../../kernel/time.ts';
import type { NewDue, Tx } from '../../../store/store.ts';

export const SYNC = 'sync';

/** The one job of the sync; scheduling it again moves it. */
const REF = 'hourly';

export const syncAt = (dueAt: number): NewDue => ({ dueAt, kind: SYNC, ref: REF });

/** Begins the hourly sync with a new store; nothing when it runs. @param now ms */
export async function beginSync(tx: Tx, now: number): Promise<void> {
  if ((await tx.due({ kind: SYNC, ref: REF, limit: 1 })).length === 0) await tx.schedule(syncAt(now + HOUR_MS));
}
