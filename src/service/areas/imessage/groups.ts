/** iMessage groups: conversations of more than one person, which begin with their first message. Next stop: inbox/offers.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { textsIn, type Fields } from '../../../kernel/json.ts';
import { isAddress } from '../../../platforms/people.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import type { Follow } from '../../engine/follow.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { conversationBegun, itemFor, participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';
import { CONVERSATION, type ConversationRecord, type Participant } from '../inbox/record.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem, Reader } from '../../store/store.ts';
import { IMESSAGE } from './numbers.ts';

/** On the network a person is known by the number or the address. */
function participantAs(contact: string): Participant {
  const { id } = participantOf({ id: contact }, IMESSAGE);
  return { id, name: id };
}

/** A person and the sender have a conversation; a group needs one more. */
const FEWEST_PEOPLE = 2;

/** Everybody once, or why there is no group of them. Source: readings, "iMessage" */
function membersOf(contacts: readonly string[]): readonly Participant[] | { readonly refusal: Reply } {
  const wrong = contacts.find((contact) => !isAddress(contact, IMESSAGE));
  if (wrong !== undefined) return { refusal: nobodyCalled('contacts', wrong) };
  const members = [...new Map(contacts.map((contact) => [participantAs(contact).id, participantAs(contact)])).values()];
  return members.length < FEWEST_PEOPLE ? { refusal: TOO_FEW } : members;
}

const nobodyCalled = (param: string, contact: string): Reply =>
  refuse('invalid_field_value', { param, message: `Not a phone number or an email address: ${contact}` });

const TOO_FEW = refuse('invalid_field_value', {
  param: 'contacts',
  message: `A group has at least ${String(FEWEST_PEOPLE)} people beside the sender.`,
});

/** Source: EVT-54, EVT-61 */
async function createImessageGroup({ call, desk, owners, served }: Scene): Promise<Reply> {
  const account = owners.account as AccountRecord;
  if (traitsOf(account.doc.platform).senders !== true) return NO_SENDER;
  const { name, text, channel = IMESSAGE } = call.body;
  const members = membersOf(textsIn(call.body['contacts']));
  if ('refusal' in members) return members.refusal;
  return commit(desk, [`${CONVERSATION}/${account.id}`], async (view): Promise<Changes & { result: Reply }> => {
    const scene = sceneIn(view, desk, call.caller.teamId);
    const person = {
      id: nativeId(desk.ids.record()),
      name: typeof name === 'string' ? name : members.map(({ id }) => id).join(', '),
    };
    const into = conversationBegun(scene, account, person, {
      isGroup: true,
      channel: String(channel),
      participants: [...members],
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
  message: 'Groups can only be created by iMessage senders.',
});

/** The conversation in the path, where it is a group. */
async function groupIn(scene: Scene, view: Reader): Promise<ConversationRecord | undefined> {
  const record = await findRecord<typeof CONVERSATION>(scene, view);
  return record?.doc.isGroup === true ? record : undefined;
}

async function getImessageGroup(scene: Scene): Promise<Reply> {
  const record = await groupIn(scene, scene.desk.store.read);
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

/** What people in the group see of a change. */
const changeSeen = ({ desk, now }: Scene, { id, doc }: ConversationRecord, shown: Fields): FeedItem =>
  itemFor({ id: doc.accountId }, { kind: 'group', id: desk.ids.record(), doc: { conversationId: id, ...shown }, now });

/** The name and the picture are those of the conversation. */
const redress: Follow<typeof CONVERSATION> = ([{ after } = {}], scene) => {
  if (after?.doc.isGroup !== true) return { refusal: lost(scene) };
  const { name, photoUrl } = scene.call.body;
  const look = { ...(name !== undefined && { name }), ...(photoUrl !== undefined && { photoUrl }) };
  return Object.keys(look).length === 0 ? {} : { feed: [changeSeen(scene, after, look)] };
};

type Participants = Readonly<ConversationRecord['doc']['participants']>;

/** Who is in the group afterwards and what people see of it, or a refusal. */
type Regrouped = { readonly participants: Participants; readonly shown?: Fields } | { readonly refusal: Reply };

/** Changes who is in the group. */
function changeParticipants(scene: Scene, regroup: (before: Participants) => Regrouped): Promise<Reply> {
  const { desk, owners, served, call } = scene;
  const contact = call.body['contact'] ?? call.query['contact'];
  return commit(desk, [`${CONVERSATION}/${owners.ownerId}`], async (view): Promise<Changes & { result: Reply }> => {
    const record = await groupIn(scene, view);
    if (record === undefined) return { result: lost(scene) };
    const change = regroup(record.doc.participants);
    if ('refusal' in change) return { result: change.refusal };
    const after = withFields(record, { participants: [...change.participants] });
    const body = { success: true, conversationId: record.id, contact };
    const feed = change.shown === undefined ? [] : [changeSeen(scene, after, change.shown)];
    return { records: [after], feed, result: { status: served.status, body } };
  });
}

/** Whoever is in the group already is in it once. */
const addImessageGroupParticipant = (scene: Scene): Promise<Reply> => {
  const contact = String(scene.call.body['contact']);
  return changeParticipants(scene, (before) => {
    if (!isAddress(contact, IMESSAGE)) return { refusal: nobodyCalled('contact', contact) };
    const added = participantAs(contact);
    return before.some(({ id }) => id === added.id)
      ? { participants: before }
      : { participants: [...before, added], shown: { added: added.id } };
  });
};

const removeImessageGroupParticipant = (scene: Scene): Promise<Reply> => {
  const { id: removed } = participantAs(String(scene.call.query['contact']));
  return changeParticipants(scene, (before) => {
    const participants = before.filter(({ id }) => id !== removed);
    return participants.length === before.length ? { refusal: NOT_IN_IT } : { participants, shown: { removed } };
  });
};

const NOT_IN_IT = refuse('not_found', { param: 'contact', message: 'This person is not in the group.' });

export const groups: Readonly<Record<string, Handler>> = {
  createImessageGroup: inScene(createImessageGroup),
  getImessageGroup: inScene(getImessageGroup),
  updateImessageGroup: engineWith(redress),
  addImessageGroupParticipant: inScene(addImessageGroupParticipant),
  removeImessageGroupParticipant: inScene(removeImessageGroupParticipant),
};
