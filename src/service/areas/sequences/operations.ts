/** Who is in a sequence: contacts are enrolled once, leave it alone or with the sequence, and go on when it runs. What they are sent is in steps.ts. */
import { textsIn } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import { commit, together, type Changes, type View } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { draft } from '../../engine/draft.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { sceneOf } from '../../engine/gather.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import type { RecordOf } from '../../store/store.ts';
import { enrolledEvent, exitedEvent } from './events.ts';
import { ENROLLMENT_KIND, isActive, SEQUENCE_KIND, type EnrollmentRecord, type SequenceRecord } from './record.ts';
import { followUp, wakeEnrollments } from './steps.ts';

const CONTACT_KIND = 'contact';

/** One contact of a call, and what became of it. */
interface Enrolled {
  readonly contactId: string;
  readonly changes?: Changes;
  readonly error?: string;
}

const enrollContacts: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  return commit(desk, [`${SEQUENCE_KIND}/${call.path['sequenceId'] ?? ''}`], async (view) => {
    const sequence = await view.get(SEQUENCE_KIND, scene.owners.parentId ?? '');
    if (sequence === undefined) return { result: notFound(SEQUENCE_KIND) };
    const there = await view.list(ENROLLMENT_KIND, { teamId: sequence.teamId, parentId: sequence.id });
    const known = new Set(there.filter(isActive).map(({ doc }) => doc.contactId));
    const enrolled: Enrolled[] = [];
    for (const contactId of new Set(textsIn(call.body['contactIds']))) {
      if (known.has(contactId)) enrolled.push({ contactId, error: 'The contact is in the sequence already.' });
      else enrolled.push(await enrolledOf(scene, view, { sequence, contactId }));
    }
    const results = enrolled.map(({ contactId, error }) =>
      error === undefined ? { contactId, success: true } : { contactId, success: false, error },
    );
    const failed = results.filter(({ success }) => !success).length;
    const result = ok({ success: true, enrolled: results.length - failed, failed, results });
    return { ...together(enrolled.map(({ changes = {} }) => changes)), result };
  });
};

async function enrolledOf(
  scene: Scene,
  view: View,
  { sequence, contactId }: { readonly sequence: SequenceRecord; readonly contactId: string },
): Promise<Enrolled> {
  const contact = await view.get(CONTACT_KIND, contactId);
  if (contact === undefined || !isReached(scene.call, contact))
    return { contactId, error: 'There is no such contact.' };
  const named = { contactId, contactName: contact.doc.name ?? null, ...addressOf(contact) };
  const record = draft<typeof ENROLLMENT_KIND>(scene, named);
  const changes = together([{ records: [record] }, followUp(record, sequence, scene.now)]);
  return {
    contactId,
    changes: { ...changes, events: [{ ...enrolledEvent(record, sequence), requestId: scene.call.requestId }] },
  };
}

const addressOf = ({ doc: { platformIdentifier } }: RecordOf<typeof CONTACT_KIND>) =>
  platformIdentifier === undefined ? {} : { platformIdentifier };

/** Whoever was still in the sequence has left it. */
const leaving: Follow = async (written, { call }, view) => {
  const gone = written.flatMap(({ before }) => (before?.kind === ENROLLMENT_KIND ? [before as EnrollmentRecord] : []));
  const events = gone.filter(isActive).map(async (one) => ({
    ...exitedEvent(one, await view.get(SEQUENCE_KIND, one.parentId ?? ''), 'unenrolled'),
    requestId: call.requestId,
  }));
  return { events: await Promise.all(events) };
};

/** Whoever waits in a sequence goes on when it runs. */
const waking: Follow<'sequence'> = async (written, { now }, view) =>
  together(
    await Promise.all(written.flatMap(({ after }) => (after === undefined ? [] : [wakeEnrollments(view, after, now)]))),
  );

export const handlers: Readonly<Record<string, Handler>> = {
  enrollContacts,
  unenrollContact: engineWith(leaving),
  deleteSequence: engineWith(leaving),
  activateSequence: engineWith(waking),
};
