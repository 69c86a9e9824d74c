/** Does the work of a due row, by its kind: that of deliveries at once, that of an area when the area is loaded. service.ts hands it to timeline/worker.ts. */
import { findWork } from './area-index.ts';
import { work as deliveries } from './delivery/work.ts';
import type { Desk } from './desk.ts';
import type { DueRow } from './store/store.ts';

export async function doDueWork(row: DueRow, desk: Desk): Promise<void> {
  const work = deliveries[row.kind] ?? (await findWork(row.kind));
  if (work === undefined) throw new Error(`No worker does work of the kind ${row.kind}.`);
  await work(row, desk);
}
