/** Whether a person can be written to now: the day after they last wrote, and what keeps it open. Asked by problems.ts. */
import { DAY_MS, HOUR_MS } from '../../../kernel/time.ts';
import { textOf, type Fields } from '../../../kernel/json.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import { upstreamOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { MESSAGE, type ConversationRecord, type MessageRecord } from './record.ts';

interface Message {
  readonly account: AccountRecord;
  readonly conversation: ConversationRecord;
  /** Templates, tags and the like. */
  readonly parts: Fields;
  /** Milliseconds. */
  readonly now: number;
}

/** The refusal of a message that comes too late, or undefined. A template that is sent by its name is never late. Source: INB-19 to INB-21, ASM-49 */
export async function windowProblem(read: Reader, message: Message): Promise<Reply | undefined> {
  const { window } = messageRulesOf(message.account.doc.platform) ?? {};
  if (window === undefined) return undefined;
  const { id: parentId, teamId } = message.conversation;
  const incoming = { teamId, parentId, where: { direction: 'incoming' }, order: 'desc', limit: 1 } as const;
  const [last] = await read.list(MESSAGE, incoming);
  const since = last === undefined ? undefined : message.now - last.createdAt;
  if (window === 'tag') return tagProblem(message, since);
  if (since !== undefined && since <= DAY_MS) return undefined;
  if (message.parts['category'] === undefined) return refuse('TEMPLATE_REQUIRED');
  return directProblem(message, await read.list(MESSAGE, { teamId, parentId, since: message.now - DAY_MS + 1 }));
}

/** What the platform says of a message outside its window. @param since ms; undefined for somebody who never wrote */
function tagProblem({ account: { doc }, parts }: Message, since: number | undefined): Reply | undefined {
  if (since === undefined || since <= DAY_MS) return undefined;
  const hours = messageRulesOf(doc.platform)?.tags?.[textOf(parts['messageTag']) ?? ''];
  if (hours === null || (hours !== undefined && since <= hours * HOUR_MS)) return undefined;
  const message = 'This message is sent outside of the allowed window.';
  return refuse('platform_api_error', {
    status: 400,
    message,
    more: {
      platform: upstreamOf(doc.platform),
      platformError: { message, type: 'OAuthException', code: 10, error_subcode: 2018278 },
    },
  });
}

/** A utility message without a template, as far as the standing of the number lets it. @param recent messages of the last 24 hours. Source: INB-33; readings, "Conversations" */
function directProblem({ account: { doc } }: Message, recent: readonly MessageRecord[]): Reply | undefined {
  const { coexistence, qualityRating } = doc.metadata as Fields;
  if (coexistence === true) return refuse('DIRECT_SEND_NOT_ELIGIBLE');
  if (qualityRating === 'RED') return refuse('DIRECT_SEND_BLOCKED');
  const isLimited = recent.some((one) => (one.doc.content as Fields | undefined)?.['category'] !== undefined);
  return isLimited ? refuse('DIRECT_SEND_LIMITED') : undefined;
}
