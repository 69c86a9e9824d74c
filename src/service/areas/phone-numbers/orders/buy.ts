/** Buying a number that needs no documents: out of the stock, once for a key of the caller's choice. Next stop: review.ts. */
import { CHANNEL } from '../../../../platforms/number-channels.ts';
import { textOf } from '../../../../kernel/json.ts';
import { ok, type Reply } from '../../../call.ts';
import { commit, type Changes, type View } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { answerOf } from '../../../engine/answer.ts';
import { draft } from '../../../engine/draft.ts';
import { inScene } from '../../../engine/engine.ts';
import type { Scene } from '../../../engine/scene.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { refuse } from '../../../refuse.ts';
import type { CountryType, NumberCountry, NumberRecord } from '../record.ts';
import { NUMBER_MONTH_CENTS } from '../../usage/offers.ts';
import { countryNamed, isPreOrderable } from '../stock/search.ts';
import { offeredIn, type Offered, type Wanted } from '../stock/stock.ts';
import { withFields } from '../../../store/record.ts';
import { isPaidUpFront } from './payment.ts';
import { CHECKOUT_PAGE } from '../paths.ts';
import { noSuchType, soldOut } from './refused.ts';
import { reviewOf } from './review.ts';

type Decided = Changes & { readonly result: Reply };

const buying: Handler = inScene((scene) =>
  commit(scene.desk, [`team/${scene.call.caller.teamId}`], (view) => buyFor(scene, view)),
);

async function buyFor(scene: Scene, view: View): Promise<Decided> {
  const { call, desk } = scene;
  const own = await view.list(NUMBER_KIND, { teamId: call.caller.teamId });
  const same = own.find(({ doc }) => isSent(call.body['purchaseIntentId'], doc.purchaseIntentId));
  if (same !== undefined) return { result: alreadyBought(same) };
  const named = textOf(call.body['phoneNumber']);
  const offers = await offeredIn({ catalog: desk.catalog, read: view }, { phoneNumber: named });
  const country = countryNamed(desk, call.body['country'] ?? (named === undefined ? undefined : offers[0]?.country));
  if ('refusal' in country) return { result: country.refusal };
  const repeated = own.some((one) => isRepeated(one, { scene, country: country.code }));
  if (repeated && call.body['allowMultiple'] !== true) return { result: refuse('PURCHASE_VELOCITY') };
  return chosenOf(scene, view, { country, offers });
}

const isSent = (sent: unknown, kept: unknown): boolean => sent !== undefined && sent === kept;

const alreadyBought = ({ id, doc, profileId }: NumberRecord): Reply =>
  ok({ status: 'already_purchased', numberId: id, phoneNumber: doc.phoneNumber, profileId });

const ON_ITS_WAY: readonly string[] = ['pending_payment', 'provisioning'];

/** A second order that names no number, while one for the same profile and country is on its way, is taken for a mistake. */
function isRepeated(
  { profileId, doc }: NumberRecord,
  { scene: { call }, country }: { readonly scene: Scene; readonly country: string },
): boolean {
  const { phoneNumber, purchaseIntentId, profileId: wanted } = call.body;
  if (phoneNumber !== undefined || purchaseIntentId !== undefined) return false;
  return profileId === wanted && doc.country === country && ON_ITS_WAY.includes(doc.status);
}

interface Shelf {
  readonly country: NumberCountry;
  readonly offers: readonly Offered[];
}

async function chosenOf(scene: Scene, view: View, { country, offers }: Shelf): Promise<Decided> {
  const { body } = scene.call;
  const wanted = wantedIn(scene, country);
  const types = country.types.filter((type) => fitsType(type, wanted));
  const [first] = types;
  if (first === undefined) return { result: noSuchType(country, wanted) };
  const own = wanted.phoneNumber === undefined ? undefined : offers.find((one) => one.country === country.code);
  const open = types.filter(
    (type) => !isPreOrderable(type) && (own === undefined || type.numberType === own.numberType),
  );
  if (open.length === 0)
    return { result: kycRequired(scene, country, own === undefined ? first : typeOf(country, own)) };
  const fitting = await offeredIn({ catalog: scene.desk.catalog, read: view }, wanted);
  const offer = fitting.find(({ numberType }) => open.some((type) => type.numberType === numberType));
  return offer === undefined
    ? { result: soldOut({ ...wanted, isForWhatsapp: body['wantsWhatsapp'] === true }) }
    : order(scene, view, offer);
}

const typeOf = ({ types }: NumberCountry, { numberType }: Offered): CountryType | undefined =>
  types.find((type) => type.numberType === numberType);

const wantedIn = ({ call: { body } }: Scene, { code }: NumberCountry) => ({
  country: code,
  numberType: textOf(body['numberType']),
  areaCode: textOf(body['areaCode']),
  phoneNumber: textOf(body['phoneNumber']),
  features: [
    ...(body['wantsSms'] === true ? [CHANNEL.texts] : []),
    ...(body['wantsWhatsapp'] === true || body['connectWhatsapp'] === true ? [CHANNEL.whatsapp] : []),
  ],
});

const fitsType = ({ numberType, areas }: CountryType, wanted: Wanted): boolean =>
  (wanted.numberType ?? numberType) === numberType &&
  (wanted.areaCode === undefined || areas.some(({ areaCode }) => areaCode === wanted.areaCode));

/** Nothing is ordered: the documents come first. Source: NUM-14 */
const kycRequired = ({ call, desk }: Scene, { code }: NumberCountry, type: CountryType | undefined): Reply => {
  const wanted = { country: code, ...(type === undefined ? {} : { numberType: type.numberType }) };
  const form = desk.catalog.card('getPhoneNumberKycForm').path;
  const kycUrl = `${call.origin}${form}?${new URLSearchParams(wanted).toString()}`;
  return { status: 202, body: { status: 'kyc_required', ...wanted, kycUrl } };
};

async function order(scene: Scene, view: View, offer: Offered): Promise<Decided> {
  const { call, desk } = scene;
  const record = draft<typeof NUMBER_KIND>(scene, { ...call.body, ...orderedFields(offer) });
  if (isPaidUpFront(await desk.plan.of(call.caller.teamId))) return owed(scene, record);
  const due = await reviewOf(view, record, scene.now);
  return { records: [record], due, result: answerOf(scene, { record: { record, counts: {} } }) };
}

/** The order waits for its payment, and the number is reserved meanwhile. */
const owed = ({ call, served }: Scene, record: NumberRecord): Decided => ({
  records: [withFields(record, { status: 'pending_payment' })],
  result: {
    status: served.status,
    body: {
      message: 'The number is reserved. It is provisioned once it is paid for.',
      checkoutUrl: `${call.origin}${CHECKOUT_PAGE}/${record.id}`,
    },
  },
});

/** What an order takes from the stock. */
export const orderedFields = ({ phoneNumber, country, numberType, areaCode, features }: Offered) => ({
  phoneNumber,
  country,
  numberType,
  areaCode,
  features,
  monthlyCents: NUMBER_MONTH_CENTS,
});

export const handlers: Readonly<Record<string, Handler>> = {
  createPhoneNumber: buying,
  purchasePhoneNumber: buying,
  purchaseWhatsAppPhoneNumber: buying,
};
