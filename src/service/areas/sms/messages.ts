/** Text messages: handed to the carrier at once or at their time, with an event as they go out, and arriving a little later. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { hexOf } from '../../networks/chance.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { notFound } from '../../engine/not-found.ts';
import { reaches } from '../../records/profile.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, commitSteps, type Changes, type Steps, type View } from '../../change.ts';
import { numberAccount, phoneOf } from '../phone-numbers/offers.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { DueRow, Reader } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { conversationWith, participantOf, sceneIn, sendMessage } from '../inbox/offers.ts';
import { MESSAGE } from '../inbox/record.ts';
import { CARRIER_FEED, NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { OPT_OUT_KIND, optOutId, TEXT_KIND, type TextRecord } from './record.ts';

/** What a caller sends, by its schema. */
type Sent = Pick<TextRecord['doc'], 'from' | 'to'>;

/** Kind of the work that sends a text at its time; `ref` is the text. */
export const SEND = 'sms_send';

/** The account that has the number, the number itself, or a stand-in for a sender that is not a number of the team. */
async function lineFor(read: Reader, teamId: string, from: string): Promise<AccountRecord> {
  const accounts = await read.list(ACCOUNT_KIND, { teamId });
  const account = accounts.find(({ doc }) => traitsOf(doc.platform).line === 'texts' && doc.username === from);
  if (account !== undefined) return account;
  const number = (await read.list(NUMBER_KIND, { teamId })).find((one) => phoneOf(one) === from);
  const sender = { kind: NUMBER_KIND, id: hexOf(`sender ${teamId} ${from}`, 24), teamId, profileId: null };
  return numberAccount(number ?? { ...sender, parentId: null, createdAt: 0, doc: { phoneNumber: from } }, 'sms');
}

/** Source: SMS-14 to SMS-17, SMS-21 */
const sendSms: Handler = async (call, desk): Promise<Reply> => {
  const { caller, body } = call;
  const { from, to, text, mediaUrls, sendAt } = body as Partial<TextRecord['doc']>;
  const problem = phoneProblem('to', String(to)) ?? senderProblem(String(from));
  if (problem !== undefined) return problem;
  if ((text ?? '') === '' && (mediaUrls ?? []).length === 0)
    return refuse('missing_required_field', { param: 'text', message: 'A text message has a text, media, or both.' });
  const at = sendAt === undefined ? undefined : Date.parse(sendAt);
  if (Number.isNaN(at)) return refuse('invalid_field_value', { param: 'sendAt', message: 'This is not a valid time.' });
  return commitSteps(desk, [`team/${caller.teamId}`], async function* (view): Steps<Reply> {
    const { teamId } = caller;
    const scene = sceneIn(view, desk, teamId);
    const account = await lineFor(view, teamId, String(from));
    if (!reaches(caller, account)) return notFound(NUMBER_KIND, { param: 'from' });
    const id = desk.ids.record();
    const { record: conversation } = await conversationWith(scene, account, participantOf({ id: to }, 'sms'));
    const sms: TextRecord = {
      kind: TEXT_KIND,
      id,
      teamId,
      profileId: account.profileId,
      parentId: null,
      createdAt: scene.now,
      doc: { ...(body as Sent), id, conversationId: conversation.id, status: 'sent' },
    };
    yield { records: [conversation, sms] };
    if (at !== undefined && at > scene.now) yield { due: [{ dueAt: at, kind: SEND, ref: id }] };
    else yield await handOver(view, desk, sms);
    return ok({ id, conversationId: conversation.id, status: 'sent' });
  });
};

/** A short code, or an alphanumeric sender id. */
export const SENDER_ID = /^(\d{3,8}|[A-Za-z0-9 ]{1,11})$/;

const senderProblem = (from: string): Reply | undefined =>
  phoneProblem('from', from) === undefined || SENDER_ID.test(from)
    ? undefined
    : refuse('invalid_field_value', { param: 'from', message: '`from` is a number in E.164 form, or a sender id.' });

/** What the carrier says of somebody who wants no more texts of a number. */
const OPTED_OUT = { code: 40300, title: 'Opted out', message: 'The recipient opted out of messages of this number.' };

/** A text at the carrier: sent in its conversation, and in the feeds of the carrier and the line. */
async function handOver(view: View, desk: Desk, { teamId, doc }: TextRecord): Promise<Changes> {
  const { id, from, to, text = null, mediaUrls = [] } = doc;
  const account = await lineFor(view, teamId, from);
  const isOptedOut = await view.get(OPT_OUT_KIND, optOutId({ from: to, to: from }));
  const { changes } = await sendMessage(sceneIn(view, desk, teamId), {
    account,
    id,
    person: participantOf({ id: to }, 'sms'),
    text,
    attachments: mediaUrls.map((url) => ({ type: 'image', url })),
    ...(isOptedOut === undefined ? {} : { more: { failure: OPTED_OUT } }),
  });
  const item = { nativeId: id, doc: { from, to, text, mediaUrls } };
  const feed = [CARRIER_FEED, account.id].map((place) => ({ ...blank(place, 'sms', desk.clock.now()), ...item }));
  return { ...changes, feed };
}

export const sendDue = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${TEXT_KIND}/${ref}`], async (view) => {
    const record = await view.get(TEXT_KIND, ref);
    if (record === undefined || (await view.get(MESSAGE, ref)) !== undefined) return {};
    return handOver(view, desk, record);
  });

export const handlers: Record<string, Handler> = { sendSms };
