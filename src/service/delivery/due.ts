/** The due work of an endpoint: one row of the timeline, at the instant at which something waits for it. Worked by lane.ts. */
import type { NewDue } from '../store/store.ts';

/** Kind of the work; `ref` is the endpoint. */
export const DELIVER = 'deliver';

/** @param dueAt ms */
export const deliverAt = (webhookId: string, dueAt: number): NewDue => ({ dueAt, kind: DELIVER, ref: webhookId });
