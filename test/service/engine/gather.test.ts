/** What a call names together must belong together. */
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

test('an account and the profile of another one are refused, and nothing is written', async () => {
  const { api, account, profileId, service } = await startService();
  const { _id: accountId } = await account('telegram');
  const other = await api('POST', '/v1/profiles', { body: { name: 'Second' } });
  const body = { accountId, platform: 'telegram', name: 'Spring' };
  const refused = await api('POST', '/v1/broadcasts', {
    body: { ...body, profileId: String(other.body['profile']?.['_id']) },
  });
  expect(refused).toMatchObject({ status: 400, body: { param: 'accountId' } });
  expect(await service.desk.store.read.count('broadcast')).toBe(0);
  const made = await api('POST', '/v1/broadcasts', { body: { ...body, profileId: await profileId() } });
  expect(made.status).toBeLessThan(300);
});
