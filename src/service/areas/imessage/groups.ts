/** iMessage groups: conversations of more than one person, which begin with their first message. Next stop: inbox/offers.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { textsIn } from '../../../kernel/json.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { conversationBegun, sceneIn, sendMessage } from '../inbox/offers.ts';
import { CONVERSATION, type ConversationRecord, type Participant } from '../inbox/record.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import { IMESSAGE } from './senders.ts';

/** On the network a person is known by the number or the address. */
const participantAs = (contact: string): Participant => ({ id: contact, name: contact });

/** Source: EVT-54, EVT-61 */
async function createImessageGroup({ call, desk, owners, served }: Scene): Promise<Reply> {
  const account = owners.account as AccountRecord;
  if (account.doc.platform !== IMESSAGE) return NO_SENDER;
  const { name, text, channel = 'imessage' } = call.body;
  const contacts = textsIn(call.body['contacts']);
  return commit(desk, [`${CONVERSATION}/${account.id}`], async (view): Promise<Changes & { result: Reply }> => {
    const scene = sceneIn(view, desk, call.caller.teamId);
    const person = {
      id: nativeId(desk.ids.record()),
      name: typeof name === 'string' ? name : contacts.join(', '),
    };
    const into = conversationBegun(scene, account, person, {
      isGroup: true,
      channel: String(channel),
      participants: contacts.map(participantAs),
    });
    const { changes, message, refusal } = await sendMessage(scene, { account, person, into, text: String(text) });
    if (refusal !== undefined) return { result: refusal };
    const { events = [] } = changes;
    return {
      ...changes,
      events: events.map((event) => ({ ...event, requestId: call.requestId })),
      result: { status: served.status, body: { success: true, requestId: message.id } },
    };
  });
}

const NO_SENDER = refuse('platform_not_supported', {
  param: 'accountId',
  message: 'Groups go out from iMessage senders.',
});

async function getImessageGroup(scene: Scene): Promise<Reply> {
  const record = await findRecord<typeof CONVERSATION>(scene, scene.desk.store.read);
  if (record === undefined) return lost(scene);
  const { id, doc, createdAt } = record;
  const group = {
    id,
    name: doc.participantName ?? null,
    participants: doc.participants.map((one) => one.id),
    channel: doc.channel ?? null,
    createdAt: instantOf(createdAt),
  };
  return { status: scene.served.status, body: { success: true, conversationId: id, group } };
}

type Participants = Readonly<ConversationRecord['doc']['participants']>;

/** Changes who is in the group. */
function changeParticipants(
  scene: Scene,
  contact: string,
  change: (before: Participants) => Participants,
): Promise<Reply> {
  const { desk, owners, served } = scene;
  return commit(desk, [`${CONVERSATION}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const record = await findRecord<typeof CONVERSATION>(scene, view);
    if (record === undefined) return { result: lost(scene) };
    const participants = [...change(record.doc.participants)];
    const after = withFields(record, { isGroup: true, participants });
    const body = { success: true, conversationId: record.id, contact };
    return { records: [after], result: { status: served.status, body } };
  });
}

const addImessageGroupParticipant = (scene: Scene): Promise<Reply> => {
  const contact = String(scene.call.body['contact']);
  return changeParticipants(scene, contact, (before) => [...without(before, contact), participantAs(contact)]);
};

/** Whoever is not in the group is out of it. */
const removeImessageGroupParticipant = (scene: Scene): Promise<Reply> => {
  const contact = String(scene.call.query['contact']);
  return changeParticipants(scene, contact, (before) => without(before, contact));
};

const without = (participants: Participants, contact: string): Participants =>
  participants.filter(({ id }) => id !== contact);

export const groups: Readonly<Record<string, Handler>> = {
  createImessageGroup: inScene(createImessageGroup),
  getImessageGroup: inScene(getImessageGroup),
  addImessageGroupParticipant: inScene(addImessageGroupParticipant),
  removeImessageGroupParticipant: inScene(removeImessageGroupParticipant),
};
