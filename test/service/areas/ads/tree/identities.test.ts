import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';

test('the brand identity of a TikTok ads account is changed, and other networks have none', async () => {
  const { api, account } = await startService();
  const [tiktok, meta] = [await account('tiktokads'), await account('metaads')];
  const shown = { displayName: 'Acme', imageUrl: 'https://example.com/logo.png' };
  const set = (accountId: string) => api('PATCH', '/v1/connect/tiktok-ads', { body: { accountId, ...shown } });
  expect(await set(tiktok._id)).toMatchObject({ status: 200, body: { success: true, displayName: 'Acme' } });
  const query = { accountId: tiktok._id, adAccountId: '127204518839961' };
  expect((await api('GET', '/v1/ads/tiktok-identities', { query })).body['identities']).toMatchObject([
    { identityType: 'CUSTOMIZED_USER', displayName: 'Acme', profileImage: shown.imageUrl },
  ]);
  expect(await set(meta._id)).toMatchObject({ status: 400, body: { code: 'platform_not_supported' } });
});
