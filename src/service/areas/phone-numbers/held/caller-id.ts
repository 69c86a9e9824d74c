/** Proof that a number is the team's, so that calls on WhatsApp show it: a code that the carrier brings, and that comes back once. */
import { without } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import { findRecord } from '../../../engine/find.ts';
import type { Follow } from '../../../engine/follow.ts';
import { lost } from '../../../engine/scene.ts';
import { blank } from '../../../networks/simulated/item.ts';
import { CARRIER_FEED, type NUMBER_KIND } from '../../../records/phone.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import { codeFrom } from '../../verify/offers.ts';
import { phoneOf } from '../offers.ts';

const CODE_LENGTH = 6;

/** The code goes to the number itself; its feed and that of the carrier show it. */
const startWhatsAppCallerIdVerification: Handler = inScene((scene) =>
  commit(scene.desk, [`team/${scene.call.caller.teamId}`], async (view) => {
    const { call, desk, now } = scene;
    const number = await findRecord<typeof NUMBER_KIND>(scene, view);
    if (number === undefined) return { result: lost(scene) };
    if (number.doc.status !== 'active') return { result: NOT_ACTIVE };
    if (number.doc.callerIdVerified === true) return { result: ok({ verified: true, codeSent: false }) };
    const callerIdCode = codeFrom(desk.ids.record(), CODE_LENGTH);
    const { method = 'sms' } = call.body;
    const item = { nativeId: desk.ids.record(), doc: { to: phoneOf(number), code: callerIdCode, method } };
    return {
      records: [withFields(number, { callerIdCode })],
      feed: [number.id, CARRIER_FEED].map((place) => ({ ...blank(place, 'code', now), ...item })),
      result: ok({ verified: false, codeSent: true, method }),
    };
  }),
);

const NOT_ACTIVE = refuse('invalid_resource_state', { message: 'A code can only be sent to an active number.' });

const confirm: Follow<typeof NUMBER_KIND> = ([{ before, after } = {}], { call }) => {
  const code = before?.doc.callerIdCode;
  if (after === undefined || code === undefined) return { refusal: NO_CODE };
  if (code !== String(call.body['code']).trim()) return { refusal: WRONG_CODE };
  return { records: [{ ...after, doc: without(after.doc, ['callerIdCode']) }] };
};

const NO_CODE = refuse('invalid_resource_state', { message: 'No code is pending for this number.' });

const WRONG_CODE = refuse('invalid_field_value', { param: 'code', message: 'The code is wrong.' });

export const handlers: Readonly<Record<string, Handler>> = {
  startWhatsAppCallerIdVerification,
  verifyWhatsAppCallerId: engineWith(confirm),
};
