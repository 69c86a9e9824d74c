/** Quotas of upstream systems, ad platforms and the billing backend: the refusal when one is exhausted, and what is served meanwhile. */
import { instantOf } from '../../kernel/instant.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';

/** Source: specification, "Request rate" */
export interface Quota {
  readonly message?: string;
  readonly retryAfterSeconds?: number | undefined;
  /** Raw payload of the platform; may name whose quota it is. */
  readonly platformError?: unknown;
  /** Milliseconds. */
  readonly now: number;
}

/** A full quota of the search-and-display ads. Source: LIM-22 to LIM-26 */
export function adsQuotaRefusal({ message, retryAfterSeconds: seconds, platformError, now }: Quota): Reply {
  const scope = scopeIn(platformError);
  return refuse('rate_limited', {
    ...(message === undefined ? {} : { message }),
    details: {
      quotaExhausted: true,
      ...(scope === undefined ? {} : { quotaScope: scope }),
      ...(seconds === undefined ? {} : { resetsAt: instantOf(now + seconds * 1_000) }),
    },
    more: { platform: 'google', ...(platformError === undefined ? {} : { platformError }) },
    ...(seconds === undefined ? {} : { headers: { 'Retry-After': String(Math.ceil(seconds)) } }),
  });
}

/** `DEVELOPER` is shared, `ACCOUNT` the caller's own. */
function scopeIn(raw: unknown): string | undefined {
  const scope = typeof raw === 'object' && raw !== null && 'quotaScope' in raw ? raw.quotaScope : undefined;
  return scope === 'DEVELOPER' || scope === 'ACCOUNT' ? scope : undefined;
}

/** The latest good answers, served with `stale: true` while the quota behind them is full. */
export interface KeptReads {
  /** Keeps a good answer; a refusal for want of quota becomes the answer kept before. */
  through(key: string, reply: Reply): Reply;
  clear(): void;
}

const MOST_READS = 500;

/** Source: LIM-28, LOG-05 */
export function openKeptReads(): KeptReads {
  const kept = new Map<string, Reply>();
  return {
    through(key, reply) {
      if (isQuota(reply)) return staleOf(kept.get(key)) ?? reply;
      if (reply.status !== 200) return reply;
      kept.delete(key);
      kept.set(key, reply);
      const [oldest] = kept.keys();
      if (kept.size > MOST_READS && oldest !== undefined) kept.delete(oldest);
      return reply;
    },
    clear: () => kept.clear(),
  };
}

const isQuota = ({ status }: Reply): boolean => status === 429;

function staleOf(reply: Reply | undefined): Reply | undefined {
  if (reply === undefined || typeof reply.body !== 'object' || reply.body === null) return undefined;
  return { ...reply, body: { ...reply.body, stale: true } };
}
