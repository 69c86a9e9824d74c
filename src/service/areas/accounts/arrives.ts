/** What becomes of the import of an ad account. Listed in control/inbound-answer.ts. */
import { textOf } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import {
  accountOf,
  eventOf,
  isRefusal,
  oneOf,
  plainAccount,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';

/** Source: EVT-21, ASM-44 */
async function importPosts(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  // The body was judged by the words of the type.
  const status = scene.given['status'] as 'failed' | 'recovered';
  const reason = textOf(scene.given['reason']) ?? (status === 'failed' ? 'The network did not answer.' : null);
  const payload = { account: plainAccount(account), status, reason };
  return { events: [eventOf(`account.ads.sync_${status}`, account, payload)] };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  ads_sync: {
    fields: { accountId: WORD, status: oneOf('failed', 'recovered'), reason: TEXT },
    required: ['accountId', 'status'],
    cause: importPosts,
  },
};
