/** What becomes of the import of an ad account. Listed in control/inbound-answer.ts. */
import { textOf } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { accountOf, isRefusal, oneOf, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { hasFailed, NO_ANSWER, syncChanges, type Outcome } from './ads-sync.ts';

/** Source: EVT-21, EVT-125, ASM-44 */
async function syncImport(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  // The body was judged by the words of the type.
  const outcome = scene.given['outcome'] as Outcome;
  if ((outcome === 'failed') === (await hasFailed(scene.read, account)))
    return refuse('invalid_resource_state', { param: 'outcome', message: WRONG_STATE[outcome] });
  const reason = outcome === 'failed' ? (textOf(scene.given['error']) ?? NO_ANSWER) : null;
  return syncChanges(account, outcome, reason, scene.now);
}

const WRONG_STATE: Readonly<Record<Outcome, string>> = {
  failed: 'The last import of this account already failed.',
  recovered: 'No import of this account has failed.',
};

export const arrives: Readonly<Record<string, Inbound>> = {
  ads_sync: {
    fields: { accountId: WORD, outcome: oneOf('failed', 'recovered'), error: TEXT },
    required: ['accountId', 'outcome'],
    cause: syncImport,
  },
};
