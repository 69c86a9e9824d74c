/** The due work of deliveries: lanes, parked events, and the hourly judgement of failing endpoints. Listed in due-work.ts. */
import type { DueRow } from '../store/store.ts';
import { DELIVER } from './due.ts';
import { requeue, REQUEUE } from './parking.ts';
import { JUDGE, judgeHourly } from './switch-off.ts';
import type { DeliveryParts } from './desk.ts';

export const work: Readonly<Record<string, (row: DueRow, desk: DeliveryParts) => Promise<void>>> = {
  [DELIVER]: ({ ref }, desk) => desk.delivery.run(ref),
  [REQUEUE]: requeue,
  [JUDGE]: judgeHourly,
};
