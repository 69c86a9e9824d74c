/** An order with documents: one or several numbers under the review of a regulator. Next stop: review.ts. */
import { textOf } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import { commit, type Changes, type View } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { draft } from '../../../engine/draft.ts';
import { inScene } from '../../../engine/engine.ts';
import { notFound } from '../../../engine/not-found.ts';
import type { Scene } from '../../../engine/scene.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { reaches } from '../../../records/profile.ts';
import { refuse } from '../../../refuse.ts';
import { numberEvent } from '../events.ts';
import type { CountryType, NumberCountry, NumberRecord } from '../record.ts';
import { countryNamed, isPreOrderable } from '../stock/search.ts';
import { NUMBER_MONTH_CENTS } from '../../usage/offers.ts';
import { offeredIn, type Offered } from '../stock/stock.ts';
import { orderedFields } from './buy.ts';
import { isReusable } from './kyc-form.ts';
import { askedFor, submissionIn, refusalOfMissing, refusalOfUnknownFile, type Submission } from './submission.ts';
import { soldOut } from './refused.ts';
import { reviewOf } from './review.ts';

type Decided = Changes & { readonly result: Reply };

export const submitting: Handler = inScene((scene) =>
  commit(scene.desk, [`team/${scene.call.caller.teamId}`], (view) => submit(scene, view)),
);

async function submit(scene: Scene, view: View): Promise<Decided> {
  const { call, desk } = scene;
  const { body, caller } = call;
  const all = await view.list(NUMBER_KIND, { teamId: caller.teamId });
  const own = all.filter((number) => reaches(caller, number));
  const same = own.filter(({ doc }) => body['submissionId'] !== undefined && doc.submissionId === body['submissionId']);
  if (same.length > 0) return { result: answerAbout(scene, 'kyc_already_submitted', same) };
  const country = countryNamed(desk, body['country']);
  if ('refusal' in country) return { result: country.refusal };
  const quantity = body['quantity'] ?? 1;
  if (!isQuantity(quantity)) return { result: NO_QUANTITY };
  const type = typeWith(country, textOf(body['areaCode']));
  if ('refusal' in type) return { result: type.refusal };
  const submission = await submissionFor(scene, view, { country, type, own });
  return 'refusal' in submission
    ? { result: submission.refusal }
    : order(scene, view, { country, type, submission, quantity });
}

const MOST = 10;

const isQuantity = (quantity: unknown): quantity is number =>
  typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MOST;

const NO_QUANTITY = refuse('invalid_field_value', {
  param: 'quantity',
  message: `\`quantity\` is a whole number from 1 to ${String(MOST)}.`,
});

const NO_KYC = refuse('invalid_field_value', {
  param: 'country',
  message: 'Numbers in this country require no documents and can be bought directly.',
});

/** The type of the country that needs documents, and has the area code where one is named; the refusal where none does. */
export function typeWith(
  { types }: NumberCountry,
  areaCode: string | undefined,
): CountryType | { readonly refusal: Reply } {
  const asking = types.filter(isPreOrderable);
  const type = asking.find(({ areas }) => areaCode === undefined || areas.some((area) => area.areaCode === areaCode));
  return type ?? { refusal: asking.length > 0 ? refuse('AREA_CODE_UNAVAILABLE') : NO_KYC };
}

interface Ordering {
  readonly country: NumberCountry;
  readonly type: CountryType;
}

type Approved = Submission & { readonly isReused: boolean };

