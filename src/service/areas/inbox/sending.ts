/** Messages that a caller sends, into a conversation or to begin one. What goes out is in outgoing.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { isWithAgent } from '../../../platforms/inbox.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { NewEvent } from '../../store/store.ts';
import { lineFailure, lineRefusal } from '../sms/offers.ts';
import { isOthers } from './control.ts';
import { movedEvents } from './events.ts';
import { conversationWith, participantOf, sceneIn, sendMessage, type Outgoing } from './offers.ts';
import { CONVERSATION, type ConversationRecord, type Participant } from './record.ts';

/** What of a body is the message itself; all else but the address is kept as it was sent. */
const ADDRESSED: readonly string[] = [
  ...['accountId', 'participantId', 'participantUsername', 'message', 'skipDmCheck'],
  ...['attachmentUrl', 'attachmentType', 'attachmentName', 'subject'],
];

/** Templates, buttons and the like, which people see on the platform alone. */
function contentOf(body: Fields): Fields {
  const content = Object.fromEntries(Object.entries(body).filter(([name]) => !ADDRESSED.includes(name)));
  const { subject } = body;
  return { ...(Object.keys(content).length > 0 && { content }), ...(typeof subject === 'string' && { subject }) };
}

function attachmentsOf({ attachmentUrl: url, attachmentType: type = 'file', attachmentName }: Fields): Fields[] {
  if (typeof url !== 'string') return [];
  return [{ type, url, ...(typeof attachmentName === 'string' && { filename: attachmentName }) }];
}

/** @param known what is known of the message before it goes out */
const messageIn = (body: Fields, known: Fields): Pick<Outgoing, 'text' | 'attachments' | 'more'> => ({
  text: textOf(body['message']) ?? null,
  attachments: attachmentsOf(body),
  more: { ...contentOf(body), ...known },
});

const withRequest = (events: readonly NewEvent[], { call: { requestId } }: Scene): readonly NewEvent[] =>
  events.map((event) => ({ ...event, requestId }));

/** Source: EVT-54, EVT-61, INB-04, INB-07 */
async function createInboxConversation(scene: Scene): Promise<Reply> {
  const { call, desk, owners, served } = scene;
  const account = owners.account as AccountRecord;
  const asked = recipientIn(call.body, account);
  if (asked === undefined) return refuse('missing_required_field', { param: 'participantId' });
  return commit(desk, [`${CONVERSATION}/${account.id}`], async (view): Promise<Changes & { result: Reply }> => {
    const refusal = await lineRefusal(view, account);
    if (refusal !== undefined) return { result: refusal };
    const within = sceneIn(view, desk, call.caller.teamId);
    const into = await conversationWith(within, account, asked);
    const outgoing = {
      account,
      person: asked,
      into,
      ...messageIn(call.body, await lineFailure(view, account, asked.id)),
    };
    const { changes, conversation, message, started } = await sendMessage(within, outgoing);
    const data = {
      messageId: message.id,
      conversationId: conversation.id,
      participantId: conversation.doc.participantId,
      participantName: conversation.doc.participantName ?? null,
      participantUsername: textOf(call.body['participantUsername']) ?? null,
    };
    return {
      ...changes,
      events: withRequest([...started, ...(changes.events ?? [])], scene),
      result: { status: served.status, body: { success: true, data } },
    };
  });
}

/** Source: INB-03 */
function recipientIn({ participantId, participantUsername }: Fields, account: AccountRecord): Participant | undefined {
  const { platform } = account.doc;
  const id = textOf(participantId) ?? textOf(participantUsername);
  if (id === undefined) return undefined;
  const isNumber = traitsOf(platform).inbox?.peopleBy === 'digits' && /\d/.test(id);
  return participantOf(
    { id: isNumber ? id.replace(/\D/g, '') : id, name: textOf(participantUsername) ?? id },
    platform,
  );
}

/** Sending takes the conversation back from an agent of the platform. Source: EVT-54, EVT-58, INB-26, INB-27 */
function sendInboxMessage(scene: Scene): Promise<Reply> {
  const { call, desk, owners, served } = scene;
  const account = owners.account as AccountRecord;
  const id = owners.parentId ?? '';
  return commit(desk, [`${CONVERSATION}/${id}`], async (view): Promise<Changes & { result: Reply }> => {
    const known = await view.get(CONVERSATION, id);
    if (known?.doc.accountId !== account.id) return { result: notFound(CONVERSATION) };
    const refusal = isOthers(known) ? refuse('not_thread_owner') : await lineRefusal(view, account);
    if (refusal !== undefined) return { result: refusal };
    const record = takenBack(known);
    const person = personIn(record);
    const message = messageIn(call.body, await lineFailure(view, account, person.id));
    const outgoing = { account, person, into: { record, isNew: false }, ...message };
    const { changes, message: sent } = await sendMessage(sceneIn(view, desk, call.caller.teamId), outgoing);
    const { attachments } = sent.doc;
    const metadata = textOf(call.body['metadata']) ?? '';
    const data = { messageId: sent.id, conversationId: id, ...(attachments.length > 0 && { attachments }) };
    return {
      ...changes,
      events: withRequest(
        [
          ...movedEvents(account, { before: known, after: record, metadata, now: scene.now }),
          ...(changes.events ?? []),
        ],
        scene,
      ),
      result: { status: served.status, body: { success: true, data } },
    };
  });
}

/** An agent of the platform gives way to whoever writes. */
const takenBack = (record: ConversationRecord): ConversationRecord =>
  isWithAgent(record.doc.platform, record.doc.threadControl) ? withFields(record, { threadControl: 'app' }) : record;

const personIn = ({ id, doc }: ConversationRecord): Participant => ({
  id: doc.participantId ?? id,
  name: doc.participantName ?? '',
});

export const sending: Readonly<Record<string, Handler>> = {
  createInboxConversation: inScene(createInboxConversation),
  sendInboxMessage: inScene(sendInboxMessage),
};
