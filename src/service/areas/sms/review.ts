/** How the review of a registration of senders begins: handed to the carriers, or waiting for a person's code first. The moves are in registrations.ts. */
import { without } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow, Followed } from '../../engine/follow.ts';
import type { Scene } from '../../engine/scene.ts';
import { blank } from '../../networks/simulated/item.ts';
import { CARRIER_FEED, NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { defaultProfile } from '../../records/profile.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem, NewEvent, Reader } from '../../store/store.ts';
import { phoneOf } from '../phone-numbers/offers.ts';
import { codeFrom } from '../verify/offers.ts';
import { reviewOf } from './deciding.ts';
import { actionEvent, statusEvent } from './events.ts';
import type { REGISTRATION_KIND, RegistrationRecord } from './record.ts';

const CODE_LENGTH = 6;

/** Source: SMS-03, SMS-08 */
const begin: Follow<typeof REGISTRATION_KIND> = async ([{ after } = {}], scene, view) => {
  if (after === undefined) return {};
  const { brand, tollFree, registrationType } = after.doc;
  const { phoneNumbers = tollFree?.phoneNumbers ?? [] } = after.doc;
  const problem = phoneNumbers.map((phone) => phoneProblem('phoneNumbers', phone)).find((one) => one !== undefined);
  if (problem !== undefined) return { refusal: problem };
  const doc = {
    displayName: brand?.displayName ?? tollFree?.businessName ?? null,
    ...after.doc,
    phoneNumbers,
    profileId: await profileOf(view, after.teamId, phoneNumbers),
  };
  const record = { ...after, doc };
  return registrationType === 'sole_prop_10dlc'
    ? awaitCode(record, scene)
    : { records: [record], events: [statusEvent(record)], due: await reviewOf(view, record, scene.now) };
};

/** The profile of the first number that is the team's, else the default one. Source: EVT-13 */
async function profileOf(view: Reader, teamId: string, phoneNumbers: readonly string[]): Promise<string> {
  const numbers = await view.list(NUMBER_KIND, { teamId });
  const own = numbers.find((number) => phoneNumbers.includes(phoneOf(number)) && number.profileId !== null);
  return own?.profileId ?? (await defaultProfile(view, teamId))?.id ?? '';
}

/** The code goes to the phone of the person, and the review waits for it. */
function awaitCode(record: RegistrationRecord, scene: Scene): Followed {
  const otpCode = codeFrom(scene.desk.ids.record(), CODE_LENGTH);
  const after = withFields(record, { awaitingOtp: true, otpCode });
  return { records: [after], feed: [codeItem(after, scene)], events: [codeEvent(after)] };
}

function codeItem(record: RegistrationRecord, { desk, now }: Scene): FeedItem {
  const { brand, otpCode } = record.doc;
  const to = brand?.mobilePhone ?? brand?.phone ?? null;
  return { ...blank(CARRIER_FEED, 'code', now), nativeId: desk.ids.record(), doc: { to, code: otpCode } };
}

const codeEvent = (record: RegistrationRecord): NewEvent =>
  actionEvent(record, {
    reason: 'otp_verification_required',
    message: 'Confirm the code that was sent to the phone of the sole proprietor.',
  });

/** Source: SMS-09 */
const confirm: Follow<typeof REGISTRATION_KIND> = async ([{ before, after } = {}], { call, now }, view) => {
  const code = before?.doc.otpCode;
  if (after === undefined || code === undefined) return { refusal: NO_CODE };
  if (code !== String(call.body['otpPin']).trim()) return { refusal: WRONG_CODE };
  const record = { ...after, doc: without(after.doc, ['otpCode']) };
  return { records: [record], events: [statusEvent(record)], due: await reviewOf(view, record, now) };
};

const NO_CODE = refuse('invalid_resource_state', { message: 'No code is pending for this registration.' });

const WRONG_CODE = refuse('invalid_field_value', {
  param: 'otpPin',
  message: 'The code is wrong.',
});

/** The same code once more. */
const resend: Follow<typeof REGISTRATION_KIND> = ([{ after } = {}], scene) =>
  after?.doc.otpCode === undefined ? { refusal: NO_CODE } : { feed: [codeItem(after, scene)] };

export const handlers: Record<string, Handler> = {
  startSmsRegistration: engineWith(begin),
  verifySmsRegistrationOtp: engineWith(confirm),
  resendSmsRegistrationOtp: engineWith(resend),
};
