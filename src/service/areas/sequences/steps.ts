/** Steps of sequences: each message goes out when its time has come, to whoever still waits for it. Begun by generic/events.ts. */
import type { Desk } from '../../desk.ts';
import { iso, profileEvent, textOf, type Fields } from '../../control/inbound-cause.ts';
import { participantOf } from '../../control/inbound-conversation.ts';
import { MINUTE_MS } from '../../../kernel/time.ts';
import type { DueRow, NewEvent, StoredRecord, Tx } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { sceneIn, sendOut } from '../inbox/outgoing.ts';

/** Kind of the work that sends the next step; `ref` is the enrolment. */
const STEP = 'sequence_step';

const ENROLLMENT_KIND = 'sequence_enrollment';

interface Step {
  readonly delayMinutes?: number;
  readonly message?: { readonly text?: string };
  readonly template?: { readonly name?: string };
}

const stepsOf = ({ doc }: StoredRecord): readonly Step[] =>
  Array.isArray(doc['steps']) ? (doc['steps'] as Step[]) : [];

const isActive = ({ doc }: StoredRecord): boolean => doc['status'] === 'active';

/** Has the next step of an enrolment sent in its time; nothing where the sequence or the enrolment rests. */
export async function followUp(tx: Tx, now: number, enrollment: StoredRecord, sequence: StoredRecord): Promise<void> {
  const step = stepsOf(sequence)[Number(enrollment.doc['currentStepIndex'] ?? 0)];
  if (step === undefined || !isActive(sequence) || !isActive(enrollment)) return;
  const dueAt = now + Math.max(0, step.delayMinutes ?? 0) * MINUTE_MS;
  await tx.put({ ...enrollment, doc: { ...enrollment.doc, nextStepAt: iso(dueAt) } });
  await tx.schedule({ dueAt, kind: STEP, ref: enrollment.id });
}

/** Everybody who waits in a sequence goes on, now that it runs. */
export async function wakened(tx: Tx, now: number, sequence: StoredRecord): Promise<void> {
  const { teamId, id } = sequence;
  for (const one of await tx.list(ENROLLMENT_KIND, { teamId, parentId: id })) await followUp(tx, now, one, sequence);
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

async function sendDue({ ref }: DueRow, desk: Desk): Promise<void> {
  await desk.store.transact(async (tx) => {
    const enrollment = await tx.get(ENROLLMENT_KIND, ref);
    const sequence = await tx.get('sequence', enrollment?.parentId ?? '');
    if (enrollment === undefined || sequence === undefined) return;
    const account = await tx.get(ACCOUNT_KIND, textOf(sequence.doc['accountId']) ?? '');
    const contact = await tx.get('contact', textOf(enrollment.doc['contactId']) ?? '');
    const at = Number(enrollment.doc['currentStepIndex'] ?? 0);
    const step = stepsOf(sequence)[at];
    if (account === undefined || contact === undefined || step === undefined) return;
    if (!isActive(sequence) || !isActive(enrollment)) return;
    const name = textOf(contact.doc['name']);
    const id = textOf(contact.doc['platformIdentifier']) ?? contact.id;
    const person = participantOf({ id, ...(name === undefined ? {} : { name }) }, String(account.doc['platform']));
    await sendOut(tx, sceneIn(tx, desk, sequence.teamId), {
      account: account as AccountRecord,
      person,
      text: textFor(step, contact),
      more: { sequenceId: sequence.id },
    });
    await goneOn(tx, desk.clock.now(), { enrollment, sequence });
  });
  desk.wake();
}

/** The enrolment after a step: waiting for the next one, or at its end. */
async function goneOn(
  tx: Tx,
  now: number,
  { enrollment, sequence }: { readonly enrollment: StoredRecord; readonly sequence: StoredRecord },
): Promise<void> {
  const { doc } = enrollment;
  const currentStepIndex = Number(doc['currentStepIndex'] ?? 0) + 1;
  const isOver = currentStepIndex >= stepsOf(sequence).length;
  const changes = {
    currentStepIndex,
    stepsSent: Number(doc['stepsSent'] ?? 0) + 1,
    lastStepSentAt: iso(now),
    nextStepAt: null,
    ...(isOver && { status: 'completed', exitReason: 'completed' }),
  };
  const after = { ...enrollment, doc: { ...doc, ...changes } };
  await tx.put(after);
  if (isOver) await tx.emit(completed(after, sequence));
  else await followUp(tx, now, after, sequence);
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

export const work = { [STEP]: sendDue };
