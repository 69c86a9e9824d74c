/** How the review of a registration of senders begins: handed to the carriers, or waiting for a person's code first. The moves are in registrations.ts. */
import { type Fields, isFields } from '../../../kernel/json.ts';
import { profileEvent } from '../../causes/cause.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow, Followed } from '../../engine/follow.ts';
import type { Scene } from '../../engine/scene.ts';
import { blank } from '../../networks/simulated/item.ts';
import { CARRIER_FEED } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import type { FeedItem, NewEvent, StoredRecord } from '../../store/store.ts';
import { codeFrom } from '../verify/offers.ts';
import { ownerOf, statusEvent } from './registrations.ts';

/** Field of the code that a person has to confirm; it is never read. */
const CODE = 'otpCode';

const CODE_LENGTH = 6;

/** Source: SMS-03, SMS-08 */
const begin: Follow = ([{ after } = {}], scene) => {
  if (after === undefined) return {};
  const brand = partOf(after, 'brand');
  const tollFree = partOf(after, 'tollFree');
  const doc = {
    phoneNumbers: tollFree['phoneNumbers'] ?? [],
    displayName: brand['displayName'] ?? tollFree['businessName'] ?? null,
    ...after.doc,
  };
  const record = { ...after, doc };
  return after.doc['registrationType'] === 'sole_prop_10dlc'
    ? awaitCode(record, scene)
    : { records: [record], events: [statusEvent(record)] };
};

const partOf = ({ doc }: StoredRecord, name: string): Fields => (isFields(doc[name]) ? doc[name] : {});

/** The code goes to the phone of the person, and the review waits for it. */
function awaitCode(record: StoredRecord, scene: Scene): Followed {
  const code = codeFrom(scene.desk.ids.record(), CODE_LENGTH);
  const after = { ...record, doc: { ...record.doc, awaitingOtp: true, [CODE]: code } };
  return { records: [after], feed: [codeItem(after, scene)], events: [codeEvent(after)] };
}

function codeItem(record: StoredRecord, { desk, now }: Scene): FeedItem {
  const brand = partOf(record, 'brand');
  const to = brand['mobilePhone'] ?? brand['phone'] ?? null;
  return {
    ...blank(CARRIER_FEED, 'code', now),
    nativeId: desk.ids.record(),
    doc: { to, code: record.doc[CODE] },
  };
}

/** Source: EVT-116 */
function codeEvent(record: StoredRecord): NewEvent {
  const { registration, belonging } = ownerOf(record);
  const message = 'Confirm the code that was sent to the phone of the sole proprietor.';
  const payload = { registration, reason: 'otp_verification_required', message };
  return profileEvent('sms.registration.action_required', belonging, payload);
}

/** Source: SMS-09 */
const confirm: Follow = ([{ before, after } = {}], { call }) => {
  const code = before?.doc[CODE];
  if (after === undefined || code === undefined) return { refusal: NO_CODE };
  if (code !== String(call.body['otpPin']).trim()) return { refusal: WRONG_CODE };
  const doc = Object.fromEntries(Object.entries(after.doc).filter(([name]) => name !== CODE));
  const record = { ...after, doc };
  return { records: [record], events: [statusEvent(record)] };
};

const NO_CODE = refuse('invalid_resource_state', { message: 'This registration waits for no code.' });

const WRONG_CODE = refuse('invalid_field_value', {
  param: 'otpPin',
  message: 'This is not the code that was sent.',
});

/** The same code once more. */
const resend: Follow = ([{ after } = {}], scene) =>
  after?.doc[CODE] === undefined ? { refusal: NO_CODE } : { feed: [codeItem(after, scene)] };

export const handlers: Record<string, Handler> = {
  startSmsRegistration: engineWith(begin),
  verifySmsRegistrationOtp: engineWith(confirm),
  resendSmsRegistrationOtp: engineWith(resend),
};
