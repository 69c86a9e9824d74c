/** Text messages: handed to the carrier at once or at their time, with an event as they go out, and arriving a little later. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { notFound } from '../../engine/not-found.ts';
import { reaches } from '../../records/profile.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, commitSteps, type Changes, type Steps, type View } from '../../change.ts';
import type { DueRow } from '../../store/store.ts';
import {
  conversationWith,
  participantOf,
  refusedMessage,
  sceneIn,
  sendMessage,
  startedEvents,
} from '../inbox/offers.ts';
import { MESSAGE } from '../inbox/record.ts';
import { NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { CARRIER_FAILURES } from './failures.ts';
import { LONGEST_TEXT } from './parts.ts';
import { budgetOf, capProblem } from './budget.ts';
import { readUnlisted } from '../phone-numbers/offers.ts';
import { lineOf, senderProblem, unready } from './senders.ts';
import { TEXT_KIND, type TextRecord } from './record.ts';

/** What a caller sends, by its schema. */
type Sent = Pick<TextRecord['doc'], 'from' | 'to'>;

/** Kind of the work that sends a text at its time; `ref` is the text. */
export const SEND = 'sms_send';

/** Source: SMS-14 to SMS-17, SMS-21 */
const sendSms: Handler = async (call, desk): Promise<Reply> => {
  const { caller, body } = call;
  const { from, to, text, mediaUrls, sendAt } = body as Partial<TextRecord['doc']>;
  const problem = phoneProblem('to', String(to)) ?? senderProblem(String(from));
  if (problem !== undefined) return problem;
  if ((text ?? '') === '' && (mediaUrls ?? []).length === 0)
    return refuse('missing_required_field', { param: 'text', message: 'A text message needs text, media, or both.' });
  if ((text ?? '').length > LONGEST_TEXT)
    return refuse('invalid_field_value', {
      param: 'text',
      message: 'A text message can have at most 1,600 characters.',
    });
  const at = sendAt === undefined ? undefined : Date.parse(sendAt);
  if (Number.isNaN(at)) return refuse('invalid_field_value', { param: 'sendAt', message: 'This is not a valid time.' });
  return commitSteps(desk, [`team/${caller.teamId}`], async function* (view): Steps<Reply> {
    const { teamId } = caller;
    const scene = sceneIn(view, desk, teamId);
    const account = await lineOf(view, teamId, String(from));
    if (account === undefined || !reaches(caller, account)) return notFound(NUMBER_KIND, { param: 'from' });
    const refusal =
      (await unready(view, teamId, String(from))) ??
      (await capProblem(view, { teamId, from: String(from), now: scene.now }));
    if (refusal !== undefined) return refusal;
    const id = desk.ids.record();
    const conversing = await conversationWith(scene, account, participantOf({ id: to }, 'sms'));
    const { record: conversation } = conversing;
    const sms: TextRecord = {
      kind: TEXT_KIND,
      id,
      teamId,
      profileId: account.profileId,
      parentId: budgetOf({ teamId, from: String(from), now: scene.now }),
      createdAt: scene.now,
      doc: { ...(body as Sent), id, conversationId: conversation.id, status: 'sent' },
    };
    const unlisted = await readUnlisted(view, account);
    yield { records: [...unlisted, conversation, sms], events: startedEvents(conversing, account, scene.now) };
    if (at !== undefined && at > scene.now) yield { due: [{ dueAt: at, kind: SEND, ref: id }] };
    else yield await handOver(view, desk, sms);
    return ok({ id, conversationId: conversation.id, status: 'sent' });
  });
};

/** A text at the carrier, sent in its conversation. */
async function handOver(view: View, desk: Desk, { teamId, doc }: TextRecord): Promise<Changes> {
  const { id, from, to, text = null, mediaUrls = [] } = doc;
  const account = await lineOf(view, teamId, from);
  if (account === undefined) return {};
  const { changes } = await sendMessage(sceneIn(view, desk, teamId), {
    account,
    id,
    isCounted: true,
    person: participantOf({ id: to }, 'sms'),
    text,
    attachments: mediaUrls.map((url) => ({ type: 'image', url })),
  });
  return changes;
}

/** A text whose sender is no longer ready when its time comes fails; the carrier never has it. */
async function failText(view: View, desk: Desk, { teamId, doc }: TextRecord, message: string): Promise<Changes> {
  const account = await lineOf(view, teamId, doc.from);
  if (account === undefined) return {};
  const outgoing = { account, id: doc.id, person: participantOf({ id: doc.to }, 'sms'), text: doc.text ?? null };
  return (await refusedMessage(sceneIn(view, desk, teamId), outgoing, { ...CARRIER_FAILURES.notReady, message }))
    .changes;
}

const sentenceIn = ({ body }: Reply): string => textOf((body as Fields)['error']) ?? '';

export const sendDue = ({ ref }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${TEXT_KIND}/${ref}`], async (view) => {
    const record = await view.get(TEXT_KIND, ref);
    if (record === undefined || (await view.get(MESSAGE, ref)) !== undefined) return {};
    const refusal = await unready(view, record.teamId, record.doc.from);
    return refusal === undefined ? handOver(view, desk, record) : failText(view, desk, record, sentenceIn(refusal));
  });

export const handlers: Record<string, Handler> = { sendSms };
