/** What a reviewer asks of an ordered number, and how it is answered. A number that was declined is past that. Next stop: review.ts. */
import { type Fields, fieldsIn, textOf } from '../../../../kernel/json.ts';
import { ok, type Reply } from '../../../call.ts';
import { commit, type Changes, type View } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { findRecord } from '../../../engine/find.ts';
import { inScene } from '../../../engine/engine.ts';
import { notFound } from '../../../engine/not-found.ts';
import { lost, type Scene } from '../../../engine/scene.ts';
import { blank } from '../../../networks/simulated/item.ts';
import { CARRIER_FEED, NUMBER_KIND } from '../../../records/phone.ts';
import { reaches } from '../../../records/profile.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { FeedItem } from '../../../store/store.ts';
import { countryIn, type NumberRecord } from '../record.ts';
import { movedBy } from './moves.ts';
import {
  askedFor,
  formFields,
  isEmpty,
  submissionIn,
  refusalOfUnknownFile,
  withSubmission,
  type Submission,
} from './submission.ts';
import { reviewOf } from './review.ts';

type Decided = Changes & { readonly result: Reply };

/** Finds the number of the path, then decides about it. */
const about =
  (decide: (number: NumberRecord, scene: Scene, view: View) => Promise<Decided>): Handler =>
  (call, desk) =>
    inScene((scene) =>
      commit(desk, [`team/${call.caller.teamId}`], async (view) => {
        const number = await findRecord<typeof NUMBER_KIND>(scene, view);
        return number === undefined ? { result: lost(scene) } : decide(number, scene, view);
      }),
    )(call, desk);

const getPhoneNumberRemediation: Handler = async (call, desk) => {
  const number = await desk.store.read.get(NUMBER_KIND, call.path['id'] ?? '');
  if (number === undefined || !reaches(call.caller, number)) return notFound(NUMBER_KIND);
  const { country: code = '', numberType, actionReason, regulatoryDeclineReason = null } = number.doc;
  const country = countryIn(desk.catalog, code);
  const asked = actionReason === undefined || country === undefined ? [] : askedFor(desk, country, numberType);
  return ok({
    country: code,
    ...(numberType === undefined ? {} : { numberType }),
    declineReason: actionReason ?? regulatoryDeclineReason,
    fields: formFields(asked),
  });
};

/** Source: NUM-21 */
const remediating = about(async (number, scene, view) => {
  const submission = submissionIn(scene.call.body);
  const refusal =
    refusalOfUnasked(number) ??
    (isEmpty(submission) ? NOTHING_NEW : await refusalOfUnknownFile(view, number.teamId, submission));
  if (refusal !== undefined) return { result: refusal };
  const { record, ...changes } = await resubmit(number, submission, { scene, view });
  return { ...changes, result: ok({ status: 'kyc_submitted', phoneNumber: brief(record) }) };
});

const refusalOfUnasked = ({ doc }: NumberRecord): Reply | undefined =>
  doc.actionReason === undefined
    ? refuse('invalid_resource_state', {
        message: `Nothing is requested for this number; its status is ${doc.status}.`,
      })
    : undefined;

const NOTHING_NEW = refuse('missing_required_field', {
  param: 'documents',
  message: 'Send what the review asks for: values, documents, or an address.',
});

const brief = ({ id, doc }: NumberRecord) => ({ id, status: doc.status });

interface Around {
  readonly scene: Scene;
  readonly view: View;
}

/** The number in review again, with its submission as they are now. */
async function resubmit(number: NumberRecord, submission: Submission, { scene, view }: Around) {
  const { requestId } = scene.call;
  const moved = movedBy(number, { event: 'kyc_submitted', at: scene.now }) ?? { record: number, events: [] };
  const kept = { ...withSubmission(submissionIn(number.doc.submission ?? {}), submission) };
  const record = withFields(moved.record, { submission: kept });
  const due = await reviewOf(view, record, scene.now);
  return { record, records: [record], due, events: moved.events.map((event) => ({ ...event, requestId })) };
}

