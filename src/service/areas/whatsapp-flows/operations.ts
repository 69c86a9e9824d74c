/** Flows of a business beyond their records: the file that a flow is made of, and the message that opens it for somebody. */
import type { Fields } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { findRecord } from '../../engine/find.ts';
import { notFound } from '../../engine/not-found.ts';
import { sceneOf } from '../../engine/gather.ts';
import { isReached } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';
import { handlers as drafts } from './drafts.ts';
import { handlers as encryptionKey } from './encryption-key.ts';
import { handlers as previews } from './preview.ts';
import { encryptionKeyOf, FLOW_KIND, type FlowRecord } from './record.ts';
import { handlers as versions } from './versions.ts';

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
function interactiveIn({ body, header, footer, draft, flow_id, flow_cta, ...sent }: Fields): Fields {
  const { flow_action, flow_token, flow_action_payload } = sent;
  const parameters = {
    flow_id,
    flow_cta,
    ...(draft === true && { mode: 'draft' }),
    ...(flow_action !== undefined && { flow_action }),
    ...(flow_token !== undefined && { flow_token }),
    ...(flow_action_payload !== undefined && { flow_action_payload }),
  };
  return {
    type: 'flow',
    ...(header !== undefined && { header }),
    body: { text: body },
    ...(footer !== undefined && { footer: { text: footer } }),
    action: { name: 'flow', parameters },
  };
}

const notSendable = (status: unknown, wanted: string): Reply =>
  refuse('invalid_resource_state', {
    param: 'flow_id',
    message: `The flow has the status ${String(status)}; only one with the status ${wanted} can be sent here.`,
  });

/** A flow that first asks a server for data needs its address, and the key that the answers are encrypted with. */
async function endpointProblem(read: Reader, { doc }: FlowRecord, action: unknown): Promise<Reply | undefined> {
  if (action !== 'data_exchange') return undefined;
  const key = await encryptionKeyOf(read, doc.accountId);
  const missing = doc.endpointUri === undefined ? 'no `endpointUri`' : 'no valid encryption key';
  return doc.endpointUri !== undefined && key?.doc.signatureStatus === 'VALID'
    ? undefined
    : refuse('invalid_resource_state', {
        param: 'flow_action',
        message: `A flow that requests data from your server needs an endpoint and a key; this one has ${missing}.`,
      });
}

/** A message that opens a flow goes out like any other; `draft` tries out one that is not published yet. */
const sendWhatsAppFlowMessage: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { account } = scene.owners;
  const flowId = String(call.body['flow_id']);
  return commit(desk, [`whatsapp_flow/${flowId}`], async (view) => {
    const flow = await view.get(FLOW_KIND, flowId);
    if (account === undefined) return { result: notFound('account') };
    if (flow === undefined || !isReached(call, flow)) return { result: notFound(FLOW_KIND, { param: 'flow_id' }) };
    const wanted = call.body['draft'] === true ? 'DRAFT' : 'PUBLISHED';
    if (flow.doc.status !== wanted) return { result: notSendable(flow.doc.status, wanted) };
    const refusal = await endpointProblem(view, flow, call.body['flow_action']);
    if (refusal !== undefined) return { result: refusal };
    const { message, changes, ...sent } = await sendMessage(sceneIn(view, desk, call.caller.teamId), {
      account,
      person: participantOf({ id: String(call.body['to']) }, 'whatsapp'),
      text: String(call.body['body']),
      parts: { interactive: interactiveIn(call.body) },
    });
    if (sent.refusal !== undefined) return { result: sent.refusal };
    const events = (changes.events ?? []).map((event) => ({ ...event, requestId: call.requestId }));
    return { ...changes, events, result: ok({ success: true, messageId: message.id }) };
  });
};

export const handlers: Readonly<Record<string, Handler>> = {
  ...drafts,
  ...encryptionKey,
  ...previews,
  ...versions,
  getWhatsAppFlowJson,
  sendWhatsAppFlowMessage,
};
