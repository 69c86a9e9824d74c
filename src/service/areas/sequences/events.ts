/** Events of sequences: contacts come in and leave. Source: EVT-124, AUT-05 */
import { profileEvent } from '../../causes/cause.ts';
import type { NewEvent } from '../../store/store.ts';
import type { EnrollmentRecord, SequenceRecord } from './record.ts';

/** @param sequence undefined where it is gone already */
export const enrolledEvent = (enrollment: EnrollmentRecord, sequence: SequenceRecord | undefined): NewEvent =>
  membershipEvent('sequence.enrolled', { enrollment, sequence, status: 'active', reason: null });

/** Why somebody has left a sequence. */
export type ExitReason = 'unenrolled' | 'completed' | 'replied' | 'unsubscribed' | 'unreachable';

export const exitedEvent = (
  enrollment: EnrollmentRecord,
  sequence: SequenceRecord | undefined,
  reason: ExitReason,
): NewEvent =>
  membershipEvent('sequence.exited', {
    enrollment,
    sequence,
    status: reason === 'completed' ? 'completed' : 'exited',
    reason,
  });

interface Membership {
  readonly enrollment: EnrollmentRecord;
  readonly sequence: SequenceRecord | undefined;
  readonly status: string;
  readonly reason: string | null;
}

function membershipEvent(
  type: 'sequence.enrolled' | 'sequence.exited',
  { enrollment: { id, teamId, profileId, parentId, doc }, sequence, status, reason }: Membership,
): NewEvent {
  const payload = {
    sequence: { id: parentId ?? '', ...(sequence !== undefined && { name: sequence.doc.name }) },
    contact: { id: doc.contactId ?? id },
    status,
    reason,
  };
  const event = profileEvent(type, { teamId, profileId: sequence?.profileId ?? profileId }, payload);
  return { ...event, accountIds: sequence === undefined ? [] : [sequence.doc.accountId] };
}
