import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const connect = (body: object) => service.control('POST', '/_local/accounts', body);
const disconnect = (id: string, body = {}) => service.control('POST', `/_local/accounts/${id}/disconnect`, body);

async function profile(name: string): Promise<string> {
  return (await service.api('POST', '/v1/profiles', { body: { name } })).body['profile']?.['_id'] as unknown as string;
}

describe('connecting', () => {
  test('the event names account and profile', async () => {
    const account = await service.account('bluesky', { username: 'northwind.example' });
    const [event] = await service.events('account.connected');
    expect(event?.payload).toMatchObject({
      event: 'account.connected',
      account: {
        accountId: account._id,
        profileId: await service.profileId(),
        platform: 'bluesky',
        username: 'northwind.example',
        displayName: 'northwind.example',
      },
    });
  });

  test('ACC-11 ACC-12 a reconnection gives a new id inside the same profile', async () => {
    const profileId = await profile('Brand');
    const identity = { profileId, username: 'northwind' };
    const before = await service.account('twitter', identity);
    await disconnect(before._id);
    const after = await service.account('twitter', identity);
    expect(after._id).not.toBe(before._id);
    const { body } = await service.api('GET', '/v1/accounts', { query: { profileId } });
    expect(body['accounts']).toMatchObject([{ _id: after._id, isActive: true }]);
    expect((await service.api('GET', `/v1/profiles/${profileId}`)).status).toBe(200);
  });

  test('accounts without a name do not take each other for a reconnection', async () => {
    for (let n = 0; n < 3; n += 1) await service.account('twitter');
    expect((await service.api('GET', '/v1/accounts')).body['accounts']).toHaveLength(3);
  });

  test('ACC-15 a whatsapp number has four strings of metadata', async () => {
    const account = await service.account('whatsapp');
    expect(account['metadata']).toEqual({
      wabaId: expect.any(String),
      phoneNumberId: expect.any(String),
      qualityRating: expect.any(String),
      messagingLimitTier: expect.any(String),
    });
  });

  test('ACC-16 a profile takes one whatsapp number', async () => {
    await service.account('whatsapp');
    expect(await connect({ platform: 'whatsapp' })).toMatchObject({
      status: 403,
      body: { code: 'ONE_WHATSAPP_PER_PROFILE' },
    });
    expect((await connect({ platform: 'whatsapp', profileId: await profile('Second') })).status).toBe(201);
  });

  test('ACC-17 a number is connected in one profile', async () => {
    const username = '+4930123456';
    await service.account('whatsapp', { username });
    const elsewhere = await connect({ platform: 'whatsapp', username, profileId: await profile('Second') });
    expect(elsewhere).toMatchObject({ status: 403, body: { code: 'WHATSAPP_NUMBER_ALREADY_CONNECTED' } });
    expect((await connect({ platform: 'whatsapp', username })).status).toBe(201);
  });

  test('a disconnected number makes room for another', async () => {
    const first = await service.account('whatsapp');
    await disconnect(first._id);
    expect((await connect({ platform: 'whatsapp' })).status).toBe(201);
  });

  test('an unknown profile and an unknown platform are refused', async () => {
    const profileId = 'f'.repeat(24);
    expect((await connect({ platform: 'twitter', profileId })).body).toMatchObject({ code: 'profile_not_found' });
    expect(await connect({ platform: 'myspace' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value' },
    });
  });
});

describe('disconnecting', () => {
  test('ASM-56 an expired token is one unintentional event, and the account stays to be reconnected', async () => {
    const { _id } = await service.account('twitter');
    for (let n = 0; n < 2; n += 1) await disconnect(_id, { reason: 'Token revoked.' });
    const events = await service.events('account.disconnected');
    expect(events.map(({ payload }) => payload['account'])).toEqual([
      expect.objectContaining({ accountId: _id, disconnectionType: 'unintentional', reason: 'Token revoked.' }),
    ]);
    const { body } = await service.api('GET', '/v1/accounts');
    expect(body['accounts']).toMatchObject([{ _id, isActive: false, needsReconnection: true }]);
  });

  test('ASM-56 a disconnection by the user is one intentional event', async () => {
    const { _id } = await service.account('twitter');
    await service.api('DELETE', `/v1/accounts/${_id}`);
    const events = await service.events('account.disconnected');
    expect(events.map(({ payload }) => payload['account'])).toEqual([
      expect.objectContaining({ accountId: _id, disconnectionType: 'intentional', reason: expect.any(String) }),
    ]);
  });

  test('an account that had expired goes without a second event', async () => {
    const { _id } = await service.account('twitter');
    await disconnect(_id);
    await service.api('DELETE', `/v1/accounts/${_id}`);
    expect(await service.events('account.disconnected')).toHaveLength(1);
  });
});
