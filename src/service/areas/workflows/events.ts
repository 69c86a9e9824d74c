/** Events of workflow runs: begun, and at their end. Source: EVT-124, AUT-06 */
import { profileEvent } from '../../causes/cause.ts';
import type { NewEvent } from '../../store/store.ts';
import type { RunRecord, WorkflowRecord } from './record.ts';

/** @param reason why a run failed */
export const runEvent = (
  status: 'started' | 'completed' | 'failed',
  run: RunRecord,
  workflow: WorkflowRecord,
  reason?: string,
): NewEvent => ({
  ...profileEvent(`workflow.run.${status}`, workflow, {
    workflow: { id: workflow.id, name: workflow.doc.name },
    execution: { id: run.id },
    status,
    ...(reason === undefined ? {} : { reason }),
  }),
  accountIds: [workflow.doc.accountId],
});
