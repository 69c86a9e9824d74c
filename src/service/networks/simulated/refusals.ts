/** What a simulated platform says when it does not do what it was asked. Texts in the manner of each platform, in our own words. */
import { platformLabel } from '../../../platforms/labels.ts';
import type { NetworkAnswer } from '../driver.ts';
import { upstreamOf } from '../../../platforms/platforms.ts';
import type { Behaviour } from './behaviour.ts';

const REJECTIONS: Readonly<Record<string, string>> = {
  twitter: 'This account is not allowed to create posts with this content.',
  instagram: 'The media container could not be published.',
  facebook: 'The page does not allow this post.',
  linkedin: 'The author lacks the right to share on behalf of this member or organization.',
  tiktok: 'The post was declined by content review.',
  youtube: 'The upload was declined: the channel may not publish this video.',
  pinterest: 'The pin could not be saved to the board.',
  reddit: 'The community does not accept this submission.',
  bluesky: 'The record was refused by the repository.',
  threads: 'The thread could not be published.',
  telegram: 'The bot has no right to send messages to the chat.',
  snapchat: 'The story could not be posted.',
  discord: 'Missing Access',
  slack: 'The app is not a member of that channel.',
  whatsapp: 'The message could not be sent to the recipient.',
  googlebusiness: 'The local post was declined by moderation.',
};

const rejectionText = (platform: string): string => REJECTIONS[platform] ?? 'The platform declined the request.';

/** The raw payload a platform sends with a refusal, when none was set. */
function rawError(platform: string, status: number, message: string): Record<string, unknown> {
  if (upstreamOf(platform) === 'meta')
    return { error: { message, type: 'OAuthException', code: status === 400 ? 100 : 200 } };
  if (upstreamOf(platform) === 'google') return { error: { code: status, message, status: 'FAILED_PRECONDITION' } };
  return { code: status, message };
}

/** The platform declines: a permanent answer. */
export function rejection(
  platform: string,
  more: {
    message?: string | undefined;
    status?: number | undefined;
    category?: string | undefined;
    raw?: unknown;
  } = {},
): NetworkAnswer<never> {
  const status = more.status ?? 400;
  const message = more.message ?? rejectionText(platform);
  return {
    outcome: 'rejected',
    status,
    message,
    category: more.category ?? 'platform_rejected',
    platformError: more.raw ?? rawError(platform, status, message),
  };
}

/** The answer that a behaviour asks for; undefined for behaviours under which the platform acts. */
export function answerOf(platform: string, behaviour: Behaviour): NetworkAnswer<never> | undefined {
  const { outcome, message } = behaviour;
  switch (outcome) {
    case 'ok':
    case 'lost':
      return undefined;
    case 'timeout':
      return { outcome };
    case 'reject':
      return rejection(platform, {
        message,
        status: behaviour.status,
        category: behaviour.errorCategory,
        raw: behaviour.platformError,
      });
    case 'rate_limited':
      return rateLimited(platform, behaviour);
    case 'server_error':
      return {
        outcome: 'unavailable',
        status: behaviour.status ?? 500,
        message: message ?? `${platformLabel(platform)} failed to respond.`,
      };
    case 'token_expired':
      return {
        outcome,
        message: message ?? `${platformLabel(platform)} no longer accepts the access token of this account.`,
      };
  }
}

function rateLimited(platform: string, behaviour: Behaviour): NetworkAnswer<never> {
  const { retryAfterSeconds, remaining } = behaviour;
  const reset = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} seconds.`;
  return {
    outcome: 'rate_limited',
    message: behaviour.message ?? `${platformLabel(platform)} allows no more requests for now.${reset}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(remaining === undefined ? {} : { remaining }),
    ...(behaviour.platformError === undefined ? {} : { platformError: behaviour.platformError }),
  };
}
