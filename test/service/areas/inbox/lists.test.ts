/** Which conversations a list shows. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

test('conversations are filtered by account and platform, and by both', async () => {
  const { account, control, api } = await startService();
  const platforms = ['instagram', 'facebook', 'telegram'];
  const ids: string[] = [];
  for (const platform of platforms) {
    const { _id: accountId } = await account(platform);
    await control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      text: 'Hello',
      participant: { id: '15550100399', name: 'Ana' },
    });
    ids.push(accountId);
  }
  const platformsOf = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await api<{ data?: Json[] }>('GET', '/v1/inbox/conversations', { query });
    return (body.data ?? []).map(({ platform }) => String(platform)).sort();
  };
  const [accountId = ''] = ids;
  expect(await platformsOf({})).toEqual(platforms.toSorted());
  expect(await platformsOf({ accountId })).toEqual(['instagram']);
  expect(await platformsOf({ platform: 'facebook' })).toEqual(['facebook']);
  expect(await platformsOf({ accountId, platform: 'facebook' })).toEqual([]);
});
