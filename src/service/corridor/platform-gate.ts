/** What an account's platform does not offer at all, whatever is asked of it. Asked by upstream.ts. */
import { platformLabel } from '../../platforms/labels.ts';
import type { Card } from '../../kernel/card.ts';
import type { Surface } from '../../kernel/guard.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { commentRulesOf } from '../../platforms/comments.ts';
import { messageRulesOf } from '../../platforms/messages.ts';
import { laneOf } from '../../platforms/lanes.ts';
import { lacks, traitsOf, upstreamOf } from '../../platforms/platforms.ts';
import type { Plan } from '../limits/plan.ts';

type Gate = (account: AccountRecord, plan: Plan) => Reply | undefined;

/** Source: PLT-09, PLT-12, PLT-17 */
const comments: Gate = ({ doc }) => {
  if (commentRulesOf(doc.platform) === undefined)
    return refuse('platform_not_supported', { message: `${platformLabel(doc.platform)} has no comments.` });
  if (laneOf(doc.platform, doc.variant) !== 'developer') return undefined;
  return refuse('PLATFORM_LIMITATION', {
    message: `Comments on ${platformLabel(doc.platform)} require an account that is connected through the business app. Reconnect it.`,
  });
};

/** What a platform that has to approve messages says of every missing prerequisite. It says nothing of the connection. Source: PLT-19, PLT-20 */
const INVALID_TOKEN = 'The access token is invalid or not found in the request.';

/** Source: PLT-13 */
const conversations: Gate = ({ doc }) =>
  lacks(doc.platform, 'conversations')
    ? refuse('PLATFORM_NOT_SUPPORTED', { message: `${platformLabel(doc.platform)} has no inbox.` })
    : undefined;

/** Source: INB-34, PLT-13 */
const sending: Gate = (account, plan) => {
  const { platform } = account.doc;
  if (messageRulesOf(platform) === undefined)
    return refuse('PLATFORM_NOT_SUPPORTED', {
      message: `${platformLabel(platform)} has no direct messages in the inbox.`,
    });
  const approval = traitsOf(platform).inbox?.approval;
  if (approval === undefined || plan.features[approval] !== false) return conversations(account, plan);
  return refuse('platform_api_error', {
    status: 403,
    message: INVALID_TOKEN,
    more: { platform: upstreamOf(platform), platformError: { code: 'access_token_invalid', message: INVALID_TOKEN } },
  });
};

/** Source: PLT-14 */
const uploads: Gate = ({ doc }) =>
  lacks(doc.platform, 'uploads')
    ? refuse('platform_not_supported', { message: `${platformLabel(doc.platform)} takes no uploads.` })
    : undefined;

/** Source: readings, "Google Business" */
const listing: Gate = ({ doc }) =>
  traitsOf(doc.platform).listing === true
    ? undefined
    : refuse('platform_not_supported', { message: `${platformLabel(doc.platform)} has no business listings.` });

/** Accounts of other platforms than those of the operation's kind of record have none of them. */
export const ofOtherPlatform = (
  { doc: { platform } }: AccountRecord,
  platforms: readonly string[] | undefined,
): Reply | undefined =>
  platforms === undefined || platforms.includes(platform)
    ? undefined
    : refuse('platform_not_supported', {
        message: `This requires an account on ${platforms.map(platformLabel).join(' or ')}; the account is on ${platformLabel(platform)}.`,
      });

/** What each surface asks of the account. */
const GATES: Readonly<Record<Surface, Gate>> = { comments, conversations, listing, sending, uploads };

/** The gate of an operation; undefined for those that every platform offers. */
export const gateOf = ({ guard }: Card): Gate | undefined => guard?.surface && GATES[guard.surface];
