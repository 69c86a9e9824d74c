/** How the review of a registration of senders begins: handed to the carriers, or waiting for a person's code first. The moves are in registrations.ts. */
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { profileEvent } from '../../control/inbound-cause.ts';
import { phoneOf } from '../../control/number.ts';
import { digitsOf } from '../../generic/chance.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { StoredRecord, Tx } from '../../store/store.ts';
import { generic } from '../../generic/checked.ts';
import { CARRIER_FEED, NUMBER_KIND } from '../../records/phone.ts';
import { REGISTRATION_KIND, told } from './registrations.ts';

/** Key of the code that a person has to confirm. */
const CODE = '$otp';

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
  return { ...reply, body: { ...(reply.body as Fields), status: 'pending', awaitingOtp } };
};

async function begun(tx: Tx, desk: Desk, { record, awaitingOtp }: { record: StoredRecord; awaitingOtp: boolean }) {
  const code = digitsOf(desk.ids.record(), 6);
  const doc = { ...record.doc, status: 'pending', awaitingOtp, ...(awaitingOtp ? { [CODE]: code } : {}) };
  const after = { ...record, doc };
  await tx.put(after);
  if (!awaitingOtp) {
    await tx.emit(told(after));
    return;
  }
  const brand = (doc as Fields)['brand'] as Fields | undefined;
  const item = { nativeId: desk.ids.record(), doc: { to: brand?.['mobilePhone'] ?? brand?.['phone'] ?? null, code } };
  await tx.addFeedItem({ ...blank(CARRIER_FEED, 'code', desk.clock.now()), ...item });
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
    const after = { ...now, doc: { ...doc, status: 'pending', awaitingOtp: false } };
    await tx.put(after);
    await tx.emit(told(after));
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
