/** What people hand in with a flow: a message in their conversation, and a response to the flow. Listed in the index that the press makes. */
import { isFields, textOf, type Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import {
  accountOf,
  isRefusal,
  MAP,
  PARTICIPANT,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import { notFound } from '../../engine/not-found.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { conversationWith, participantOf, receivedFrom } from '../inbox/offers.ts';
import { MESSAGE } from '../inbox/record.ts';
import { FLOW_KIND, type FlowRecord } from './record.ts';

/** A flow that a person has in front of them, with the mark of its sending. */
interface FlowInHand {
  readonly flow: FlowRecord;
  readonly token: string | null;
}

/** Source: readings, "WhatsApp" */
async function flowResponse(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const inHand = await findFlow(scene, account);
  if ('status' in inHand) return inHand;
  const { flow, token } = inHand;
  const sender = participantOf(scene.given['participant'], account.doc.platform);
  const data = isFields(scene.given['data']) ? scene.given['data'] : {};
  const raw = JSON.stringify({ ...(token !== null && { flow_token: token }), ...data });
  const caused = await receivedFrom(scene, account, {
    text: 'Sent',
    attachments: [],
    direction: 'incoming',
    sender,
    metadata: { interactiveType: 'nfm_reply', nfmReplyName: 'flow', flowResponseJson: raw, flowResponseData: data },
  });
  const id = scene.ids.record();
  const doc = {
    id,
    accountId: account.id,
    flowId: flow.id,
    receivedAt: instantOf(scene.now),
    from: sender.id,
    senderName: sender.name,
    conversationId: caused.made?.['conversationId'] ?? null,
    flowToken: token,
    data,
    raw,
  };
  const response = recordOf('whatsapp_flow_response', id, scene, { profileId: account.profileId, doc });
  return { ...caused, records: [...(caused.records ?? []), response], made: { ...caused.made, responseId: id } };
}

/** The flow that the body names, else the one that the person was sent last. */
async function findFlow(scene: Scene, account: AccountRecord): Promise<FlowInHand | Reply> {
  const { given, read } = scene;
  const sent = await latestSent(scene, account);
  const id = textOf(given['flowId']) ?? textOf(sent?.['flow_id']);
  const token = textOf(given['flowToken']) ?? (id === sent?.['flow_id'] ? textOf(sent?.['flow_token']) : undefined);
  if (id === undefined)
    return refuse('invalid_resource_state', { param: 'flowId', message: 'No flow was sent to this person.' });
  const flow = await read.get(FLOW_KIND, id);
  if (flow?.doc.accountId !== account.id) return notFound(FLOW_KIND, { param: 'flowId' });
  return flow.doc.status === 'DEPRECATED'
    ? refuse('invalid_resource_state', { param: 'flowId', message: 'A deprecated flow can no longer be opened.' })
    : { flow, token: token ?? null };
}

/** Parameters of the last flow in the conversation. */
async function latestSent(scene: Scene, account: AccountRecord): Promise<Fields | undefined> {
  const person = participantOf(scene.given['participant'], account.doc.platform);
  const { record } = await conversationWith(scene, account, person);
  const messages = await scene.read.list(MESSAGE, { teamId: account.teamId, parentId: record.id });
  return messages.map(({ doc }) => flowIn(doc.content)).findLast((one) => one !== undefined);
}

function flowIn(content: unknown): Fields | undefined {
  const interactive = isFields(content) ? content['interactive'] : undefined;
  const action = isFields(interactive) && interactive['type'] === 'flow' ? interactive['action'] : undefined;
  const parameters = isFields(action) ? action['parameters'] : undefined;
  return isFields(parameters) ? parameters : undefined;
}

export const arrives: Readonly<Record<string, Inbound>> = {
  flow_response: {
    fields: { accountId: WORD, participant: PARTICIPANT, flowId: WORD, flowToken: TEXT, data: MAP },
    required: ['accountId', 'participant', 'data'],
    cause: flowResponse,
  },
};
