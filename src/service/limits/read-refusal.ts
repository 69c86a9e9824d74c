/** How a platform's refusal to be read reaches the caller. Used by the areas that read from networks while the caller waits. */
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import { upstreamOf } from '../../platforms/platforms.ts';
import { unanswered, type Refusal } from './retries.ts';

/** Source: specification, "Types and default statuses" (LIM-22, LIM-23) */
export function unread(platform: string, refusal: Refusal): Reply {
  const more = { platform: upstreamOf(platform) };
  switch (refusal.outcome) {
    case 'rate_limited': {
      const { message, retryAfterSeconds: seconds } = refusal;
      const headers = seconds === undefined ? {} : { headers: { 'Retry-After': String(Math.ceil(seconds)) } };
      return refuse('rate_limited', { message, more, ...headers });
    }
    case 'rejected': {
      const { status, message, platformError } = refusal;
      const raw = platformError === undefined ? {} : { platformError };
      return refuse('platform_api_error', { status, message, more: { ...more, ...raw } });
    }
    case 'token_expired':
      return refuse('ads_connection_required', { message: refusal.message });
    case 'unavailable':
      return refuse('platform_api_error', { message: refusal.message, more });
    case 'timeout':
      return refuse('platform_api_error', { message: unanswered(platform), more });
  }
}
