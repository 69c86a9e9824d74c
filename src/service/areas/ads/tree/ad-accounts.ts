/** The ad accounts that a network has for a connected account: its own, and those that calls made there; and their money. Listed in operations.ts. */
import { daysBetween } from '../../../../kernel/days.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import { isFields } from '../../../../kernel/json.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { engineWith, inScene } from '../../../engine/engine.ts';
import { lost } from '../../../engine/scene.ts';
import { entriesOfCall } from '../activity/entries.ts';
import { AD_ACCOUNT, findAdAccount } from './ad-account.ts';
import { localNow, totalOf } from '../figures/figures.ts';
import { everMade, structureOf } from './structure.ts';

/** What its ads have spent since they were made; all of it is owed, because no network bills here. */
const getAdAccountFinance: Handler = inScene(async ({ call, desk, owners, now }) => {
  const { account } = owners;
  const adAccountId = String(call.query['adAccountId']);
  const adAccount = account && (await findAdAccount(desk, desk.store.read, { account, id: adAccountId }));
  if (account === undefined || adAccount === undefined) return lost({ name: AD_ACCOUNT });
  const structure = await structureOf(call, desk);
  const { delivery } = structure;
  const own = everMade(structure).ads.filter(
    ({ doc }) => doc.accountId === account.id && doc.platformAdAccountId === adAccountId,
  );
  const first = Math.min(now, ...own.map(({ createdAt }) => createdAt));
  const from = instantOf(first - DAY_MS);
  const { spend } = totalOf(own, daysBetween({ from }, localNow(own, delivery)), delivery);
  const { currency, fundingSourceDetails: funding } = adAccount;
  const fundingSource = isFields(funding) ? { displayString: funding['displayString'], type: funding['type'] } : null;
  return ok({ adAccountId, currency, balance: spend, amountSpent: spend, spendCap: null, fundingSource });
});

/** Made and changed as the contract declares it, with an entry in the activity log. */
const withEntry: Handler = engineWith(async (writes, scene, view) => ({
  records: await entriesOfCall(writes, scene, view),
}));

export const adAccounts: Record<string, Handler> = {
  getAdAccountFinance,
  createAdAccount: withEntry,
  updateAdAccount: withEntry,
};
