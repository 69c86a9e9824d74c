/** Why an account's metrics are unavailable when nothing was read before. */
import type { Reply } from '../../call.ts';
import { unread } from '../../limits/read-refusal.ts';
import type { Measurement } from './measured.ts';

/** The refusal for one account; undefined when all its posts have figures. Source: LIM-22, LIM-23 */
export function refusalOf({ refusals, accounts }: Measurement, accountId: string): Reply | undefined {
  const refusal = refusals.get(accountId);
  const platform = accounts.find(({ id }) => id === accountId)?.doc.platform ?? '';
  return refusal === undefined ? undefined : unread(platform, refusal);
}
