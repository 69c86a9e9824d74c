/** What becomes of a delivery whose time has come: sent, or not any more. Pure; lane.ts asks before each attempt. */
import { MINUTE_MS } from '../../kernel/time.ts';
import type { WebhookRecord } from './webhook.ts';
import type { DeliveryState } from '../store/delivery.ts';
import type { StoredEvent } from '../store/store.ts';

/** How long events that were emitted before their group was denied still arrive. Source: WHK-38 */
const STILL_ARRIVES_MS = 5 * MINUTE_MS;

/** @param now ms */
export function fateOf(
  webhook: WebhookRecord | undefined,
  event: StoredEvent | undefined,
  now: number,
): 'send' | Extract<DeliveryState, 'dead' | 'dropped'> {
  if (webhook === undefined || event === undefined) return 'dropped';
  const { isActive, disabledResourceGroups, deniedAt } = webhook.doc;
  if (!isActive) return 'dead';
  if (!disabledResourceGroups.includes(event.group)) return 'send';
  const since = deniedAt?.[event.group];
  return since !== undefined && now <= since + STILL_ARRIVES_MS ? 'send' : 'dropped';
}
