/** Steps of sequences: each message goes out when its time has come, to whoever still waits for it. Begun by operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Fields } from '../../../kernel/json.ts';
import type { Desk } from '../../desk.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import { MINUTE_MS } from '../../../kernel/time.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow, RecordOf } from '../../store/store.ts';
import { participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';
import { exitedEvent } from './events.ts';
import { ENROLLMENT_KIND, isActive, SEQUENCE_KIND, type EnrollmentRecord, type SequenceRecord } from './record.ts';

/** Kind of the work that sends the next step; `ref` is the enrolment. */
export const STEP = 'sequence_step';

type Step = SequenceRecord['doc']['steps'][number];

/** The next step of an enrolment in its time; nothing where the sequence or the enrolment rests. @param now ms */
export function followUp(enrollment: EnrollmentRecord, sequence: SequenceRecord, now: number): Changes {
  const step = sequence.doc.steps[enrollment.doc.currentStepIndex];
  if (step === undefined || !isActive(sequence) || !isActive(enrollment)) return {};
  const dueAt = now + Math.max(0, step.delayMinutes ?? 0) * MINUTE_MS;
  return {
    records: [withFields(enrollment, { nextStepAt: instantOf(dueAt) })],
    due: [{ dueAt, kind: STEP, ref: enrollment.id }],
  };
}

/** Everybody who waits in a sequence goes on, now that it runs. */
export async function wakeEnrollments(view: View, sequence: SequenceRecord, now: number): Promise<Changes> {
  const { teamId, id } = sequence;
  const enrollments = await view.list(ENROLLMENT_KIND, { teamId, parentId: id });
  return together(enrollments.map((one) => followUp(one, sequence, now)));
}

type ContactRecord = RecordOf<'contact'>;

/** Names in double braces stand for values of the contact. */
function filled(text: string, { doc }: ContactRecord): string {
  const known: Fields = { ...doc.customFields, ...doc };
  return text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, name: string) => {
    const value = known[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

const textFor = ({ message, template }: Step, contact: ContactRecord): string | null =>
  message?.text !== undefined
    ? filled(message.text, contact)
    : template?.name === undefined
      ? null
      : `[${template.name}]`;

export const sendDue = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${ENROLLMENT_KIND}/${ref}`], async (view) => {
    const enrollment = await view.get(ENROLLMENT_KIND, ref);
    const sequence = await view.get(SEQUENCE_KIND, enrollment?.parentId ?? '');
    if (enrollment === undefined || sequence === undefined) return {};
    const account = await view.get(ACCOUNT_KIND, sequence.doc.accountId);
    const contact = await view.get('contact', enrollment.doc.contactId ?? '');
    const step = sequence.doc.steps[enrollment.doc.currentStepIndex];
    if (account === undefined || contact === undefined || step === undefined) return {};
    if (!isActive(sequence) || !isActive(enrollment)) return {};
    const { name, platformIdentifier: id = contact.id } = contact.doc;
    const person = participantOf({ id, ...(name === undefined ? {} : { name }) }, account.doc.platform);
    const sent = await sendMessage(sceneIn(view, desk, sequence.teamId), {
      account,
      person,
      text: textFor(step, contact),
      more: { sequenceId: sequence.id },
    });
    return together([sent.changes, goneOn(enrollment, sequence, desk.clock.now())]);
  });

/** The enrolment after a step: waiting for the next one, or at its end. */
function goneOn(enrollment: EnrollmentRecord, sequence: SequenceRecord, now: number): Changes {
  const { doc } = enrollment;
  const currentStepIndex = doc.currentStepIndex + 1;
  const isOver = currentStepIndex >= sequence.doc.steps.length;
  const after = withFields(enrollment, {
    currentStepIndex,
    stepsSent: doc.stepsSent + 1,
    lastStepSentAt: instantOf(now),
    nextStepAt: null,
    ...(isOver && { status: 'completed', exitReason: 'completed' }),
  });
  if (isOver) return { records: [after], events: [exitedEvent(after, sequence, 'completed')] };
  return together([{ records: [after] }, followUp(after, sequence, now)]);
}
