/** How an endpoint has been doing, and when it is switched off. Pure; record.ts writes it after each attempt. */
import { DAY_MS } from '../../kernel/time.ts';
import { ownKind } from '../store/record.ts';

/** Kept beside the endpoint, since it changes with every delivery. Instants in ms. */
export interface Health extends Record<string, unknown> {
  /** Failed attempts since the last success. */
  readonly failureCount: number;
  /** Deliveries in a row that failed for good. */
  readonly deadInARow: number;
  readonly lastFiredAt: number | null;
  readonly lastSuccessAt: number | null;
  /** First failure since the last success. */
  readonly failingSince: number | null;
}

export const HEALTH_KIND = ownKind<Health>('$webhook_health');

export const UNUSED: Health = {
  failureCount: 0,
  deadInARow: 0,
  lastFiredAt: null,
  lastSuccessAt: null,
  failingSince: null,
};

/** One attempt, as the health of its endpoint sees it. */
export interface Sign {
  /** Milliseconds. */
  readonly at: number;
  /** `retried`: failed, and there will be another attempt. `asked`: failed, and it was the caller's. */
  readonly outcome: 'success' | 'retried' | 'dead' | 'asked';
}

export function healthAfter(health: Health, { at, outcome }: Sign): Health {
  const fired = { ...health, lastFiredAt: at };
  if (outcome === 'asked') return fired;
  if (outcome === 'success') return { ...UNUSED, lastFiredAt: at, lastSuccessAt: at };
  return {
    ...fired,
    failureCount: health.failureCount + 1,
    deadInARow: health.deadInARow + (outcome === 'dead' ? 1 : 0),
    failingSince: health.failingSince ?? at,
  };
}

/** Begins anew after somebody switched the endpoint on again. Source: ASM-47 */
export const reactivated = (health: Health): Health => ({ ...UNUSED, lastFiredAt: health.lastFiredAt });

const THREE_DAYS_MS = 3 * DAY_MS;
const MOST_DEAD_IN_A_ROW = 20;

/**
 * Whether the endpoint is to be switched off.
 * @param now ms
 * Source: specification, "Webhook subscription" (WHK-90 to WHK-92, ASM-47)
 */
export function isBeyondHope({ deadInARow, lastSuccessAt, failingSince }: Health, now: number): boolean {
  if (failingSince === null) return false;
  const hasNoSuccess = now - (lastSuccessAt ?? failingSince) >= THREE_DAYS_MS;
  const isFailingLong = now - failingSince >= THREE_DAYS_MS;
  return hasNoSuccess && (deadInARow >= MOST_DEAD_IN_A_ROW || isFailingLong);
}
