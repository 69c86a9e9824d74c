/** Calls on WhatsApp that a team places, and the question whether it may. Served by engine/; answers come in through permission.ts. */
import { ok, type Call, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { blank } from '../../../networks/simulated/item.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';
import { callingOf } from '../offers.ts';
import { lineOf, withEnds, type CALL_KIND } from '../record.ts';
import { outboundRinging } from '../ringing.ts';
import { targetProblem } from '../targets.ts';
import { afterRequest, canAsk, isPermitted, permissionOf } from './permission.ts';

/** Rings at the person; whoever takes it is connected with the target of the call, else with that of the settings. */
const dial: Follow<typeof CALL_KIND> = async ([{ after } = {}], { call, desk, now }, view) => {
  if (after === undefined) return {};
  const { account } = await lineOf(view, after);
  const refusal = await refusalOf(call, account, { view, now });
  if (refusal !== undefined) return { refusal };
  const settings = (await callingOf(view, account))?.doc;
  const record = withFields(withEnds(after, account.doc.username, after.doc.to), {
    origin: call.origin,
    recordingKey: desk.ids.uuid(),
    forwardTo: after.doc.forwardTo ?? settings?.forwardTo ?? null,
    recordingEnabled: (call.body['recordOverride'] as boolean | undefined) ?? settings?.recordingEnabled === true,
  });
  return { records: [record], due: await outboundRinging(view, record, now) };
};

interface Around {
  readonly view: Reader;
  /** Milliseconds. */
  readonly now: number;
}

async function refusalOf({ body }: Call, account: AccountRecord, { view, now }: Around): Promise<Reply | undefined> {
  const calling = (await callingOf(view, account))?.doc;
  if (calling?.callingEnabled !== true || calling.outboundDisabled === true) return IS_OFF;
  const { forwardTo } = body;
  const wrong = typeof forwardTo === 'string' ? targetProblem('forwardTo', forwardTo, account.doc.username) : undefined;
  if (wrong !== undefined) return wrong;
  const permission = await permissionOf(view, { account, person: String(body['to']), now });
  return isPermitted(permission, now) ? undefined : NOT_PERMITTED;
}

const IS_OFF = refuse('invalid_field_value', {
  status: 422,
  param: 'accountId',
  message: 'WhatsApp calls are not turned on for this account.',
});

const NOT_PERMITTED = refuse('invalid_field_value', {
  status: 422,
  param: 'to',
  message: 'This person has not allowed you to call. Request permission with `action: send_call_permission_request`.',
});

/** Writes to the person; their answer comes in later. No call is made. */
const ask: Handler = inScene((scene) => {
  const { account } = scene.owners;
  const { call, desk, now } = scene;
  const to = String(call.body['to']);
  return commit(desk, [`team/${call.caller.teamId}`], async (view) => {
    if (account === undefined || (await callingOf(view, account))?.doc.callingEnabled !== true)
      return { result: IS_OFF };
    const permission = await permissionOf(view, { account, person: to, now });
    if (!canAsk(permission, now)) return { result: isPermitted(permission, now) ? IS_PERMITTED : ASKED_OFTEN };
    const { bodyText } = call.body;
    const words = typeof bodyText === 'string' ? { text: bodyText } : {};
    const doc = { type: 'call_permission_request', to, ...words };
    return {
      records: [afterRequest(permission, now)],
      feed: [{ ...blank(account.id, 'message', now), nativeId: desk.ids.record(), doc }],
      result: ok({ success: true, to }),
    };
  });
});

const IS_PERMITTED = refuse('invalid_resource_state', {
  param: 'to',
  message: 'This person has already allowed you to call.',
});

const ASKED_OFTEN = refuse('invalid_resource_state', {
  param: 'to',
  message: 'Permission can be requested once a day and twice a week.',
});

const dialling = engineWith(dial);

const initiateWhatsAppCall: Handler = (call, desk) => (call.body['action'] === undefined ? dialling : ask)(call, desk);

export const handlers: Readonly<Record<string, Handler>> = { initiateWhatsAppCall };
