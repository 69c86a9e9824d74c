/** Posts of the Instagram account behind an ad account. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';

const IDENTITY = { igUserId: '17841405822304914', username: 'acme_coffee' };

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const read = (query: Readonly<Record<string, string>>) =>
    service.api('GET', '/v1/ads/instagram-posts', { query: { accountId, ...query } });
  return { ...service, read };
}

test('posts come with the account that they are of, which is found where it is not named', async () => {
  const { read } = await scene();
  for (const query of [{}, { igUserId: IDENTITY.igUserId }])
    expect(await read(query)).toMatchObject({
      status: 200,
      body: { ...IDENTITY, posts: [{ id: '17895695668004550', mediaType: 'IMAGE' }] },
    });
});

test('the posts of an account that is not there are not found', async () => {
  const { read } = await scene();
  expect(await read({ igUserId: '1' })).toMatchObject({ status: 404, body: { param: 'igUserId' } });
});

test('a refusal has nothing of the account beside it', async () => {
  const { read } = await scene();
  const { status, body } = await read({ accountId: '65fe42477cd47c66c5f4bf00' });
  expect(status).toBe(404);
  for (const name of Object.keys(IDENTITY)) expect(body).not.toHaveProperty(name);
});
