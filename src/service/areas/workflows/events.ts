/** Events of workflow runs: begun, and at their end. Source: EVT-124, AUT-06 */
import { profileEvent } from '../../causes/cause.ts';
import type { NewEvent, RecordOf } from '../../store/store.ts';

const ENDS = ['completed', 'failed'] as const;

/** A run that goes on by itself has begun, and may have ended. */
export function runEvents(run: RecordOf<'workflow_execution'>, workflow: RecordOf<'workflow'>): readonly NewEvent[] {
  const eventFor = (status: 'started' | (typeof ENDS)[number]): NewEvent => ({
    ...profileEvent(`workflow.run.${status}`, workflow, {
      workflow: { id: workflow.id, name: workflow.doc.name },
      execution: { id: run.id },
      status,
    }),
    accountIds: [workflow.doc.accountId],
  });
  const end = ENDS.find((status) => status === run.doc.status);
  return [eventFor('started'), ...(end === undefined ? [] : [eventFor(end)])];
}
