/** Why a message does not go out: what it holds, by which way, who answers in the conversation, the line it takes, whom it is for, its template, and the window. Asked for every sender by offers.ts. */
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { lineRefusal } from '../sms/offers.ts';
import { findBlocked, numberProblem, reachProblem } from '../whatsapp/offers.ts';
import { templateText, templateToSend } from '../whatsapp-templates/offers.ts';
import { channelProblem } from './channels.ts';
import { contentProblem, templateIn, type Content } from './content.ts';
import { isOthers } from './control.ts';
import type { ConversationRecord } from './record.ts';
import { windowProblem } from './window.ts';

export interface Judging extends Content {
  readonly account: AccountRecord;
  readonly conversation: ConversationRecord;
  /** Milliseconds. */
  readonly now: number;
  /** True for a text that counts against the texts of a day already. */
  readonly isCounted: boolean;
  /** A reply to a comment, which the window does not hold back. */
  readonly isPrivateReply: boolean;
}

/** The text that people read, or why there will be none. */
export type Judged = { readonly text: string | null } | { readonly refusal: Reply };

export async function judgeMessage(read: Reader, message: Judging): Promise<Judged> {
  const { account, conversation, parts, text, isPrivateReply } = message;
  const refusal =
    contentProblem(account.doc.platform, message) ??
    channelProblem(message) ??
    ownerProblem(conversation) ??
    numberProblem(account) ??
    (await lineRefusal(read, account, message)) ??
    (await personProblem(read, account, conversation));
  if (refusal !== undefined) return { refusal };
  const named = templateIn(parts);
  if (named === undefined) {
    const late = isPrivateReply ? undefined : await windowProblem(read, message);
    return late === undefined ? withinReach(read, message, text) : { refusal: late };
  }
  const template = await templateToSend(read, account, named);
  return 'refusal' in template ? template : withinReach(read, message, templateText(template, named));
}

async function withinReach(read: Reader, message: Judging, text: string | null): Promise<Judged> {
  const refusal = await reachProblem(read, message);
  return refusal === undefined ? { text } : { refusal };
}

/** Source: INB-27, INB-31 */
function ownerProblem(conversation: ConversationRecord): Reply | undefined {
  if (!isOthers(conversation)) return undefined;
  const { ownerAppId } = conversation.doc;
  return refuse('not_thread_owner', typeof ownerAppId === 'string' ? { details: { ownerAppId } } : {});
}

/** Source: INB-35; readings, "Conversations" */
async function personProblem(
  read: Reader,
  account: AccountRecord,
  { doc }: ConversationRecord,
): Promise<Reply | undefined> {
  if (doc.isGroup === true ? doc.participants.length === 0 : (doc.participantId ?? '') === '')
    return refuse('MISSING_PARTICIPANT');
  if (doc.subscribed === false) return refuse('DM_NOT_ALLOWED');
  return (await findBlocked(read, account, doc.participantId ?? '')) !== undefined
    ? refuse('DM_NOT_ALLOWED', { message: 'The account has blocked this person.' })
    : undefined;
}
