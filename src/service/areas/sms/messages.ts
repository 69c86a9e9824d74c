/** Text messages: handed to the carrier at once or at their time, told as they go out, and arriving a little later. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { hexOf } from '../../generic/chance.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { conversationWith, MESSAGE, participantOf } from '../../control/inbound-conversation.ts';
import { numberAccount, phoneOf } from '../../control/number.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { DueRow, Reader, StoredRecord, Tx } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountDoc, type AccountRecord } from '../../records/account.ts';
import { FAILURE } from '../inbox/fates.ts';
import { sceneIn, sendOut } from '../inbox/outgoing.ts';
import { layKind } from '../../generic/lay-kind.ts';
import { CARRIER_FEED, NUMBER_KIND, phoneProblem } from '../../records/phone.ts';

const KIND = 'sms_message';

/** Kind of the work that sends a text at its time; `ref` is the text. */
const SEND = 'sms_send';

interface Text extends Record<string, unknown> {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly text?: string;
  readonly mediaUrls?: readonly string[];
  readonly conversationId: string;
}

/** The account that has the number, the number itself, or what stands for a sender that is no number of the team. */
async function lineFor(read: Reader, teamId: string, from: string): Promise<AccountRecord> {
  const accounts = await read.list<AccountDoc>(ACCOUNT_KIND, { teamId });
  const account = accounts.find(({ doc }) => traitsOf(doc.platform).line === 'texts' && doc.username === from);
  if (account !== undefined) return account;
  const number = (await read.list(NUMBER_KIND, { teamId })).find((one) => phoneOf(one) === from);
  const sender = { kind: NUMBER_KIND, id: hexOf(`sender ${teamId} ${from}`, 24), teamId, profileId: null };
  return numberAccount(number ?? { ...sender, parentId: null, createdAt: 0, doc: { phoneNumber: from } }, 'sms');
}

/** Source: SMS-14 to SMS-17, SMS-21 */
const sendSms: Handler = async (call, desk): Promise<Reply> => {
  const { caller, body } = call;
  const { from, to, text, mediaUrls, sendAt } = body as Partial<Text> & { readonly sendAt?: string };
  const problem = phoneProblem('to', String(to)) ?? senderProblem(String(from));
  if (problem !== undefined) return problem;
  if ((text ?? '') === '' && (mediaUrls ?? []).length === 0)
    return refuse('missing_required_field', { param: 'text', message: 'A text message has a text, media, or both.' });
  const at = sendAt === undefined ? undefined : Date.parse(sendAt);
  if (Number.isNaN(at)) return refuse('invalid_field_value', { param: 'sendAt', message: 'This is no time.' });
  await layKind(call, desk, NUMBER_KIND);
  const view = await desk.store.transact(async (tx) => {
    const { teamId } = caller;
    const scene = sceneIn(tx, desk, teamId);
    const account = await lineFor(tx, teamId, String(from));
    const id = desk.ids.record();
    const { record: conversation } = await conversationWith(scene, account, participantOf({ id: to }, 'sms'));
    await tx.put(conversation);
    const doc = { ...body, id, conversationId: conversation.id, status: 'sent' };
    const { profileId } = account;
    await tx.put({ kind: KIND, id, teamId, profileId, parentId: null, createdAt: scene.now, doc });
    if (at !== undefined && at > scene.now) await tx.schedule({ dueAt: at, kind: SEND, ref: id });
    else await handOver(tx, desk, { teamId, doc: doc as unknown as Text });
    return { id, conversationId: conversation.id, status: 'sent' };
  });
  desk.wake();
  return ok(view);
};

/** A short code, or a name that stands for a sender. */
const SENDER_ID = /^(\d{3,8}|[A-Za-z0-9 ]{1,11})$/;

const senderProblem = (from: string): Reply | undefined =>
  phoneProblem('from', from) === undefined || SENDER_ID.test(from)
    ? undefined
    : refuse('invalid_field_value', { param: 'from', message: '`from` is a number in E.164 form, or a sender id.' });

/** What the carrier says of somebody who wants no more texts of a number. */
const OPTED_OUT = { code: 40300, title: 'Opted out', message: 'The recipient opted out of messages of this number.' };

async function handOver(tx: Tx, desk: Desk, { teamId, doc }: Pick<StoredRecord<Text>, 'teamId' | 'doc'>) {
  const { id, from, to, text = null, mediaUrls = [] } = doc;
  const account = await lineFor(tx, teamId, from);
  const isOptedOut = await tx.get('sms_opt_out', `${from}/${to}`);
  await sendOut(tx, sceneIn(tx, desk, teamId), {
    account,
    id,
    person: participantOf({ id: to }, 'sms'),
    text,
    attachments: mediaUrls.map((url) => ({ type: 'image', url })),
    ...(isOptedOut === undefined ? {} : { more: { [FAILURE]: OPTED_OUT } }),
  });
  const item = { nativeId: id, doc: { from, to, text, mediaUrls } };
  for (const feed of [CARRIER_FEED, account.id])
    await tx.addFeedItem({ ...blank(feed, 'sms', desk.clock.now()), ...item });
}

async function sendDue({ ref }: DueRow, desk: Desk): Promise<void> {
  await desk.store.transact(async (tx) => {
    const record = await tx.get<Text>(KIND, ref);
    if (record === undefined || (await tx.get(MESSAGE, ref)) !== undefined) return;
    await handOver(tx, desk, record);
  });
  desk.wake();
}

export const handlers: Record<string, Handler> = { sendSms };

export const work = { [SEND]: sendDue };
