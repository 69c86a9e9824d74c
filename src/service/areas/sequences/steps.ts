/** Steps of sequences: each message goes out when its time has come, to whoever still waits for it. Begun by operations.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Desk } from '../../desk.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import { profileEvent } from '../../causes/cause.ts';
import { participantOf } from '../inbox/conversation.ts';
import { MINUTE_MS } from '../../../kernel/time.ts';
import type { DueRow, NewEvent, StoredRecord } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { sceneIn, sendMessage } from '../inbox/outgoing.ts';

/** Kind of the work that sends the next step; `ref` is the enrolment. */
export const STEP = 'sequence_step';

export const ENROLLMENT_KIND = 'sequence_enrollment';

interface Step {
  readonly delayMinutes?: number;
  readonly message?: { readonly text?: string };
  readonly template?: { readonly name?: string };
}

const stepsOf = ({ doc }: StoredRecord): readonly Step[] =>
  Array.isArray(doc['steps']) ? (doc['steps'] as Step[]) : [];

const isActive = ({ doc }: StoredRecord): boolean => doc['status'] === 'active';

/** The next step of an enrolment in its time; nothing where the sequence or the enrolment rests. @param now ms */
export function followUp(enrollment: StoredRecord, sequence: StoredRecord, now: number): Changes {
  const step = stepsOf(sequence)[Number(enrollment.doc['currentStepIndex'] ?? 0)];
  if (step === undefined || !isActive(sequence) || !isActive(enrollment)) return {};
  const dueAt = now + Math.max(0, step.delayMinutes ?? 0) * MINUTE_MS;
  return {
    records: [{ ...enrollment, doc: { ...enrollment.doc, nextStepAt: instantOf(dueAt) } }],
    due: [{ dueAt, kind: STEP, ref: enrollment.id }],
  };
}

/** Everybody who waits in a sequence goes on, now that it runs. */
export async function wakeEnrollments(view: View, sequence: StoredRecord, now: number): Promise<Changes> {
  const { teamId, id } = sequence;
  const enrollments = await view.list(ENROLLMENT_KIND, { teamId, parentId: id });
  return together(enrollments.map((one) => followUp(one, sequence, now)));
}

/** Names in double braces stand for values of the contact. */
const filled = (text: string, { doc }: StoredRecord): string =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_whole, name: string) => {
    const custom = (doc['customFields'] ?? {}) as Fields;
    const value = doc[name] ?? custom[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });

const textFor = ({ message, template }: Step, contact: StoredRecord): string | null =>
  message?.text !== undefined
    ? filled(message.text, contact)
    : template?.name === undefined
      ? null
      : `[${template.name}]`;

export const sendDue = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${ENROLLMENT_KIND}/${ref}`], async (view) => {
    const enrollment = await view.get(ENROLLMENT_KIND, ref);
    const sequence = await view.get('sequence', enrollment?.parentId ?? '');
    if (enrollment === undefined || sequence === undefined) return {};
    const account = await view.get(ACCOUNT_KIND, textOf(sequence.doc['accountId']) ?? '');
    const contact = await view.get('contact', textOf(enrollment.doc['contactId']) ?? '');
    const at = Number(enrollment.doc['currentStepIndex'] ?? 0);
    const step = stepsOf(sequence)[at];
    if (account === undefined || contact === undefined || step === undefined) return {};
    if (!isActive(sequence) || !isActive(enrollment)) return {};
    const name = textOf(contact.doc['name']);
    const id = textOf(contact.doc['platformIdentifier']) ?? contact.id;
    const person = participantOf({ id, ...(name === undefined ? {} : { name }) }, String(account.doc['platform']));
    const sent = await sendMessage(sceneIn(view, desk, sequence.teamId), {
      account: account as AccountRecord,
      person,
      text: textFor(step, contact),
      more: { sequenceId: sequence.id },
    });
    return together([sent.changes, goneOn(enrollment, sequence, desk.clock.now())]);
  });

/** The enrolment after a step: waiting for the next one, or at its end. */
function goneOn(enrollment: StoredRecord, sequence: StoredRecord, now: number): Changes {
  const { doc } = enrollment;
  const currentStepIndex = Number(doc['currentStepIndex'] ?? 0) + 1;
  const isOver = currentStepIndex >= stepsOf(sequence).length;
  const changes = {
    currentStepIndex,
    stepsSent: Number(doc['stepsSent'] ?? 0) + 1,
    lastStepSentAt: instantOf(now),
    nextStepAt: null,
    ...(isOver && { status: 'completed', exitReason: 'completed' }),
  };
  const after = { ...enrollment, doc: { ...doc, ...changes } };
  if (isOver) return { records: [after], events: [completed(after, sequence)] };
  return together([{ records: [after] }, followUp(after, sequence, now)]);
}

/** Source: EVT-124 */
function completed({ teamId, profileId, doc }: StoredRecord, sequence: StoredRecord): NewEvent {
  const payload = {
    sequence: { id: sequence.id, name: sequence.doc['name'] },
    contact: { id: doc['contactId'] },
    status: 'completed',
    reason: 'completed',
  };
  const sender = textOf(sequence.doc['accountId']);
  const owner = { teamId, profileId: sequence.profileId ?? profileId };
  return { ...profileEvent('sequence.exited', owner, payload), accountIds: sender === undefined ? [] : [sender] };
}
