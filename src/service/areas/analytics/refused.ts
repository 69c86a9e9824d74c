/** How a platform's refusal to be read reaches the caller, when nothing was read before. */
import { refuse, type Reply } from '../../call.ts';
import { upstreamOf } from '../../limits/platforms.ts';
import type { Measurement } from './measured.ts';

/** The refusal for one account; undefined when all its posts have figures. Source: LIM-22, LIM-23 */
export function refusalOf({ refusals, accounts }: Measurement, accountId: string): Reply | undefined {
  const refusal = refusals.get(accountId);
  const platform = accounts.find(({ id }) => id === accountId)?.doc.platform ?? '';
  if (refusal === undefined) return undefined;
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
      return refuse('platform_api_error', { message: `${platform} did not answer in time.`, more });
  }
}
