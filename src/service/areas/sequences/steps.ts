/** Steps of sequences: each message goes out when its time has come, to whoever still waits for it. Begun by operations.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Fields } from '../../../kernel/json.ts';
import type { Desk } from '../../desk.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import { MINUTE_MS } from '../../../kernel/time.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow } from '../../store/store.ts';
import { contactAt, fillText, silenceOf, templateFor, valuesOf, type MappedTemplate } from '../contacts/offers.ts';
import { participantOf, sceneIn, sendMessage, type Outgoing } from '../inbox/offers.ts';
import { exitedEvent } from './events.ts';
import { leave } from './leaving.ts';
import {
  ENROLLMENT_KIND,
  isActive,
  SEQUENCE_KIND,
  STEP,
  stepAt,
  type EnrollmentRecord,
  type SequenceRecord,
  type Step,
} from './record.ts';

/** The next step of an enrolment in its time; nothing where the sequence or the enrolment rests. @param now ms */
export function followUp(enrollment: EnrollmentRecord, sequence: SequenceRecord, now: number): Changes {
  const step = stepAt(sequence, enrollment.doc.currentStepIndex);
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

/** The message of a step for a contact, or in a sentence which value of its template is missing. */
function partsFor({ message, template }: Step, scope: Fields): Pick<Outgoing, 'text' | 'parts'> | { problem: string } {
  const text = message?.text === undefined ? null : fillText(message.text, scope);
  if (template?.name === undefined) return { text };
  const named = templateFor(template as MappedTemplate, scope);
  return 'problem' in named ? named : { text: null, parts: { template: named.template } };
}

/** A step that cannot go out is skipped; whoever may no longer be written to leaves. Source: readings, "Sequences" */
export const sendDue = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${ENROLLMENT_KIND}/${ref}`], async (view) => {
    const enrollment = await view.get(ENROLLMENT_KIND, ref);
    const sequence = await view.get(SEQUENCE_KIND, enrollment?.parentId ?? '');
    const account = await view.get(ACCOUNT_KIND, sequence?.doc.accountId ?? '');
    if (enrollment === undefined || sequence === undefined || account === undefined) return {};
    const step = stepAt(sequence, enrollment.doc.currentStepIndex);
    if (step === undefined || !isActive(sequence) || !isActive(enrollment)) return {};
    const { platformIdentifier: id = '', contactName } = enrollment.doc;
    const name = contactName === undefined ? {} : { name: contactName };
    const person = participantOf({ id, ...name }, account.doc.platform);
    const known = await contactAt(view, account.id, person.id);
    if (known === undefined || known.contact.doc.isBlocked) return leave(enrollment, sequence, 'unreachable');
    if (silenceOf(known) !== undefined && sequence.doc.exitOnUnsubscribe)
      return leave(enrollment, sequence, 'unsubscribed');
    const parts = partsFor(step, valuesOf(known.contact, person.id));
    const now = desk.clock.now();
    if ('problem' in parts || silenceOf(known) !== undefined)
      return goneOn(enrollment, sequence, { now, isSent: false });
    const sent = await sendMessage(sceneIn(view, desk, sequence.teamId), {
      account,
      person,
      ...parts,
      more: { sequenceId: sequence.id },
    });
    return together([sent.changes, goneOn(enrollment, sequence, { now, isSent: sent.refusal === undefined })]);
  });

interface Gone {
  /** Milliseconds. */
  readonly now: number;
  /** Whether the message of the step went out. */
  readonly isSent: boolean;
}

/** The enrolment after a step: waiting for the next one, or at its end. */
function goneOn(enrollment: EnrollmentRecord, sequence: SequenceRecord, { now, isSent }: Gone): Changes {
  const { doc } = enrollment;
  const currentStepIndex = doc.currentStepIndex + 1;
  const isOver = currentStepIndex >= sequence.doc.steps.length;
  const after = withFields(enrollment, {
    currentStepIndex,
    ...(isSent && { stepsSent: doc.stepsSent + 1, lastStepSentAt: instantOf(now) }),
    nextStepAt: null,
    ...(isOver && { status: 'completed', exitReason: 'completed' }),
  });
  if (isOver) return { records: [after], events: [exitedEvent(after, sequence, 'completed')] };
  return together([{ records: [after] }, followUp(after, sequence, now)]);
}
