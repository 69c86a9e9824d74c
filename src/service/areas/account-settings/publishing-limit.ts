/** What instagram still takes from an account: the cap of the platform, and the publications that count against it. */
import { capsOf, CAP_WINDOW_MS } from '../../../platforms/caps.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { accountFor } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';

export const getInstagramPublishingLimit: Handler = async ({ caller, path }, desk) => {
  const { read } = desk.store;
  const account = await accountFor(read, caller, path['accountId'] ?? '');
  if (account === undefined) return refuse('account_not_found');
  const daily = capsOf({ platform: account.doc.platform }, null).find(({ windowMs }) => windowMs === CAP_WINDOW_MS);
  const counted = await read.publications(account.id, desk.clock.now() - CAP_WINDOW_MS);
  return ok({
    quotaUsage: counted.length,
    ...(daily !== undefined && { quotaTotal: daily.limit }),
    quotaDurationSeconds: CAP_WINDOW_MS / 1_000,
  });
};
