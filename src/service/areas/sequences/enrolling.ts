/** A contact enters a sequence: once at a time, on the channel of the sequence's account. Used by operations.ts and offers.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { together, type Changes } from '../../change.ts';
import { recordOf, type Scene } from '../../causes/cause.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import type { RecordOf } from '../../store/store.ts';
import { channelOn, silenceOf } from '../contacts/offers.ts';
import { enrolledEvent } from './events.ts';
import { ENROLLMENT_KIND, isActive, type EnrollmentRecord, type SequenceRecord } from './record.ts';
import { followUp } from './steps.ts';

interface Entering {
  readonly sequence: SequenceRecord;
  readonly contact: RecordOf<'contact'>;
  /** Channel that a call names for the contact. */
  readonly channelId?: string | undefined;
}

/** @returns what changes, or in a sentence why the contact is not enrolled */
export async function enroll(
  { read, ids, now, teamId }: Pick<Scene, 'read' | 'ids' | 'now' | 'teamId'>,
  { sequence, contact, channelId }: Entering,
): Promise<{ readonly changes: Changes } | { readonly problem: string }> {
  const account = await read.get(ACCOUNT_KIND, sequence.doc.accountId);
  const channel = account && (await channelOn(read, contact, account));
  if (channel === undefined || (channelId !== undefined && channelId !== channel.id))
    return { problem: 'The account of the sequence cannot reach this contact.' };
  const problem = silenceOf({ contact, channel });
  if (problem !== undefined) return { problem };
  const there = await read.list(ENROLLMENT_KIND, { parentId: sequence.id, where: { contactId: contact.id } });
  if (there.some(isActive)) return { problem: 'The contact is already in the sequence.' };
  const id = ids.record();
  const doc: EnrollmentRecord['doc'] = {
    id,
    currentStepIndex: 0,
    status: 'active',
    exitReason: null,
    nextStepAt: null,
    stepsSent: 0,
    lastStepSentAt: null,
    createdAt: instantOf(now),
    contactId: contact.id,
    channelId: channel.id,
    platformIdentifier: channel.doc.platformIdentifier,
    ...(contact.doc.name === undefined ? {} : { contactName: contact.doc.name }),
  };
  const scene = { teamId, now };
  const record = recordOf(ENROLLMENT_KIND, id, scene, { profileId: sequence.profileId, parentId: sequence.id, doc });
  const entered = { records: [record], events: [enrolledEvent(record, sequence)] };
  return { changes: together([entered, followUp(record, sequence, now)]) };
}
