/** Calls that a team places, ends and transfers, and the lists of them. Served by engine/; other ends speak through control/. */
import { instantOf } from '../../../kernel/instant.ts';
import { HOUR_MS } from '../../../kernel/time.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import type { Reader } from '../../store/store.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { sceneOf } from '../../engine/gather.ts';
import { reaches } from '../../records/profile.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { refuse } from '../../refuse.ts';
import { ok, type Caller, type Reply } from '../../call.ts';
import { phoneOf } from '../phone-numbers/offers.ts';
import { withFields } from '../../store/record.ts';
import { endedEvent } from './events.ts';
import { RINGING, RINGING_MS } from './ringing.ts';
import { phoneTargetProblem, targetProblem } from './targets.ts';
import { CALL_KIND, endedCall, isOver, lineOf, withEnds } from './record.ts';

const SESSION_KIND = 'call_web_session';

/** How long the token of a browser session is good for. Source: VOI-24 */
const SESSION_MS = HOUR_MS;

/** Calls of the team that may go out within an hour. Source: VOI-23 */
const HOURLY = 60;

/** A call on the telephone network, from the number that was named, or from the first that can call. Source: VOI-23, VOI-34, VOI-40 */
const dialPhone: Follow<typeof CALL_KIND> = async ([{ after } = {}], { call, now }, view) => {
  if (after === undefined) return {};
  const { caller, body } = call;
  const { from, to = '' } = after.doc;
  const wrong = phoneTargetProblem('to', to) ?? passedOnProblem(body['forwardTo']);
  if (wrong !== undefined) return { refusal: wrong };
  const line = await dialledFrom(view, caller, from);
  if (line === undefined) return { refusal: NO_VOICE };
  if ((await placedLately(view, caller.teamId, now)) >= HOURLY) return { refusal: TOO_MANY };
  const { recordingEnabled, transcriptionEnabled } = line.settings;
  const record = withFields(withEnds(after, line.phone, to), {
    ...(line.accountId !== undefined && { accountId: line.accountId }),
    recordingEnabled: (body['recordOverride'] as boolean | undefined) ?? recordingEnabled,
    transcriptionEnabled: (body['transcribeOverride'] as boolean | undefined) ?? transcriptionEnabled,
  });
  return {
    records: [{ ...record, profileId: line.profileId ?? after.profileId }],
    due: [{ dueAt: now + RINGING_MS, kind: RINGING, ref: after.id }],
  };
};

const passedOnProblem = (target: unknown): Reply | undefined =>
  typeof target === 'string' ? targetProblem('forwardTo', target) : undefined;

interface Dialled {
  readonly phone: string;
  readonly profileId: string | null;
  readonly accountId?: string;
  readonly settings: { readonly recordingEnabled: boolean; readonly transcriptionEnabled: boolean };
}

/** A number with voice turned on that the caller reaches, or an account that was connected for calls. */
async function dialledFrom(view: Reader, caller: Caller, from: string | undefined): Promise<Dialled | undefined> {
  const numbers = (await view.list(NUMBER_KIND, { teamId: caller.teamId })).filter(
    (one) => one.doc.callingEnabled && one.doc.status === 'active' && reaches(caller, one),
  );
  const number = numbers.find((one) => from === undefined || phoneOf(one) === from);
  if (number !== undefined) {
    const { recordingEnabled, transcriptionEnabled } = number.doc;
    const settings = { recordingEnabled, transcriptionEnabled };
    return { phone: phoneOf(number), profileId: number.profileId, settings };
  }
  const account = (await view.list(ACCOUNT_KIND, { teamId: caller.teamId })).find(
    (one) =>
      traitsOf(one.doc.platform).line === 'calls' &&
      reaches(caller, one) &&
      (from === undefined || one.doc.username === from),
  );
  const settings = { recordingEnabled: false, transcriptionEnabled: false };
  return account && { phone: account.doc.username, profileId: account.profileId, accountId: account.id, settings };
}

const NO_VOICE = refuse('invalid_field_value', {
  status: 422,
  param: 'fromNumber',
  message: 'No active number of the team with voice turned on matches this.',
});

async function placedLately(view: Reader, teamId: string, now: number): Promise<number> {
  const calls = await view.list(CALL_KIND, { teamId });
  return calls.filter(
    ({ createdAt, doc }) => doc.direction === 'outbound' && doc.channel === 'pstn' && createdAt > now - HOUR_MS,
  ).length;
}

const TOO_MANY = refuse('rate_limited', { message: `The team has placed its ${String(HOURLY)} calls of this hour.` });

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
  const to = String(call.body['to']);
  return { refusal: to.startsWith('wss:') ? NO_AGENT : targetProblem('to', to) };
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