const replying = about(async (number, scene) => {
  const refusal = refusalOfDecided(number) ?? refusalOfSilence(scene.call.body, 'text');
  if (refusal !== undefined) return { result: refusal };
  const attachments = fieldsIn(scene.call.body['attachments']);
  const feed = letterTo(number, scene, textOf(scene.call.body['text']));
  return { feed, result: ok({ posted: true, attachments: attachments.length }) };
});

const UNDER_REVIEW: readonly string[] = ['provisioning', 'pending_regulatory', 'verifying'];

const refusalOfDecided = ({ doc }: NumberRecord): Reply | undefined =>
  UNDER_REVIEW.includes(doc.status)
    ? undefined
    : refuse('invalid_resource_state', { message: `A number with the status ${doc.status} is not under review.` });

const refusalOfSilence = (body: Fields, name: string): Reply | undefined =>
  (textOf(body[name]) ?? '').trim() === '' && fieldsIn(body['attachments']).length === 0
    ? refuse('missing_required_field', { param: name, message: `Send a \`${name}\`, attachments, or both.` })
    : undefined;

/** What a reviewer gets, in the feeds of the number and of the carrier. */
function letterTo({ id }: NumberRecord, { call, desk, now }: Scene, text: string | undefined): FeedItem[] {
  const attachments = fieldsIn(call.body['attachments']).map(({ filename }) => filename);
  const nativeId = desk.ids.record();
  const doc = { to: 'reviewer', text: text ?? null, attachments };
  return [id, CARRIER_FEED].map((place) => ({ ...blank(place, 'message', now), nativeId, doc }));
}

/** Answers and hands in at once; numbers of the same order that wait for the same go along. */
const responding = about(async (number, scene, view) => {
  const { body } = scene.call;
  const submission = submissionIn(body);
  if (isEmpty(submission) && textOf(body['entityType']) === undefined) return answered(number, scene);
  const refusal = refusalOfUnasked(number) ?? (await refusalOfUnknownFile(view, number.teamId, submission));
  if (refusal !== undefined) return { result: refusal };
  const all = await view.list(NUMBER_KIND, { teamId: number.teamId });
  const siblings = all.filter((one) => one.id !== number.id && isWaitingWith(number, one));
  const around = { scene, view };
  const done = [];
  for (const one of [number, ...siblings]) done.push(await resubmit(one, submission, around));
  const [first] = done;
  return {
    records: done.map(({ record }) => record),
    due: done.flatMap(({ due }) => due),
    events: done.flatMap(({ events }) => events),
    feed: letterTo(number, scene, textOf(body['message'])),
    result: ok({
      status: 'resubmitted',
      posted: true,
      phoneNumber: brief(first?.record ?? number),
      siblingsResubmitted: siblings.length,
    }),
  };
});

const isWaitingWith = ({ doc }: NumberRecord, other: NumberRecord): boolean =>
  doc.sameOrder !== undefined && other.doc.sameOrder === doc.sameOrder && other.doc.actionReason !== undefined;

function answered(number: NumberRecord, scene: Scene): Decided {
  const refusal = refusalOfDecided(number) ?? refusalOfSilence(scene.call.body, 'message');
  if (refusal !== undefined) return { result: refusal };
  const feed = letterTo(number, scene, textOf(scene.call.body['message']));
  return { feed, result: ok({ status: 'replied', posted: true, phoneNumber: brief(number), siblingsResubmitted: 0 }) };
}

export const handlers: Readonly<Record<string, Handler>> = {
  getPhoneNumberRemediation,
  getWhatsAppNumberRemediation: getPhoneNumberRemediation,
  remediatePhoneNumber: remediating,
  remediateWhatsAppNumber: remediating,
  replyToPhoneNumberReviewer: replying,
  respondToPhoneNumberReviewer: responding,
};
