/** Verifications of a location: a code goes out in the way that was chosen, and is entered before it runs out. Its end is in work.ts. */
import { textOf } from '../../../kernel/json.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import type { Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { draft, nativeId } from '../../engine/draft.ts';
import { serveIn } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import { lost } from '../../engine/scene.ts';
import { blank } from '../../networks/simulated/item.ts';
import { refuse } from '../../refuse.ts';
import { listingVerification, type ListingEvent } from '../../states/listing-verification.ts';
import { withFields } from '../../store/record.ts';
import type { Lock } from '../../store/store.ts';
import { codeFrom } from '../verify/offers.ts';
import { atPlace, type AtPlace } from './place.ts';
import { invalid } from './problems.ts';
import { isVerifiedPlace, VERIFICATION_KIND, verificationsAt, type VerificationRecord } from './verified.ts';

/** Kind of the work that ends a verification; `ref` is the verification. */
export const RUN_OUT = 'google_business_verification_end';

const CODE_LENGTH = 5;

/** How long a code is valid: a letter takes its time. */
const LIFE_MS = { ADDRESS: 30 * DAY_MS, other: DAY_MS };

const listLock = ({ scene }: AtPlace): Lock => `${VERIFICATION_KIND}/${scene.owners.account?.id ?? ''}`;

/** The verification after what happened to it; undefined where the table has no such move. */
export function afterEvent(record: VerificationRecord, event: ListingEvent): VerificationRecord | undefined {
  const move = listingVerification.move(record.doc.state, event);
  return move && withFields(record, { state: move.to });
}

const getGoogleBusinessVerifications = atPlace(async (at) => {
  const { scene, location } = at;
  const reply = await serveIn(scene, () => ({}));
  const isVerified = await isVerifiedPlace(scene, location);
  const all = await verificationsAt(scene, scene.desk.store.read);
  const hasPendingVerification = all.some(({ doc }) => doc.state === 'PENDING');
  const voiceOfMerchantState = {
    hasVoiceOfMerchant: isVerified,
    hasBusinessAuthority: isVerified,
    ...(!isVerified && { verify: { hasPendingVerification } }),
  };
  return { ...reply, body: { ...Object(reply.body), voiceOfMerchantState } };
});

/** Where the code goes; a refusal where the network offers no such way. */
function recipientOf({ scene, location }: AtPlace): string | { readonly refusal: Reply } {
  const { method, phoneNumber, emailAddress } = scene.call.body;
  const options = scene.desk.catalog.fixtures()['google_business_verification_option'] ?? [];
  const option = options.find(({ verificationMethod }) => verificationMethod === method);
  if (option === undefined)
    return { refusal: invalid('method', `This location cannot be verified by ${String(method)}.`) };
  if (method === 'EMAIL')
    return textOf(emailAddress) ?? { refusal: refuse('missing_required_field', { param: 'emailAddress' }) };
  if (method === 'ADDRESS') return String(location['address']);
  const number = textOf(option['phoneNumber']) ?? '';
  return phoneNumber === undefined || phoneNumber === number
    ? number
    : { refusal: invalid('phoneNumber', `The code is sent to the phone number of the location, ${number}.`) };
}

/** A location has one verification under way: a further one takes the place of the first. */
const startGoogleBusinessVerification = atPlace((at) => {
  const { scene, location } = at;
  const { desk, call, now, owners } = scene;
  const to = recipientOf(at);
  if (typeof to !== 'string') return to.refusal;
  return commit(desk, [listLock(at)], async (view): Promise<Changes & { result: Reply }> => {
    if (await isVerifiedPlace(scene, location)) return { result: IS_VERIFIED };
    const earlier = (await verificationsAt(scene, view)).flatMap((one) => afterEvent(one, 'replace') ?? []);
    const code = codeFrom(desk.ids.uuid(), CODE_LENGTH);
    const record = withFields(draft<typeof VERIFICATION_KIND>(scene, call.body), { code });
    const item = {
      ...blank(owners.account?.id ?? '', 'code', now),
      nativeId: nativeId(desk.ids.record()),
      doc: { to, text: `Your code for ${String(location['name'])} is ${code}.`, code },
    };
    const life = record.doc.method === 'ADDRESS' ? LIFE_MS.ADDRESS : LIFE_MS.other;
    return {
      records: [...earlier, record],
      cancelled: earlier.map(({ id }) => ({ kind: RUN_OUT, ref: id })),
      due: [{ kind: RUN_OUT, ref: record.id, dueAt: now + life }],
      feed: [item],
      result: answerOf(scene, { record: { record, counts: {} } }),
    };
  });
});

const IS_VERIFIED = refuse('invalid_resource_state', { message: 'The location is already verified.' });

const IS_OVER = refuse('invalid_resource_state', {
  message: 'This verification has ended. Start a new one.',
  param: 'verificationId',
});

/** Wrong codes that end a verification. */
const MOST_WRONG_CODES = 10;

/** The verification waits for the right code until its time is over, or the codes were too many. */
function afterWrongCode(before: VerificationRecord): Changes & { result: Reply } {
  const record = withFields(before, { wrongCodes: (before.doc.wrongCodes ?? 0) + 1 });
  const isLast = record.doc.wrongCodes === MOST_WRONG_CODES;
  const failed = isLast ? afterEvent(record, 'guess') : undefined;
  return {
    records: [failed ?? record],
    ...(failed !== undefined && { cancelled: [{ kind: RUN_OUT, ref: record.id }] }),
    result: invalid(
      'pin',
      isLast ? 'The code is wrong for the tenth time. Start a new verification.' : 'The code is wrong.',
    ),
  };
}

const completeGoogleBusinessVerification = atPlace((at) => {
  const { scene } = at;
  return commit(scene.desk, [listLock(at)], async (view): Promise<Changes & { result: Reply }> => {
    const before = await findRecord<typeof VERIFICATION_KIND>(scene, view);
    if (before?.doc.locationId !== at.locationId) return { result: lost(scene) };
    const record = afterEvent(before, 'rightCode');
    if (record === undefined) return { result: IS_OVER };
    if (before.doc.code !== scene.call.body['pin']) return afterWrongCode(before);
    return {
      records: [record],
      cancelled: [{ kind: RUN_OUT, ref: record.id }],
      result: answerOf(scene, { record: { record, counts: {} } }),
    };
  });
});

export const handlers: Readonly<Record<string, Handler>> = {
  completeGoogleBusinessVerification,
  getGoogleBusinessVerifications,
  startGoogleBusinessVerification,
};
