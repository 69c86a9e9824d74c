/** Telegram: a code that a chat sends to the bot. */
import { expect, test } from 'vitest';
import { startService, TEST_NOW } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const profileId = await service.profileId();
  const begun = async () => (await service.api('GET', '/v1/connect/telegram', { query: { profileId } })).body;
  const check = (code: unknown, key?: string) =>
    service.api('PATCH', '/v1/connect/telegram', {
      query: { code: String(code) },
      ...(key === undefined ? {} : { key }),
    });
  const send = (code: unknown, more: object = {}) =>
    service.control('POST', `/_local/connect/${String(code)}`, { decision: 'approve', ...more });
  return { ...service, profileId, begun, check, send };
}

test('each code is another one, with the bot, what to do, and the time that it lasts', async () => {
  const { begun } = await scene();
  const first = await begun();
  expect(first).toEqual({
    code: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    expiresAt: new Date(TEST_NOW + 3_600_000).toISOString(),
    expiresIn: 3_600,
    botUsername: 'ServiceConnectBot',
    instructions: [
      'Add @ServiceConnectBot to your channel or group as an administrator.',
      `Send the code ${String(first['code'])} there.`,
      'The account is connected as soon as the bot sees the code.',
    ],
  });
  expect((await begun())['code']).not.toBe(first['code']);
});

test('the code waits, and is connected once the bot has seen it in a chat', async () => {
  const { begun, check, send, api, events, advance, profileId } = await scene();
  const { code, expiresAt } = await begun();
  await advance(60);
  expect((await check(code)).body).toEqual({ status: 'pending', expiresAt, expiresIn: 3_540 });
  await send(code, { username: '@acme_news' });
  const { accounts } = (await api('GET', '/v1/accounts')).body;
  expect(accounts).toMatchObject([
    { platform: 'telegram', profileId, username: 'acme_news', displayName: 'Acme News', isActive: true },
  ]);
  const { _id } = Object(accounts)[0] as { _id: string };
  expect((await check(code)).body).toEqual({
    status: 'connected',
    chatId: '-1001234567890',
    chatTitle: 'Acme News',
    chatType: 'channel',
    account: { _id, platform: 'telegram', username: 'acme_news', displayName: 'Acme News' },
  });
  expect((await events('account.connected')).map(({ payload }) => payload['account'])).toMatchObject([
    { accountId: _id },
  ]);
  expect(await send(code)).toMatchObject({ status: 409 });
});

test('a chat that the network does not list is connected by its name, and nothing is made up about it', async () => {
  const { begun, check, send } = await scene();
  const { code } = await begun();
  await send(code, { username: 'somewhere_else' });
  const { account, ...rest } = (await check(code)).body;
  expect([account, rest]).toMatchObject([{ username: 'somewhere_else' }, { status: 'connected' }]);
  expect(Object.keys(rest)).toEqual(['status']);
});

test('a code expires after an hour, as the answer says', async () => {
  const { begun, check, send, advance, api } = await scene();
  const { code } = await begun();
  await advance(3_600);
  expect((await check(code)).body).toMatchObject({ status: 'expired', message: expect.any(String) as string });
  expect(await send(code)).toMatchObject({ status: 409 });
  expect((await api('GET', '/v1/accounts')).body['accounts']).toEqual([]);
});

test('AUTH-12 an unknown code, a state of another platform and a code of another profile are 404', async () => {
  const { api, begun, check, profileId } = await scene();
  const { state } = (await api('GET', '/v1/connect/bluesky', { query: { profileId } })).body;
  for (const code of ['BOGUS', state])
    expect(await check(code)).toMatchObject({ status: 404, body: { code: 'not_found', param: 'code' } });
  const { profile } = (await api('POST', '/v1/profiles', { body: { name: 'Other' } })).body;
  const limited = { name: 'k', scope: 'profiles', profileIds: [Object(profile)._id as string] };
  const key = String(Object((await api('POST', '/v1/api-keys', { body: limited })).body['apiKey'])['key']);
  expect((await check((await begun())['code'], key)).status).toBe(404);
  expect((await api('GET', '/v1/accounts')).body['accounts']).toEqual([]);
});
