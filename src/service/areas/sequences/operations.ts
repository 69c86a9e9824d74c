/** Who is in a sequence: contacts are enrolled once at a time, leave it alone or with the sequence, and go on when it runs. What they are sent is in steps.ts. */
import { textsIn } from '../../../kernel/json.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { ok } from '../../call.ts';
import { commit, together, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import { enroll } from './enrolling.ts';
import { exitedEvent } from './events.ts';
import { leave } from './leaving.ts';
import { ENROLLMENT_KIND, isActive, SEQUENCE_KIND, STEP, type EnrollmentRecord } from './record.ts';
import { wakeEnrollments } from './steps.ts';

const CONTACT_KIND = 'contact';

/** One contact of a call, and what became of it. */
interface Enrolled {
  readonly contactId: string;
  readonly changes?: Changes;
  readonly error?: string;
}

/** Source: AUT-05; readings, "Sequences" */
const enrollContacts = ({ call, desk, owners, now }: Scene): Promise<Reply> =>
  commit(desk, [`${SEQUENCE_KIND}/${owners.parentId ?? ''}`], async (view): Promise<Changes & { result: Reply }> => {
    const sequence = await view.get(SEQUENCE_KIND, owners.parentId ?? '');
    if (sequence === undefined) return { result: notFound(SEQUENCE_KIND) };
    const within = { read: view, ids: desk.ids, now, teamId: sequence.teamId };
    const channelIds = textsIn(call.body['channelIds']);
    const enrolled: Enrolled[] = [];
    for (const [index, contactId] of [...new Set(textsIn(call.body['contactIds']))].entries()) {
      const contact = await view.get(CONTACT_KIND, contactId);
      const entered =
        contact === undefined || !isReached(call, contact)
          ? { problem: 'There is no such contact.' }
          : await enroll(within, { sequence, contact, channelId: channelIds[index] });
      enrolled.push(
        'problem' in entered ? { contactId, error: entered.problem } : { contactId, changes: entered.changes },
      );
    }
    const results = enrolled.map(({ contactId, error }) =>
      error === undefined ? { contactId, success: true } : { contactId, success: false, error },
    );
    const failed = results.filter(({ success }) => !success).length;
    const { events = [], ...changes } = together(enrolled.map(({ changes: one = {} }) => one));
    return {
      ...changes,
      events: events.map((event) => ({ ...event, requestId: call.requestId })),
      result: ok({ success: true, enrolled: results.length - failed, failed, results }),
    };
  });

/** The enrollment stays, with the reason. Source: AUT-05; readings, "Sequences" */
const unenrollContact = ({ call, desk, owners }: Scene): Promise<Reply> =>
  commit(desk, [`${SEQUENCE_KIND}/${owners.parentId ?? ''}`], async (view): Promise<Changes & { result: Reply }> => {
    const sequence = await view.get(SEQUENCE_KIND, owners.parentId ?? '');
    if (sequence === undefined) return { result: notFound(SEQUENCE_KIND) };
    const where = { contactId: call.path['contactId'] ?? '' };
    const enrollment = (await view.list(ENROLLMENT_KIND, { parentId: sequence.id, where })).find(isActive);
    if (enrollment === undefined) return { result: notFound(ENROLLMENT_KIND) };
    const { events = [], ...changes } = leave(enrollment, sequence, 'unenrolled');
    return {
      ...changes,
      events: events.map((event) => ({ ...event, requestId: call.requestId })),
      result: ok({ success: true }),
    };
  });

/** Whoever was still in a sequence that is deleted has left it. */
const leaving: Follow = async (written, { call }, view) => {
  const gone = written.flatMap(({ before }) => (before?.kind === ENROLLMENT_KIND ? [before as EnrollmentRecord] : []));
  const events = gone.filter(isActive).map(async (one) => ({
    ...exitedEvent(one, await view.get(SEQUENCE_KIND, one.parentId ?? ''), 'unenrolled'),
    requestId: call.requestId,
  }));
  return { events: await Promise.all(events), cancelled: gone.map(({ id }) => ({ kind: STEP, ref: id })) };
};

/** A sequence writes on the platform of its account. */
const judgeNew: Follow<'sequence'> = (_written, { call, owners: { account } }) => {
  const { platform } = call.body;
  if (account !== undefined && platform !== account.doc.platform) {
    const message = `The account is on ${platformLabel(account.doc.platform)}, not on ${platformLabel(String(platform))}.`;
    return { refusal: refuse('invalid_field_value', { param: 'platform', message }) };
  }
  return {};
};

/** Whoever waits in a sequence goes on when it runs, from where it was; a sequence that says nothing does not run. */
const waking: Follow<'sequence'> = async ([{ before, after } = {}], { now }, view) => {
  if (after === undefined || before?.doc.status === 'active') return {};
  const silent = after.doc.steps.findIndex(({ message, template }) => !message?.text && template?.name === undefined);
  if (after.doc.steps.length > 0 && silent < 0) return wakeEnrollments(view, after, now);
  const param = silent < 0 ? 'steps' : `steps[${String(silent)}]`;
  const message = silent < 0 ? 'The sequence has no steps.' : 'The step has neither a message nor a template.';
  return { refusal: refuse('missing_required_field', { param, message }) };
};

export const handlers: Readonly<Record<string, Handler>> = {
  createSequence: engineWith(judgeNew),
  enrollContacts: inScene(enrollContacts),
  unenrollContact: inScene(unenrollContact),
  deleteSequence: engineWith(leaving),
  activateSequence: engineWith(waking),
};
