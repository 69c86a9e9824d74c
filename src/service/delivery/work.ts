/** The due work of deliveries: lanes, parked events, and the hourly judgement of failing endpoints. Listed in timeline/workers.ts. */
import type { Desk } from '../call.ts';
import type { DueRow } from '../store/store.ts';
import { DELIVER } from './due.ts';
import { requeue, REQUEUE } from './parking.ts';
import { JUDGE, judgeHourly } from './switch-off.ts';

export const work: Readonly<Record<string, (row: DueRow, desk: Desk) => Promise<void>>> = {
  [DELIVER]: ({ ref }, desk) => desk.delivery.run(ref),
  [REQUEUE]: requeue,
  [JUDGE]: judgeHourly,
};
