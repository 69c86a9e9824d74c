/** Calls that a team places, from its numbers, from a browser and on whatsapp. Served by engine/; other ends speak through control/. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Fields } from '../../../kernel/json.ts';
import { HOUR_MS } from '../../../kernel/time.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { NumberRecord } from '../phone-numbers/record.ts';
import { hourlyRefusal } from './hourly.ts';
import { legItems } from './legs.ts';
import { lineFrom, NO_VOICE } from './lines.ts';
import { lineOf, settingsOf, withEnds, type CALL_KIND, type CallRecord } from './record.ts';
import { outboundRinging } from './ringing.ts';
import { phoneTargetProblem, targetProblem } from './targets.ts';

const SESSION_KIND = 'call_web_session';

/** How long the token of a browser session is good for. Source: VOI-24 */
const SESSION_MS = HOUR_MS;

/** A call on the telephone network, from the line that was named, or from the first that can call. Source: VOI-23, VOI-34, VOI-40 */
const dialPhone: Follow<typeof CALL_KIND> = async ([{ after } = {}], { call, desk: { ids }, now }, view) => {
  if (after === undefined) return {};
  const { caller, body, origin } = call;
  const { from, to = '' } = after.doc;
  const wrong = phoneTargetProblem('to', to) ?? dropProblem(body);
  if (wrong !== undefined) return { refusal: wrong };
  const line = await lineFrom(view, caller, from);
  if (line === undefined) return { refusal: NO_VOICE };
  const { account, number } = line;
  const refusal =
    passedOnProblem(body['forwardTo'], account.doc.username) ?? (await hourlyRefusal(view, caller.teamId, now));
  if (refusal !== undefined) return { refusal };
  const record = withFields(withEnds(after, account.doc.username, to), {
    accountId: account.id,
    ...(number !== undefined && { numberId: number.id }),
    ...settingsFor(number, after, body),
    origin,
    recordingKey: ids.uuid(),
  });
  return {
    records: [{ ...record, profileId: account.profileId ?? after.profileId }],
    due: await outboundRinging(view, record, now),
    feed: legItems(record, account.id, { to, from: account.doc.username, now, ids }),
  };
};

/** The settings of the number, where the call says nothing else. */
function settingsFor(number: NumberRecord | undefined, { doc }: CallRecord, body: Fields) {
  const settings = settingsOf(number);
  return {
    ...settings,
    ...(doc.transcriptionLanguage !== undefined && { transcriptionLanguage: doc.transcriptionLanguage }),
    recordingEnabled: (body['recordOverride'] as boolean | undefined) ?? settings.recordingEnabled,
    transcriptionEnabled: (body['transcribeOverride'] as boolean | undefined) ?? settings.transcriptionEnabled,
  };
}

/** A call that whoever takes it is connected on: to the target of the call, else to that of the number. Source: VOI-15 */
const dialAndForward: Follow<typeof CALL_KIND> = async (written, scene, view) => {
  const { records = [], ...changes } = await dialPhone(written, scene, view);
  const [record, ...others] = records as readonly CallRecord[];
  if (record === undefined || typeof record.doc.forwardTo === 'string') return { records, ...changes };
  const forwardTo = (await lineOf(view, record)).number?.doc.pstnForwardTo;
  const after = typeof forwardTo === 'string' ? withFields(record, { forwardTo }) : record;
  return { ...changes, records: [after, ...others] };
};

const passedOnProblem = (target: unknown, own: string): Reply | undefined =>
  typeof target === 'string' ? targetProblem('forwardTo', target, own) : undefined;

/** A message is left on machines alone, which a call has to find out. Source: the facts of `createVoiceCall` */
const dropProblem = ({ voicemailDropMessage, amd }: Fields): Reply | undefined =>
  voicemailDropMessage === undefined || amd === true
    ? undefined
    : refuse('invalid_field_value', {
        param: 'voicemailDropMessage',
        message: 'A message can only be left on an answering machine: send `amd: true` with it.',
      });

/** Source: VOI-26 */
const dialFromBrowser: Follow<typeof CALL_KIND> = async (written, scene, view) => {
  const session = await view.get(SESSION_KIND, String(scene.call.body['credentialId']));
  const isThere = session?.teamId === scene.call.caller.teamId && scene.now < session.createdAt + SESSION_MS;
  return isThere ? dialPhone(written, scene, view) : { refusal: NO_SESSION };
};

const NO_SESSION = refuse('invalid_field_value', {
  status: 422,
  param: 'credentialId',
  message: 'There is no such web session for calls, or its credential has expired.',
});

const dialVoiceWebCall: Handler = async (call, desk) => {
  return engineWith(dialFromBrowser)(call, desk);
};

/** A session that calls are placed from, with the token of the browser. */
const beginSession: Follow<typeof SESSION_KIND> = ([{ after } = {}], { desk, now }) =>
  after === undefined
    ? {}
    : {
        records: [withFields(after, { token: desk.ids.uuid(), expiresAt: instantOf(now + SESSION_MS) })],
      };

export const handlers: Readonly<Record<string, Handler>> = {
  createVoiceCall: engineWith(dialAndForward),
  createVoiceWebSession: engineWith(beginSession),
  dialVoiceWebCall,
};
