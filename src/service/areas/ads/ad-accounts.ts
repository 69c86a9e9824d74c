/** The ad accounts that a network has for a connected account: its own, and those that calls made there; and their money. Listed in operations.ts. */
import { daysBetween } from '../../../kernel/days.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { isFields, type Fields } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { rowsFor } from '../../engine/fixtures.ts';
import { lost } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Reader } from '../../store/store.ts';
import { totalOf } from './figures.ts';
import { structureOf } from './structure.ts';

const AD_ACCOUNT = 'ad_account';

/** The ad account as calls have left it; undefined where the network has none with the id for the account. */
export async function findAdAccount(
  { catalog }: Pick<Desk, 'catalog'>,
  read: Pick<Reader, 'list'>,
  { account, id }: { readonly account: AccountRecord; readonly id: string },
): Promise<Fields | undefined> {
  const stored = await read.list(AD_ACCOUNT, { teamId: account.teamId });
  const known = stored.find(({ doc }) => doc.accountId === account.id && doc.id === id);
  return known?.doc ?? rowsFor(catalog.fixtures(), AD_ACCOUNT, account).find((row) => row['id'] === id);
}

/** What its ads have spent since they were made; all of it is owed, because no network bills here. */
const getAdAccountFinance: Handler = inScene(async ({ call, desk, owners, now }) => {
  const { account } = owners;
  const adAccountId = String(call.query['adAccountId']);
  const adAccount = account && (await findAdAccount(desk, desk.store.read, { account, id: adAccountId }));
  if (account === undefined || adAccount === undefined) return lost({ name: AD_ACCOUNT });
  const { ads } = await structureOf(call, desk);
  const own = ads.filter(({ doc }) => doc.accountId === account.id && doc.platformAdAccountId === adAccountId);
  const first = Math.min(now, ...own.map(({ createdAt }) => createdAt));
  const { spend } = totalOf(own, daysBetween({ from: instantOf(first) }, now), now);
  const { currency, fundingSourceDetails: funding } = adAccount;
  const fundingSource = isFields(funding) ? { displayString: funding['displayString'], type: funding['type'] } : null;
  return ok({ adAccountId, currency, balance: spend, amountSpent: spend, spendCap: null, fundingSource });
});

export const adAccounts: Record<string, Handler> = { getAdAccountFinance };
