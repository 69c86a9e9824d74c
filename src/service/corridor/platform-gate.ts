/** What an account's platform does not offer at all, whatever is asked of it. Asked by upstream.ts. */
import type { Card } from '../../kernel/card.ts';
import type { Surface } from '../../kernel/guard.ts';
import type { AccountRecord } from '../areas/accounts/account.ts';
import { laneOf } from '../areas/accounts/identity.ts';
import { refuse, type Reply } from '../call.ts';
import { COMMERCE_PLATFORMS } from '../../platforms/platforms.ts';
import type { Plan } from '../limits/plan.ts';

type Gate = (account: AccountRecord, plan: Plan) => Reply | undefined;

/** Source: PLT-09, PLT-12, PLT-17 */
const comments: Gate = ({ doc }) => {
  if (doc.platform === 'discord' || COMMERCE_PLATFORMS.includes(doc.platform))
    return refuse('platform_not_supported', { message: `${doc.platform} has no comments.` });
  if (doc.platform !== 'tiktok' || laneOf(doc.$variant) === 'business') return undefined;
  return refuse('PLATFORM_LIMITATION', {
    message: 'Comments on tiktok need an account that is connected through the business app. Connect it again.',
  });
};

/** What tiktok says of every missing prerequisite of messages. It says nothing of the connection. Source: PLT-19, PLT-20 */
const INVALID_TOKEN = 'The access token is invalid or not found in the request.';

/** The feature that stands for the approval of messages by tiktok. */
const TIKTOK_MESSAGES = 'tiktok_messages';

/** Source: PLT-13 */
const conversations: Gate = ({ doc }) =>
  COMMERCE_PLATFORMS.includes(doc.platform)
    ? refuse('PLATFORM_NOT_SUPPORTED', { message: `${doc.platform} has no inbox.` })
    : undefined;

const sending: Gate = (account, plan) => {
  if (account.doc.platform !== 'tiktok' || plan.features[TIKTOK_MESSAGES] !== false)
    return conversations(account, plan);
  return refuse('platform_api_error', {
    status: 403,
    message: INVALID_TOKEN,
    more: { platform: 'tiktok', platformError: { code: 'access_token_invalid', message: INVALID_TOKEN } },
  });
};

/** Source: PLT-14 */
const uploads: Gate = ({ doc }) =>
  COMMERCE_PLATFORMS.includes(doc.platform)
    ? refuse('platform_not_supported', { message: `${doc.platform} takes no uploads.` })
    : undefined;

/** What each surface asks of the account. */
const GATES: Readonly<Record<Surface, Gate>> = { comments, conversations, sending, uploads };

/** The gate of an operation; undefined for those that every platform offers. */
export const gateOf = ({ guard }: Card): Gate | undefined => guard?.surface && GATES[guard.surface];
