/** What follows when a platform did not take a publication: a further try, or a failure with its category. Pure. */
import { platformLabel } from '../../platforms/labels.ts';
import { traitsOf } from '../../platforms/platforms.ts';
import type { NetworkAnswer } from '../networks/driver.ts';

/** Source: fact set, PlatformTarget; a test compares it with the contract. */
export const ERROR_SOURCES = {
  auth_expired: 'user',
  user_content: 'user',
  user_abuse: 'user',
  account_issue: 'user',
  platform_rejected: 'platform',
  platform_error: 'platform',
  platform_rate_limit: 'platform',
  quota_exhausted: 'platform',
  system_error: 'system',
  unknown: 'system',
} as const;

export type ErrorCategory = keyof typeof ERROR_SOURCES;

/** Waits before the retries when the platform names no reset. Source: ASM-45. */
export const RETRY_WAITS_SECONDS: readonly number[] = [1, 2, 4];

/** A reset nearer than this is waited for. Source: LIM-45, LIM-46. */
const NEAR_RESET_SECONDS = 300;

/** A permanent failure of one target. */
export interface TargetFailure {
  readonly message: string;
  readonly category: ErrorCategory;
  /** Set when the platform limited the rate and named its reset. */
  readonly retryAfterSeconds?: number;
  /** True when the account's connection has ended with this answer. */
  readonly tokenExpired?: boolean;
  /** True when the platform may have taken the publication although it did not say so. */
  readonly isUncertain?: boolean;
  /** True for a rate error, which becomes a 429 of the call where the caller waits (LIM-50). */
  readonly rateLimited?: boolean;
}

export type NextStep = { readonly waitMs: number } | { readonly failure: TargetFailure };

export type Refusal = Exclude<NetworkAnswer<unknown>, { outcome: 'ok' }>;

/**
 * @param tries how often this publication has been tried, the answered one included; from 1
 * Source: specification, "Platform retries and shared budgets" (LIM-44 to LIM-50, ASM-45)
 */
export function stepAfter(answer: Refusal, platform: string, tries: number): NextStep {
  switch (answer.outcome) {
    case 'rejected':
      return { failure: { message: answer.message, category: categoryOf(answer.category) } };
    case 'token_expired':
      return { failure: { message: answer.message, category: 'auth_expired', tokenExpired: true } };
    case 'rate_limited':
      return afterRateLimit(answer, platform, tries);
    case 'unavailable':
      return again(tries, { message: answer.message, category: 'platform_error', isUncertain: true });
    case 'timeout':
      return again(tries, { message: unanswered(platform), ...UNANSWERED });
  }
}

export const unanswered = (platform: string): string => `${platformLabel(platform)} did not respond in time.`;

const UNANSWERED = { category: 'platform_error', isUncertain: true } as const;

type RateLimited = Extract<Refusal, { outcome: 'rate_limited' }>;

function afterRateLimit(answer: RateLimited, platform: string, tries: number): NextStep {
  const { retryAfterSeconds } = answer;
  const exhausted = answer.remaining === 0;
  const callerWaits = traitsOf(platform).posting?.callerWaits === true;
  const failure: TargetFailure = {
    message: callerWaits ? withSeconds(answer.message, retryAfterSeconds) : answer.message,
    category: exhausted ? 'quota_exhausted' : 'platform_rate_limit',
    rateLimited: true,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  if (exhausted || callerWaits) return { failure };
  if (retryAfterSeconds === undefined) return again(tries, failure);
  if (retryAfterSeconds >= NEAR_RESET_SECONDS) return { failure };
  return again(tries, failure, retryAfterSeconds + 1);
}

function again(tries: number, failure: TargetFailure, waitSeconds = RETRY_WAITS_SECONDS[tries - 1]): NextStep {
  if (tries > RETRY_WAITS_SECONDS.length || waitSeconds === undefined) return { failure };
  return { waitMs: waitSeconds * 1000 };
}

/** The platform's message, with the seconds to its reset when it does not name them itself. Source: LIM-48, LIM-50. */
function withSeconds(message: string, seconds: number | undefined): string {
  if (seconds === undefined || new RegExp(`\\b${String(seconds)}\\b`).test(message)) return message;
  return `${message.replace(/[.\s]*$/, '')}. Retry in ${String(seconds)} seconds.`;
}

const categoryOf = (word: string): ErrorCategory =>
  Object.hasOwn(ERROR_SOURCES, word) ? (word as ErrorCategory) : 'platform_rejected';
