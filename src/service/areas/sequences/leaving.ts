/** Whoever leaves a sequence before its end: the enrollment says why, and no further step is due. Used by operations.ts, reacts.ts and steps.ts. */
import { together, type Changes, type View } from '../../change.ts';
import { withFields } from '../../store/record.ts';
import { exitedEvent, type ExitReason } from './events.ts';
import {
  ENROLLMENT_KIND,
  isActive,
  SEQUENCE_KIND,
  STEP,
  type EnrollmentRecord,
  type SequenceRecord,
} from './record.ts';

export const leave = (
  enrollment: EnrollmentRecord,
  sequence: SequenceRecord | undefined,
  exitReason: ExitReason,
): Changes => ({
  records: [withFields(enrollment, { status: 'exited', exitReason, nextStepAt: null })],
  cancelled: [{ kind: STEP, ref: enrollment.id }],
  events: [exitedEvent(enrollment, sequence, exitReason)],
});

interface Leaving {
  readonly contactId: string;
  readonly reason: ExitReason;
  /** Which of the sequences of the contact it leaves. */
  readonly isLeft: (sequence: SequenceRecord) => boolean;
}

/** A contact leaves the sequences that it is in. */
export async function leaveAll(view: View, { contactId, reason, isLeft }: Leaving): Promise<Changes> {
  const enrollments = await view.list(ENROLLMENT_KIND, { where: { contactId } });
  const left: Changes[] = [];
  for (const enrollment of enrollments.filter(isActive)) {
    const sequence = await view.get(SEQUENCE_KIND, enrollment.parentId ?? '');
    if (sequence !== undefined && isLeft(sequence)) left.push(leave(enrollment, sequence, reason));
  }
  return together(left);
}
