/** How the review of a registration of senders begins: handed to the carriers, or waiting for a person's code first. The moves are in registrations.ts. */
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type Changes } from '../../change.ts';
import { profileEvent } from '../../causes/cause.ts';
import { phoneOf } from '../phone-numbers/number.ts';
import { digitsOf } from '../../networks/chance.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { StoredRecord } from '../../store/store.ts';
import { generic } from '../../generic/checked.ts';
import { layKind } from '../../generic/lay-kind.ts';
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
  await commit(desk, [`${REGISTRATION_KIND}/${registrationId}`], async (view) => {
    const record = await view.get(REGISTRATION_KIND, registrationId);
    return record === undefined ? {} : begun(desk, record, awaitingOtp);
  });
  return { ...reply, body: { ...(reply.body as Fields), status: 'pending', awaitingOtp } };
};

/** The review begins, or waits for the code on a person's phone. */
function begun(desk: Desk, record: StoredRecord, awaitingOtp: boolean): Changes {
  const code = digitsOf(desk.ids.record(), 6);
  const doc = { ...record.doc, status: 'pending', awaitingOtp, ...(awaitingOtp ? { [CODE]: code } : {}) };
  const after = { ...record, doc };
  if (!awaitingOtp) return { records: [after], events: [told(after)] };
  const brand = (doc as Fields)['brand'] as Fields | undefined;
  const item = { nativeId: desk.ids.record(), doc: { to: brand?.['mobilePhone'] ?? brand?.['phone'] ?? null, code } };
  const message = 'Confirm the code that was sent to the phone of the sole proprietor.';
  return {
    records: [after],
    feed: [{ ...blank(CARRIER_FEED, 'code', desk.clock.now()), ...item }],
    events: [needsAction(after, { reason: 'otp_verification_required', message })],
  };
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
  // Without a code that is awaited there is nothing to decide.
  if (codeOf(await desk.store.read.get(REGISTRATION_KIND, id), call) === undefined) return generic(call, desk);
  return commit<Reply>(desk, [`${REGISTRATION_KIND}/${id}`], async (view) => {
    const record = await view.get(REGISTRATION_KIND, id);
    const code = codeOf(record, call);
    if (record === undefined || code === undefined || code !== String(call.body['otpPin']))
      return {
        result: refuse('invalid_field_value', { param: 'otpPin', message: 'This is not the code that was sent.' }),
      };
    const doc = Object.fromEntries(Object.entries(record.doc).filter(([name]) => name !== CODE));
    const after = { ...record, doc: { ...doc, status: 'pending', awaitingOtp: false } };
    return { records: [after], events: [told(after)], result: ok({ verified: true }) };
  });
};

/** The code that the registration waits for; undefined for one of another team, and once it was given. */
const codeOf = (record: StoredRecord | undefined, { caller }: Call): unknown =>
  record?.teamId === caller.teamId ? record.doc[CODE] : undefined;

/** The number joins the latest registration that is approved; without one it is as the network says. */
const reuseSmsRegistrationForNumber: Handler = async (call, desk) => {
  await layKind(call, desk, NUMBER_KIND);
  const { teamId } = call.caller;
  const joined = await commit<Reply | undefined>(desk, [`team/${teamId}`], async (view) => {
    const all = await view.list(REGISTRATION_KIND, { teamId });
    const registration = all.findLast(({ doc }) => doc['status'] === 'approved');
    const number = await view.get(NUMBER_KIND, call.path['id'] ?? '');
    if (registration === undefined || number?.teamId !== teamId) return { result: undefined };
    const { phoneNumbers } = registration.doc;
    const numbers = new Set([...(Array.isArray(phoneNumbers) ? phoneNumbers.map(String) : []), phoneOf(number)]);
    const after = { ...registration, doc: { ...registration.doc, phoneNumbers: [...numbers] } };
    const result = ok({ registrationId: after.id, status: 'approved' });
    return { records: [after], events: [told(after)], result };
  });
  return joined ?? generic(call, desk);
};

export const handlers: Record<string, Handler> = {
  startSmsRegistration,
  verifySmsRegistrationOtp,
  reuseSmsRegistrationForNumber,
};
