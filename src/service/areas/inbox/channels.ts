/** Whether a message can go out by another way than the platform's own. Asked by problems.ts; src/platforms/messages.ts has the ways. */
import { platformLabel } from '../../../platforms/labels.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import { isNumber } from '../../../platforms/people.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Content } from './content.ts';
import type { ConversationRecord } from './record.ts';
import type { AccountRecord } from '../../records/account.ts';

interface Way {
  readonly account: AccountRecord;
  readonly conversation: ConversationRecord;
  readonly parts: Content['parts'];
}

/** Source: readings, "iMessage" */
export function channelProblem({ account, conversation, parts }: Way): Reply | undefined {
  const { platform, username } = account.doc;
  const channel = channelOf(conversation, parts);
  if (channel === undefined || channel === platform) return undefined;
  if (messageRulesOf(platform)?.channels?.includes(channel) !== true)
    return refuse('PLATFORM_LIMITATION', {
      param: 'channel',
      message: `${platformLabel(platform)} sends nothing by ${platformLabel(channel)}.`,
    });
  if (parts['effect'] !== undefined)
    return refuse('PLATFORM_LIMITATION', {
      param: 'effect',
      message: `Messages by ${platformLabel(channel)} have no effects.`,
    });
  const people =
    conversation.doc.isGroup === true ? conversation.doc.participants : [{ id: conversation.doc.participantId }];
  return [username, ...people.map(({ id }) => id)].every((one) => isNumber(one ?? ''))
    ? undefined
    : refuse('PARTICIPANT_NOT_FOUND', {
        param: 'channel',
        message: `Messages by ${platformLabel(channel)} go from a phone number to phone numbers.`,
      });
}

/** The way that the message names, else that of its group. */
const channelOf = ({ doc }: ConversationRecord, { channel = doc.channel }: Content['parts']): string | undefined =>
  typeof channel === 'string' ? channel : undefined;
