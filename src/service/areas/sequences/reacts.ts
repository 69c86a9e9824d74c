/** What sequences do about the inbox: whoever answers leaves those that end with an answer. Next stop: events.ts. */
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { withFields } from '../../store/record.ts';
import { isSamePerson } from '../contacts/offers.ts';
import { exitedEvent } from './events.ts';
import { ENROLLMENT_KIND, isActive, SEQUENCE_KIND, type EnrollmentRecord, type SequenceRecord } from './record.ts';
import { STEP } from './steps.ts';

async function messageReceived({ conversation }: DomainEvents['messageReceived'], view: View): Promise<Changes> {
  const { teamId, doc } = conversation;
  const sequences = (await view.list(SEQUENCE_KIND, { teamId })).filter(
    (one) => one.doc.exitOnReply && one.doc.accountId === doc.accountId,
  );
  const left: { readonly enrollment: EnrollmentRecord; readonly sequence: SequenceRecord }[] = [];
  for (const sequence of sequences) {
    const enrollments = await view.list(ENROLLMENT_KIND, { teamId, parentId: sequence.id });
    for (const enrollment of enrollments)
      if (isActive(enrollment) && isSamePerson(enrollment.doc.platformIdentifier, doc.participantId))
        left.push({ enrollment, sequence });
  }
  return {
    records: left.map(({ enrollment }) =>
      withFields(enrollment, { status: 'exited', exitReason: 'replied', nextStepAt: null }),
    ),
    cancelled: left.map(({ enrollment }) => ({ kind: STEP, ref: enrollment.id })),
    events: left.map(({ enrollment, sequence }) => exitedEvent(enrollment, sequence, 'replied')),
  };
}

export const reacts: Reacts = { messageReceived };
