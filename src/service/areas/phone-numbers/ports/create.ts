/** Ordering a port: its numbers and documents are judged, and every losing carrier gets an order of its own. Next stop: course.ts. */
import { type Fields, fieldsIn, isFields, textOf, textsIn } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import { commit, type Changes, type View } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { draft } from '../../../engine/draft.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import { moveRefusal } from '../../../engine/moves.ts';
import type { Scene } from '../../../engine/scene.ts';
import { phoneProblem } from '../../../records/phone.ts';
import { refuse } from '../../../refuse.ts';
import { portIn } from '../../../states/port-in.ts';
import { countryIn, type PORT_IN_KIND, type PortInRecord } from '../record.ts';
import { checkNumbers, type Checked } from './check.ts';
import { PORT, workOn } from './course.ts';
import { missingFrom } from './requirements.ts';

type Decided = Changes & { readonly result: Reply };

const createPhoneNumberPortIn: Handler = inScene((scene) =>
  commit(scene.desk, [`team/${scene.call.caller.teamId}`], (view) => order(scene, view)),
);

async function order(scene: Scene, view: View): Promise<Decided> {
  const { call, desk } = scene;
  const numbers = [...new Set(textsIn(call.body['phoneNumbers']))];
  const checked = await checkNumbers(numbers, desk, { teamId: call.caller.teamId, read: view });
  const refusal =
    refusalOfNumbers(checked) ?? refusalOfOwner(scene, checked) ?? (await refusalOfDocuments(scene, view));
  if (refusal !== undefined) return { result: refusal };
  const carriers = [...new Set(checked.map(({ carrier }) => carrier?.name))];
  const orders = carriers.map((name) =>
    orderOf(
      scene,
      checked.filter(({ carrier }) => carrier?.name === name),
    ),
  );
  const due = (await Promise.all(orders.map((order) => workOn(view, order, scene.now)))).flat();
  return { records: orders, due, result: answerAbout(scene, orders) };
}

/** Source: NUM-03, NUM-06 */
function refusalOfNumbers(checked: readonly Checked[]): Reply | undefined {
  const wrong = checked.filter(({ notPortableReason }) => notPortableReason !== null);
  const [first] = wrong;
  if (checked.length > 0 && first === undefined) return undefined;
  const errors = wrong.map(({ phoneNumber, notPortableReason }) => ({ phoneNumber, reason: notPortableReason }));
  const message = first?.notPortableReason ?? 'A port-in needs at least one number.';
  return refuse('invalid_field_value', { param: 'phoneNumbers', message, details: { errors } });
}

/** The numbers are in the country of their owner, and the day is still to come. */
function refusalOfOwner({ call, now }: Scene, checked: readonly Checked[]): Reply | undefined {
  const { endUser, focDatetimeRequested } = call.body;
  const owner = isFields(endUser) ? endUser : {};
  const elsewhere = checked.find(({ dialled }) => dialled?.country !== owner['countryCode']);
  if (elsewhere !== undefined)
    return refuse('invalid_field_value', {
      param: 'endUser.countryCode',
      message: `${elsewhere.phoneNumber} is a number in ${elsewhere.dialled?.country ?? 'no known country'}.`,
    });
  const billing = textOf(owner['billingPhoneNumber']);
  const problem = billing === undefined ? undefined : phoneProblem('endUser.billingPhoneNumber', billing);
  if (problem !== undefined || focDatetimeRequested === undefined) return problem;
  return Date.parse(String(focDatetimeRequested)) > now ? undefined : NO_DAY;
}

const NO_DAY = refuse('invalid_field_value', {
  param: 'focDatetimeRequested',
  message: '`focDatetimeRequested` is a time to come, as an ISO 8601 instant.',
});

/** What a document was uploaded as, by the field that names it. */
const DOCUMENT_KINDS = { loaDocumentId: 'loa', invoiceDocumentId: 'invoice' } as const;

/** That they exist was looked at before; one that was uploaded as something else is refused. Source: NUM-08 */
async function refusalOfDocuments({ call }: Scene, view: View): Promise<Reply | undefined> {
  for (const [param, wanted] of Object.entries(DOCUMENT_KINDS)) {
    const { kind } = (await view.get('port_in_document', String(call.body[param])))?.doc ?? {};
    if (kind !== undefined && kind !== wanted)
      return refuse('invalid_field_value', { param, message: `This document was uploaded as \`${kind}\`.` });
  }
  return undefined;
}

function orderOf(scene: Scene, checked: readonly Checked[]): PortInRecord {
  const { body } = scene.call;
  const country = countryIn(scene.desk.catalog, checked[0]?.dialled?.country ?? '');
  const given: Fields = {
    ...body,
    phoneNumbers: checked.map(({ phoneNumber }) => phoneNumber),
    fastPortEligible: checked.every(({ carrier }) => carrier?.isFast === true),
    country: country?.code,
  };
  const order = draft<typeof PORT_IN_KIND>(scene, given);
  const isWhole = missingFrom(country, fieldsIn(body['requirements'])).length === 0;
  return isWhole ? order : { ...order, doc: { ...order.doc, status: 'draft', submittedAt: null } };
}

/** The first order, with all of them where there are several. */
function answerAbout({ served }: Scene, orders: readonly PortInRecord[]): Reply {
  const all = orders.map(({ id, doc }) => ({ id, status: doc.status, phoneNumbers: doc.phoneNumbers ?? [] }));
  return { status: served.status, body: { ...all[0], ...(all.length > 1 ? { orders: all } : {}) } };
}

/** Source: ASM-16 */
const cancelPhoneNumberPortIn = engineWith(([moved = {}]) => ({
  refusal: moveRefusal(portIn, 'cancel', moved),
  cancelled: [{ kind: PORT, ref: moved.before?.id ?? '' }],
}));

export const handlers: Readonly<Record<string, Handler>> = { createPhoneNumberPortIn, cancelPhoneNumberPortIn };
