/** Blocked people: each of a list by itself, and by its own account alone. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const PATH = '/v1/whatsapp/block-users';
const [ONE, OTHER] = ['+15550100001', '+15550100002'];

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const send = (method: string, users: readonly string[]) => service.api(method, PATH, { body: { accountId, users } });
  const blocked = async () => (await service.api('GET', PATH, { query: { accountId } })).body['blockedUsers'];
  const isBlocked = async (user: string) =>
    (await service.api('GET', `${PATH}/status`, { query: { accountId, user } })).body['blocked'];
  return { ...service, accountId, send, blocked, isBlocked };
}

test('several people are blocked by one call, once each, and unblocked by one', async () => {
  const { send, blocked, isBlocked } = await scene();
  expect((await send('POST', [ONE, OTHER])).body).toMatchObject({
    blocked: [
      { input: ONE, waId: ONE },
      { input: OTHER, waId: OTHER },
    ],
    failed: [],
  });
  await send('POST', ['+1 (555) 010-0001']);
  expect(await blocked()).toEqual([{ waId: ONE }, { waId: OTHER }]);
  expect(await isBlocked(OTHER)).toBe(true);
  expect((await send('DELETE', [OTHER, '+15550100003'])).body).toMatchObject({
    unblocked: [{ input: OTHER, waId: OTHER }],
    failed: [{ input: '+15550100003' }],
  });
  expect([await isBlocked(OTHER), await blocked()]).toEqual([false, [{ waId: ONE }]]);
});

test('what is not a phone number is not blocked, and the answer says so', async () => {
  const { send, blocked } = await scene();
  expect((await send('POST', ['Harbor news', ONE])).body).toEqual({
    blocked: [{ input: ONE, waId: ONE }],
    failed: [{ input: 'Harbor news', errors: ['The phone number is not valid.'] }],
  });
  expect(await blocked()).toEqual([{ waId: ONE }]);
});

test('who is not blocked cannot be unblocked, and another account has blocked nobody', async () => {
  const { account, api, send, blocked } = await scene();
  expect((await send('DELETE', [ONE])).status).toBe(404);
  await send('POST', [ONE]);
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const { _id: accountId } = await account('whatsapp', { profileId: profile.body['profile']?.['_id'] });
  expect((await api('DELETE', PATH, { body: { accountId, users: [ONE] } })).status).toBe(404);
  expect((await api('GET', PATH, { query: { accountId } })).body['blockedUsers']).toEqual([]);
  expect(await blocked()).toEqual([{ waId: ONE }]);
});

test('INB-35 neither side of a block writes to the other, until it is lifted', async () => {
  const { api, control, accountId, send } = await scene();
  const hears = () =>
    control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id: '15550100001' }, text: 'Hi' });
  const conversationId = String((await hears()).body['conversationId']);
  const answers = () =>
    api('POST', `/v1/inbox/conversations/${conversationId}/messages`, { body: { accountId, message: 'Hello' } });
  await send('POST', [ONE]);
  expect(await answers()).toMatchObject({ status: 422, body: { code: 'DM_NOT_ALLOWED' } });
  expect((await hears()).status).toBe(409);
  await send('DELETE', [ONE]);
  expect([(await hears()).status, (await answers()).status]).toEqual([201, 200]);
});
