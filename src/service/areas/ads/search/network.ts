/** Whether the network of a call's account has search ads: words that people look for, and what is shown below their results. Asked by account-assets.ts and keywords.ts. */
import { textOf } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Check } from '../../../engine/checked.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';

/** An account that is not there is left to what serves the call. */
export const searchNetwork: Check = async ({ body, query }, { store }) => {
  const account = await store.read.get(ACCOUNT_KIND, textOf(body['accountId'] ?? query['accountId']) ?? '');
  if (account === undefined || traitsOf(account.doc.platform).adRules?.searchAds === true) return undefined;
  return refuse('platform_not_supported', {
    param: 'accountId',
    message: 'The network of this account has no search ads.',
  });
};
