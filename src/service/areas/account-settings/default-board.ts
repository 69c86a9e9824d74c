/** The Pinterest board that pins go to unless they name one: kept with the account, which shows it. Listed in operations.ts. */
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { accountFor, accountLock, accountView } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';

/** Source: Resources and their fields / Account */
export const updatePinterestBoards: Handler = (call, desk) =>
  commit(desk, [accountLock(call.path['accountId'] ?? '')], async (view) => {
    const account = await accountFor(view, call.caller, call.path['accountId'] ?? '');
    if (account === undefined) return { result: refuse('account_not_found') };
    const doc = { ...account.doc, metadata: { ...account.doc.metadata, ...call.body } };
    return {
      records: [{ ...account, doc }],
      result: ok({ message: 'The default board is set.', account: accountView(doc) }),
    };
  });
