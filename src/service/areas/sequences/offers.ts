/** What other areas do with sequences: they enrol contacts. Next stop: steps.ts. */
import { together, type Changes } from '../../change.ts';
import { recordOf, type Scene } from '../../causes/cause.ts';
import type { RecordOf } from '../../store/store.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { enrolledEvent } from './events.ts';
import { ENROLLMENT_KIND, isActive, SEQUENCE_KIND } from './record.ts';
import { followUp } from './steps.ts';

export interface Enrolling {
  readonly sequenceId: string;
  readonly contact: RecordOf<'contact'>;
}

/** @returns what changes, or in a sentence why the contact is not enrolled */
export async function enrolContact(
  scene: Pick<Scene, 'read' | 'ids' | 'now' | 'teamId'>,
  { sequenceId, contact }: Enrolling,
): Promise<{ readonly changes?: Changes; readonly problem?: string }> {
  const { read, ids, now, teamId } = scene;
  const sequence = await read.get(SEQUENCE_KIND, sequenceId);
  if (sequence?.teamId !== teamId) return { problem: 'There is no such sequence.' };
  const there = await read.list(ENROLLMENT_KIND, { teamId, parentId: sequence.id });
  if (there.some((one) => isActive(one) && one.doc.contactId === contact.id))
    return { problem: 'The contact is in the sequence already.' };
  const { name, platformIdentifier } = contact.doc;
  const id = ids.record();
  const doc: RecordOf<typeof ENROLLMENT_KIND>['doc'] = {
    id,
    currentStepIndex: 0,
    status: 'active',
    exitReason: null,
    nextStepAt: null,
    stepsSent: 0,
    lastStepSentAt: null,
    createdAt: instantOf(now),
    contactId: contact.id,
    ...(name === undefined ? {} : { contactName: name }),
    ...(platformIdentifier === undefined ? {} : { platformIdentifier }),
  };
  const record = recordOf(ENROLLMENT_KIND, id, scene, { profileId: sequence.profileId, parentId: sequence.id, doc });
  const joined = together([{ records: [record] }, followUp(record, sequence, now)]);
  return { changes: together([joined, { events: [enrolledEvent(record, sequence)] }]) };
}
