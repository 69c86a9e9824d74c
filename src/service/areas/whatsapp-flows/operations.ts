/** Flows of a business beyond their records: the file that a flow is made of, and the message that opens it for somebody. */
import type { Fields } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { findRecord } from '../../engine/find.ts';
import { notFound } from '../../engine/not-found.ts';
import { sceneOf } from '../../engine/gather.ts';
import { isReached } from '../../engine/scene.ts';
import { participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';

/** The file of the flow, once there is one. */
const getWhatsAppFlowJson: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const record = await findRecord<'whatsapp_flow_json'>(scene, desk.store.read);
  const url = record?.doc.url;
  const assets = url === undefined ? [] : [{ name: 'flow.json', asset_type: 'FLOW_JSON', download_url: url }];
  return ok({ success: true, assets });
};

/** The message in the form of the platform. */
const interactiveIn = ({ flow_id, flow_cta, flow_action, body }: Fields): Fields => ({
  type: 'flow',
  body: { text: body },
  action: { name: 'flow', parameters: { flow_id, flow_cta, flow_action } },
});

/** A message that opens a flow goes out like any other. */
const sendWhatsAppFlowMessage: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { account } = scene.owners;
  const flowId = String(call.body['flow_id']);
  return commit(desk, [`whatsapp_flow/${flowId}`], async (view) => {
    const flow = await view.get('whatsapp_flow', flowId);
    if (account === undefined) return { result: notFound('account') };
    if (flow === undefined || !isReached(call, flow))
      return { result: notFound('whatsapp_flow', { param: 'flow_id' }) };
    const { message, refusal, changes } = await sendMessage(sceneIn(view, desk, call.caller.teamId), {
      account,
      person: participantOf({ id: String(call.body['to']) }, 'whatsapp'),
      text: String(call.body['body']),
      parts: { interactive: interactiveIn(call.body) },
    });
    if (refusal !== undefined) return { result: refusal };
    const events = (changes.events ?? []).map((event) => ({ ...event, requestId: call.requestId }));
    return { ...changes, events, result: ok({ success: true, messageId: message.id }) };
  });
};

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppFlowJson, sendWhatsAppFlowMessage };
