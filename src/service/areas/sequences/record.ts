/** Sequences and who is in them, as records. Next stop: steps.ts and operations.ts. */
import type { RecordOf } from '../../store/store.ts';

export const SEQUENCE_KIND = 'sequence';

export const ENROLLMENT_KIND = 'sequence_enrollment';

export type SequenceRecord = RecordOf<'sequence'>;
export type EnrollmentRecord = RecordOf<'sequence_enrollment'>;

/** Kind of the work that sends the next step; `ref` is the enrollment. */
export const STEP = 'sequence_step';

export type Step = SequenceRecord['doc']['steps'][number];

/** The step at a place, from 0, by the order that the steps name. */
export const stepAt = ({ doc }: SequenceRecord, place: number): Step | undefined =>
  [...doc.steps].sort((one, other) => (one.order ?? 0) - (other.order ?? 0))[place];

export const isActive = ({ doc }: SequenceRecord | EnrollmentRecord): boolean => doc.status === 'active';
