/** Sequences and who is in them, as records. Next stop: steps.ts and operations.ts. */
import type { RecordOf } from '../../store/store.ts';

export const SEQUENCE_KIND = 'sequence';

export const ENROLLMENT_KIND = 'sequence_enrollment';

export type SequenceRecord = RecordOf<'sequence'>;
export type EnrollmentRecord = RecordOf<'sequence_enrollment'>;

export const isActive = ({ doc }: SequenceRecord | EnrollmentRecord): boolean => doc.status === 'active';
