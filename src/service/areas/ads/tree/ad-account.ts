/** One ad account of a connected account, by its id on the network. Used by ad-accounts.ts, structure.ts and judge/money.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import type { Desk } from '../../../desk.ts';
import { rowsFor } from '../../../engine/fixtures.ts';
import type { AccountRecord } from '../../../records/account.ts';
import type { Reader } from '../../../store/store.ts';

export const AD_ACCOUNT = 'ad_account';

/** The ad account as calls have left it; undefined where the network has none with the id for the account. */
export async function findAdAccount(
  { catalog }: { readonly catalog: Pick<Desk['catalog'], 'fixtures'> },
  read: Pick<Reader, 'list'>,
  { account, id }: { readonly account: AccountRecord; readonly id: string },
): Promise<Fields | undefined> {
  const stored = await read.list(AD_ACCOUNT, { teamId: account.teamId });
  const known = stored.find(({ doc }) => doc.accountId === account.id && doc.id === id);
  return known?.doc ?? rowsFor(catalog.fixtures(), AD_ACCOUNT, account).find((row) => row['id'] === id);
}