/** What the order rests on: the documents of the call, or those that were approved for another number. */
async function submissionFor(
  { call: { body, caller }, desk }: Scene,
  view: View,
  { country, type, own }: Ordering & { readonly own: readonly NumberRecord[] },
): Promise<Approved | { readonly refusal: Reply }> {
  const from = textOf(body['reuseFrom'] ?? body['reuseOptionId']);
  if (body['reuse'] === true || from !== undefined) {
    const fitting = own.filter(({ doc }) => doc.country === country.code && doc.numberType === type.numberType);
    const number = fitting.find((one) => isReusable(one) && (from ?? one.id) === one.id);
    if (number !== undefined) return { ...submissionIn(number.doc.submission ?? {}), isReused: true };
    const known = from === undefined || own.some(({ id }) => id === from);
    return { refusal: known ? NOTHING_APPROVED : notFound(NUMBER_KIND, { param: 'reuseFrom' }) };
  }
  const submission = submissionIn(body);
  const refusal =
    (await refusalOfUnknownFile(view, caller.teamId, submission)) ??
    refusalOfMissing(country, askedFor(desk, country, type.numberType), submission);
  return refusal === undefined ? { ...submission, isReused: false } : { refusal };
}

const NOTHING_APPROVED = refuse('invalid_resource_state', {
  message: 'There are no approved documents from an active number of this country and type.',
});

async function order(
  scene: Scene,
  view: View,
  { country, type, submission, quantity }: Ordering & { readonly submission: Approved; readonly quantity: number },
): Promise<Decided> {
  const { body } = scene.call;
  const areaCode = textOf(body['areaCode']);
  const wanted = { country: country.code, numberType: type.numberType, areaCode };
  const offers = (await offeredIn({ catalog: scene.desk.catalog, read: view }, wanted)).slice(0, quantity);
  const isPreOrder = offers.length < quantity;
  if (isPreOrder && body['preOrder'] !== true) return { result: soldOut({ ...wanted, isForWhatsapp: false }) };
  const records = Array.from({ length: quantity }, (_, at) =>
    numberFor(scene, { type, submission, offer: offers[at] }),
  );
  const sameOrder = records[0]?.id ?? '';
  const marked = records.map((record) => ({ ...record, doc: { ...record.doc, sameOrder } }));
  const due = (await Promise.all(marked.map((record) => reviewOf(view, record, scene.now)))).flat();
  const { requestId } = scene.call;
  const events = submission.isReused ? [] : marked.map((one) => ({ ...numberEvent('kyc_submitted', one), requestId }));
  const word = submission.isReused ? 'kyc_reused' : 'kyc_submitted';
  return { records: marked, due, events, result: answerAbout(scene, word, marked, isPreOrder) };
}

interface OneOrder {
  readonly type: CountryType;
  readonly submission: Approved;
  readonly offer: Offered | undefined;
}

/** Numbers on documents that were approved before wait for the carrier alone. */
function numberFor(scene: Scene, { type, submission: { isReused, ...submission }, offer }: OneOrder): NumberRecord {
  const { country, areaCode, profileId, submissionId, endUserFirstName, endUserLastName } = scene.call.body;
  return draft<typeof NUMBER_KIND>(scene, {
    country,
    areaCode,
    profileId,
    submissionId,
    endUserFirstName,
    endUserLastName,
    numberType: type.numberType,
    features: type.features,
    monthlyCents: NUMBER_MONTH_CENTS,
    ...(offer === undefined ? {} : orderedFields(offer)),
    submission,
    status: isReused ? 'provisioning' : 'pending_regulatory',
  });
}

function answerAbout({ served }: Scene, status: string, numbers: readonly NumberRecord[], isPreOrder = false): Reply {
  const [first] = numbers;
  const brief = ({ id, doc }: NumberRecord) => ({ id, status: doc.status, country: doc.country });
  return {
    status: served.status,
    body: {
      status,
      ...(isPreOrder ? { preOrder: true } : {}),
      ...(first === undefined ? {} : { phoneNumber: brief(first) }),
      numbers: numbers.map((one) => ({ ...brief(one), phoneNumber: one.doc.phoneNumber })),
    },
  };
}

export const handlers: Readonly<Record<string, Handler>> = {
  submitPhoneNumberKyc: submitting,
  submitWhatsAppNumberKyc: submitting,
};
