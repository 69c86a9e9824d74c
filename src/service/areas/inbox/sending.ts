/** Messages that a caller sends, into a conversation or to begin one. What goes out is in offers.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import { type Fields, textOf } from '../../../kernel/json.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import { commit, type Changes, type Lock, type View } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import type { AccountRecord } from '../../records/account.ts';
import { componentsFrom } from '../whatsapp-templates/offers.ts';
import { withRequest } from './found.ts';
import { conversationWith, participantOf, sceneIn, sendMessage, type Outgoing, type Sent } from './offers.ts';
import { recipientOf } from './recipients.ts';
import {
  CONVERSATION,
  isMessage,
  MESSAGE,
  platformIdOf,
  type ConversationRecord,
  type MessageRecord,
  type Participant,
} from './record.ts';

/** What of a body is the message itself, or says whom it is for; all else is kept as it was sent. */
const OWN: readonly string[] = [
  ...['accountId', 'message', 'attachmentUrl', 'attachmentType', 'attachmentName', 'subject', 'metadata'],
];

const partsIn = (body: Fields): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !OWN.includes(name)));

function attachmentsOf({ attachmentUrl: url, attachmentType: type = 'file', attachmentName }: Fields): Fields[] {
  if (typeof url !== 'string') return [];
  return [{ type, url, ...(typeof attachmentName === 'string' && { filename: attachmentName }) }];
}

/** Source: INB-11 to INB-14 */
const messageIn = (body: Fields): Pick<Outgoing, 'text' | 'attachments' | 'parts' | 'more'> => ({
  text: textOf(body['message']) ?? null,
  attachments: attachmentsOf(body),
  parts: partsIn(body),
  ...(typeof body['subject'] === 'string' && { more: { subject: body['subject'] } }),
});

/** A first message: a text, or a template by its name with values for it. Source: INB-05, INB-06 */
function firstMessageIn(body: Fields): Pick<Outgoing, 'text' | 'parts'> {
  const { templateName: name, templateLanguage: language, category, linkPreview } = body;
  const template = name === undefined ? {} : { template: { name, language, components: componentsFrom(body) } };
  const parts = Object.entries({ category, linkPreview }).filter(([, value]) => value !== undefined);
  return { text: textOf(body['message']) ?? null, parts: { ...Object.fromEntries(parts), ...template } };
}

/** One commit for every message of an account, so that nobody opens a second conversation meanwhile. */
const lockOf = (account: AccountRecord): Lock => `${CONVERSATION}/${account.id}`;

/** Source: EVT-54, EVT-61, INB-01 to INB-07 */
async function createInboxConversation(scene: Scene): Promise<Reply> {
  const { call, desk, owners, served } = scene;
  const account = owners.account as AccountRecord;
  return commit(desk, [lockOf(account)], async (view): Promise<Changes & { result: Reply }> => {
    const person = await recipientOf(scene, view, account);
    if ('refusal' in person) return { result: person.refusal };
    const within = sceneIn(view, desk, call.caller.teamId);
    const into = await conversationWith(within, account, person);
    const sent = await sendMessage(within, { account, person, into, ...firstMessageIn(call.body) });
    const { conversation, message } = sent;
    const data = {
      messageId: platformIdOf(message),
      conversationId: conversation.id,
      participantId: conversation.doc.participantId,
      participantName: conversation.doc.participantName ?? null,
      participantUsername: textOf(call.body['participantUsername']) ?? null,
    };
    return outcomeOf(scene, sent, { success: true, data }, served.status);
  });
}

/** The changes of a message that goes out; a refused one changes nothing. */
function outcomeOf(scene: Scene, sent: Sent, body: Fields, status: number): Changes & { result: Reply } {
  if (sent.refusal !== undefined) return { result: sent.refusal };
  const { changes } = sent;
  return { ...changes, events: withRequest(scene, changes.events ?? []), result: { status, body } };
}

/** Source: EVT-54, EVT-58, INB-01, INB-11 to INB-14, INB-26, INB-27 */
function sendInboxMessage(scene: Scene): Promise<Reply> {
  const { call, desk, owners, served } = scene;
  const account = owners.account as AccountRecord;
  const id = owners.parentId ?? '';
  return commit(desk, [lockOf(account)], async (view): Promise<Changes & { result: Reply }> => {
    const record = await view.get(CONVERSATION, id);
    if (record?.doc.accountId !== account.id) return { result: notFound(CONVERSATION) };
    const quoted = await quoteIn(call.body, record, view);
    if ('refusal' in quoted) return { result: quoted.refusal };
    const metadata = textOf(call.body['metadata']) ?? '';
    const { warnings, body } = quoted;
    const sent = await sendMessage(sceneIn(view, desk, call.caller.teamId), {
      account,
      person: personIn(record),
      into: { record, isNew: false },
      metadata,
      ...messageIn(body),
    });
    const { attachments } = sent.message.doc;
    const messageId = platformIdOf(sent.message);
    const data = { messageId, conversationId: id, ...(attachments.length > 0 && { attachments }) };
    const answer = { success: true, ...(warnings.length > 0 && { warnings }), data };
    return outcomeOf(scene, sent, answer, served.status);
  });
}

type Quoted = { readonly body: Fields; readonly warnings: readonly Fields[] } | { readonly refusal: Reply };

/** The body with the platform's id of the message that it quotes, or without a quote where the platform has none. */
async function quoteIn(body: Fields, conversation: ConversationRecord, view: View): Promise<Quoted> {
  const { replyTo, ...plain } = body;
  if (typeof replyTo !== 'string') return { body, warnings: [] };
  const { platform } = conversation.doc;
  if (messageRulesOf(platform)?.parts?.includes('replyTo') !== true)
    return { body: plain, warnings: [{ code: 'ignored_field', param: 'replyTo', message: noQuotes(platform) }] };
  const messages = await view.list(MESSAGE, { teamId: conversation.teamId, parentId: conversation.id });
  const quoted = messages.find((one: MessageRecord) => isMessage(one, replyTo));
  return quoted === undefined
    ? { refusal: refuse('not_found', { param: 'replyTo', message: 'There is no such message in the conversation.' }) }
    : { body: { ...plain, replyTo: platformIdOf(quoted) }, warnings: [] };
}

const noQuotes = (platform: string): string =>
  `Messages on ${platformLabel(platform)} cannot quote other messages; the message was sent without the quote.`;

const personIn = ({ id, doc }: ConversationRecord): Participant =>
  participantOf(
    { id: doc.participantId ?? id, ...(doc.participantName !== undefined && { name: doc.participantName }) },
    doc.platform,
  );

export const sending: Readonly<Record<string, Handler>> = {
  createInboxConversation: inScene(createInboxConversation),
  sendInboxMessage: inScene(sendInboxMessage),
};
