/** How the review of a registration of senders begins: handed to the carriers, or waiting for a person's code first. The moves are in registrations.ts. */
import { refuse, type Call, type Desk, type Handler, type Reply } from '../../call.ts';
import { iso, profileEvent } from '../../control/inbound-cause.ts';
import { phoneOf } from '../../control/number.ts';
import { digitsOf } from '../../generic/chance.ts';
import { genericHandler } from '../../generic/generic.ts';
import { blank } from '../../networks/simulated/item.ts';
import { smsRegistration } from '../../states/sms-registration.ts';
import type { DueRow, StoredRecord, Tx } from '../../store/store.ts';
import { NUMBER_KIND } from '../phone.ts';
import { REGISTRATION_KIND, told } from './registrations.ts';

/** Kind of the work that hands a registration to the carriers; `ref` is the registration. */
const HAND_OVER = 'sms_registration_review';

/** How long carriers take to look at what came in, at first. */
const UNSEEN_MS = 60_000;

/** Key of the code that a person has to confirm. */
const CODE = '$otp';

/** Feed in which everything stands that carriers deliver. */
const CARRIER = 'carrier';

const generic = (call: Call, desk: Desk): Promise<Reply> =>
  genericHandler(call.card, desk.catalog.file(call.card.area).schemas)(call, desk);

type Fields = Readonly<Record<string, unknown>>;

/** Source: SMS-03, SMS-08 */
const startSmsRegistration: Handler = async (call, desk) => {
  const reply = await generic(call, desk);
  const { registrationId } = (reply.body ?? {}) as Fields;
  if (reply.status >= 300 || typeof registrationId !== 'string') return reply;
  const awaitingOtp = call.body['registrationType'] === 'sole_prop_10dlc';
  await desk.store.transact(async (tx) => {
    const record = await tx.get(REGISTRATION_KIND, registrationId);
    if (record !== undefined) await begun(tx, desk, { record, awaitingOtp });
  });
  desk.wake();
  return { ...reply, body: { ...(reply.body as Fields), status: 'requested', awaitingOtp } };
};

async function begun(tx: Tx, desk: Desk, { record, awaitingOtp }: { record: StoredRecord; awaitingOtp: boolean }) {
  const code = digitsOf(desk.ids.record(), 6);
  const doc = { ...record.doc, status: 'requested', awaitingOtp, ...(awaitingOtp ? { [CODE]: code } : {}) };
  const after = { ...record, doc };
  await tx.put(after);
  if (!awaitingOtp) return underWay(tx, desk, after);
  const brand = (doc as Fields)['brand'] as Fields | undefined;
  const item = { nativeId: desk.ids.record(), doc: { to: brand?.['mobilePhone'] ?? brand?.['phone'] ?? null, code } };
  await tx.addFeedItem({ ...blank(CARRIER, 'code', desk.clock.now()), ...item });
  const message = 'Confirm the code that was sent to the phone of the sole proprietor.';
  await tx.emit(needsAction(after, { reason: 'otp_verification_required', message }));
}

/** Source: EVT-116 */
function needsAction({ id, teamId, profileId, doc }: StoredRecord, why: Fields) {
  const owner = profileId ?? (typeof doc['profileId'] === 'string' ? doc['profileId'] : '');
  const belonging = { teamId, profileId: owner === '' ? null : owner };
  return profileEvent('sms.registration.action_required', belonging, {
    registration: { id, profileId: owner },
    ...why,
  });
}

const underWay = (tx: Tx, desk: Desk, { id }: StoredRecord): Promise<void> =>
  tx.schedule({ dueAt: desk.clock.now() + UNSEEN_MS, kind: HAND_OVER, ref: id });

/** Carriers have it now, unless they decided already. */
async function handOver({ ref }: DueRow, desk: Desk): Promise<void> {
  await desk.store.transact(async (tx) => {
    const record = await tx.get(REGISTRATION_KIND, ref);
    if (record?.doc['status'] !== 'requested') return;
    const move = smsRegistration.move('requested', 'pending');
    if (move === undefined) return;
    const after = { ...record, doc: { ...record.doc, status: move.to, updatedAt: iso(desk.clock.now()) } };
    await tx.put(after);
    await tx.emit(told(after));
  });
  desk.wake();
}

/** Source: SMS-09 */
const verifySmsRegistrationOtp: Handler = async (call, desk) => {
  const id = call.path['id'] ?? '';
  const record = await desk.store.read.get(REGISTRATION_KIND, id);
  const isOwn = record?.teamId === call.caller.teamId;
  const code = isOwn ? record.doc[CODE] : undefined;
  if (code !== undefined && code !== String(call.body['otpPin']))
    return refuse('invalid_field_value', { param: 'otpPin', message: 'This is not the code that was sent.' });
  const reply = await generic(call, desk);
  if (reply.status >= 300 || code === undefined) return reply;
  await desk.store.transact(async (tx) => {
    const now = await tx.get(REGISTRATION_KIND, id);
    if (now?.doc[CODE] === undefined) return;
    const doc = Object.fromEntries(Object.entries(now.doc).filter(([name]) => name !== CODE));
    const after = { ...now, doc: { ...doc, status: 'requested', awaitingOtp: false } };
    await tx.put(after);
    await underWay(tx, desk, after);
  });
  desk.wake();
  return reply;
};

/** The number joins the latest registration that is approved; without one it is as the network says. */
const reuseSmsRegistrationForNumber: Handler = async (call, desk) => {
  const reply = await generic(call, desk);
  if (reply.status >= 300) return reply;
  const joined = await desk.store.transact(async (tx) => {
    const { teamId } = call.caller;
    const all = await tx.list(REGISTRATION_KIND, { teamId });
    const registration = all.findLast(({ doc }) => doc['status'] === 'approved');
    const number = await tx.get(NUMBER_KIND, call.path['id'] ?? '');
    if (registration === undefined || number === undefined) return undefined;
    const { phoneNumbers } = registration.doc;
    const numbers = new Set([...(Array.isArray(phoneNumbers) ? phoneNumbers.map(String) : []), phoneOf(number)]);
    const after = { ...registration, doc: { ...registration.doc, phoneNumbers: [...numbers] } };
    await tx.put(after);
    await tx.emit(told(after));
    return { registrationId: after.id, status: 'approved' };
  });
  desk.wake();
  return joined === undefined ? reply : { ...reply, body: { ...(reply.body as Fields), ...joined } };
};

export const handlers: Record<string, Handler> = {
  startSmsRegistration,
  verifySmsRegistrationOtp,
  reuseSmsRegistrationForNumber,
};

export const work = { [HAND_OVER]: handOver };
