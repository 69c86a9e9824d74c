/** Calls that a team places, ends and transfers, and the lists of them. Served by engine/; other ends speak through control/. */
import { instantOf } from '../../../kernel/instant.ts';
import { HOUR_MS } from '../../../kernel/time.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { sceneOf } from '../../engine/gather.ts';
import { reaches } from '../../records/profile.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { ok } from '../../call.ts';
import { phoneOf } from '../phone-numbers/offers.ts';
import { withFields } from '../../store/record.ts';
import { endedEvent } from './events.ts';
import { CALL_KIND, endedCall, isOver, lineOf, withEnds } from './record.ts';

const SESSION_KIND = 'call_web_session';

/** How long the token of a browser session is good for. Source: VOI-24 */
const SESSION_MS = HOUR_MS;

/** A call on the telephone network, from the number that was named, or from the team's first. */
const dialPhone: Follow<typeof CALL_KIND> = async ([{ after } = {}], { call }, view) => {
  if (after === undefined) return {};
  const { caller } = call;
  const numbers = await view.list(NUMBER_KIND, { teamId: caller.teamId });
  const first = numbers.find((one) => reaches(caller, one));
  const { from = first && phoneOf(first), to } = after.doc;
  const number = numbers.find((one) => phoneOf(one) === from);
  if (number === undefined ? caller.profileIds !== null : !reaches(caller, number))
    return { refusal: notFound(NUMBER_KIND, { param: 'fromNumber' }) };
  return { records: [{ ...withEnds(after, from, to), profileId: number?.profileId ?? after.profileId }] };
};

/** Source: VOI-26 */
const dialFromBrowser: Follow<typeof CALL_KIND> = async (written, scene, view) => {
  const session = await view.get(SESSION_KIND, String(scene.call.body['credentialId']));
  const isThere = session?.teamId === scene.call.caller.teamId && scene.now < session.createdAt + SESSION_MS;
  return isThere ? dialPhone(written, scene, view) : { refusal: NO_SESSION };
};

const NO_SESSION = refuse('invalid_field_value', {
  status: 422,
  param: 'credentialId',
  message: 'There is no such call web session, or its credential has expired.',
});

const dialVoiceWebCall: Handler = async (call, desk) => {
  return engineWith(dialFromBrowser)(call, desk);
};

const dialWhatsApp: Follow<typeof CALL_KIND> = async ([{ after } = {}], _scene, view) => {
  if (after === undefined) return {};
  const { account } = await lineOf(view, after);
  return { records: [withEnds(after, account.doc.username, after.doc.to)] };
};

/** A session that calls are placed from, with the token of the browser. */
const beginSession: Follow<typeof SESSION_KIND> = ([{ after } = {}], { desk, now }) =>
  after === undefined
    ? {}
    : {
        records: [withFields(after, { token: desk.ids.uuid(), expiresAt: instantOf(now + SESSION_MS) })],
      };

/** Source: VOI-17, EVT-110 */
const hangUp: Follow<typeof CALL_KIND> = async ([{ before } = {}], { now }, view) => {
  if (before === undefined) return {};
  if (isOver(before)) return { refusal: IS_OVER };
  const after = endedCall(before, { now });
  return { records: [after], events: [endedEvent(after, await lineOf(view, after))] };
};

const IS_OVER = refuse('invalid_resource_state', { message: 'This call is over.' });

/** Source: VOI-33, VOI-41 */
const connect: Follow<typeof CALL_KIND> = ([{ before } = {}], { call }) => {
  if (before?.doc.status !== 'answered') return { refusal: NOT_CONNECTED };
  return String(call.body['to']).startsWith('wss:') ? { refusal: NO_AGENT } : {};
};

const NOT_CONNECTED = refuse('invalid_resource_state', { message: 'Only a call that is connected is transferred.' });

const NO_AGENT = refuse('invalid_field_value', { param: 'to', message: 'A call is not transferred to an agent.' });

/** Source: VOI-44 */
const getRecording: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const record = await desk.store.read.get(CALL_KIND, call.path['id'] ?? '');
  const url = record?.doc.recordingUrl;
  return url === undefined ? notFound('call_recording') : ok({ url });
};

export const handlers: Readonly<Record<string, Handler>> = {
  createVoiceCall: engineWith(dialPhone),
  createVoiceWebSession: engineWith(beginSession),
  dialVoiceWebCall,
  initiateWhatsAppCall: engineWith(dialWhatsApp),
  endVoiceCall: engineWith(hangUp),
  transferVoiceCall: engineWith(connect),
  getCallRecording: getRecording,
  getVoiceCallRecording: getRecording,
  getWhatsAppCallRecording: getRecording,
};
