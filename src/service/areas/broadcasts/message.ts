/** What one recipient of a broadcast gets: the text or template with the values of the contact, or why it gets nothing. Used by sending.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import type { Steps, View } from '../../change.ts';
import type { Desk } from '../../desk.ts';
import type { NetworkAnswer } from '../../networks/driver.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { contactAt, fillText, silenceOf, templateFor, valuesOf, type Reached } from '../contacts/offers.ts';
import { participantOf, refusedMessage, sceneIn, sendMessage, type Outgoing } from '../inbox/offers.ts';
import { templateToSend } from '../whatsapp-templates/offers.ts';
import type { BroadcastRecord, RecipientRecord } from './record.ts';

/** What the platform says to each message before it takes it, by recipient. */
export type Answers = Map<string, NetworkAnswer<true>>;

type Refused = Exclude<NetworkAnswer<true>, { outcome: 'ok' }>;

interface One {
  readonly account: AccountRecord;
  readonly broadcast: BroadcastRecord;
  readonly recipient: RecipientRecord;
  readonly answers: Answers;
}

/** A message to one recipient; what cannot go out has failed at once. */
export async function* sendTo(view: View, desk: Desk, one: One): Steps<void> {
  const { account, broadcast, recipient, answers } = one;
  const person = personOf(account, recipient);
  const known = await contactAt(view, account.id, person.id);
  const parts = partsFor(broadcast, known, person.id);
  const problem = silenceFor(recipient, known) ?? ('problem' in parts ? parts.problem : undefined);
  if (problem !== undefined || 'problem' in parts)
    return yield { records: [withFields(recipient, { status: 'failed', error: problem ?? '' })] };
  const outgoing: Outgoing = {
    account,
    person,
    ...parts,
    more: { broadcastId: broadcast.id, recipientId: recipient.id },
  };
  const scene = sceneIn(view, desk, broadcast.teamId);
  const answer = answers.get(recipient.id);
  const refused = answer === undefined || answer.outcome === 'ok' ? undefined : answer;
  const { changes, message, refusal } = await (refused === undefined
    ? sendMessage(scene, outgoing)
    : refusedMessage(scene, outgoing, { code: 131000, title: 'Not sent', message: reasonOf(refused) }));
  const isSent = refused === undefined && refusal === undefined;
  const state = isSent ? { status: 'sent' as const, sentAt: instantOf(desk.clock.now()) } : {};
  const after = withFields(recipient, { messageId: message.id, ...state });
  yield { ...changes, records: [...(changes.records ?? []), after] };
}

/** Why somebody who was added gets nothing now. Source: readings, "Broadcasts" */
const silenceFor = ({ doc: { contactId } }: RecipientRecord, known: Reached | undefined): string | undefined =>
  known === undefined ? (contactId === undefined ? undefined : 'The contact was deleted.') : silenceOf(known);

const reasonOf = (refused: Refused): string =>
  'message' in refused ? refused.message : 'The platform did not respond.';

type Parts = Pick<Outgoing, 'text' | 'attachments' | 'parts'> | { readonly problem: string };

function partsFor({ doc: { message, template } }: BroadcastRecord, known: Reached | undefined, phone: string): Parts {
  const scope: Fields = known === undefined ? { phone } : valuesOf(known.contact, phone);
  const text = message?.text === undefined ? null : fillText(message.text, scope);
  const attachments = filesIn(message);
  if (template === undefined || template === null) return { text, attachments };
  const named = templateFor(template, scope);
  return 'problem' in named ? named : { text, attachments, parts: { template: named.template } };
}

const filesIn = (message: BroadcastRecord['doc']['message']): NonNullable<Outgoing['attachments']> =>
  message !== undefined && 'attachments' in message ? (message.attachments ?? []) : [];

function personOf(account: AccountRecord, { doc: { platformIdentifier: id, contactName } }: RecipientRecord) {
  const name = typeof contactName === 'string' ? { name: contactName } : {};
  return participantOf({ id, ...name }, account.doc.platform);
}

/** The values of any contact, for a template that is judged for all of them. */
const ANYBODY: Fields = { name: '-', phone: '-', email: '-', company: '-' };

/** Why nothing can come of a broadcast, whoever gets it: it says nothing, or its template cannot be sent. */
export async function contentRefusal(
  read: Reader,
  account: AccountRecord,
  { doc: { message, template } }: BroadcastRecord,
): Promise<Reply | undefined> {
  if (template === undefined || template === null) {
    const isEmpty = (message?.text ?? '') === '' && filesIn(message).length === 0;
    return isEmpty
      ? refuse('missing_required_field', {
          param: 'message',
          message: 'The broadcast has neither a message nor a template.',
        })
      : undefined;
  }
  const named = templateFor(template, ANYBODY);
  if ('problem' in named) return refuse('INVALID_TEMPLATE_PARAMS', { message: named.problem });
  const { name, language, components } = named.template as unknown as Parameters<typeof templateToSend>[2];
  const found = await templateToSend(read, account, { name, language, components });
  return 'refusal' in found ? found.refusal : undefined;
}
