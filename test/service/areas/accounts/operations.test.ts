import { beforeEach, describe, expect, test } from 'vitest';
import { POSTING_PLATFORMS } from '../../../../src/platforms/platforms.ts';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const list = async (query: Record<string, string | number | boolean> = {}, key?: string) =>
  (await service.api('GET', '/v1/accounts', { query, ...(key === undefined ? {} : { key }) })).body;
const rows = (body: Json) =>
  body['accounts'] as unknown as (Record<string, unknown> & { _id: string; profileId: string })[];

async function profile(name: string): Promise<string> {
  return (await service.api('POST', '/v1/profiles', { body: { name } })).body['profile']?.['_id'] as unknown as string;
}

async function limitedKey(body: object): Promise<string> {
  const answer = await service.api('POST', '/v1/api-keys', { body: { name: 'limited', ...body } });
  return answer.body['apiKey']?.['key'] as unknown as string;
}

describe('listing accounts', () => {
  test('ACC-18 the list is an array under `accounts`', async () => {
    expect((await list())['accounts']).toEqual([]);
    await service.account('twitter');
    expect(await list()).toMatchObject({ accounts: [{ platform: 'twitter' }], hasAnalyticsAccess: true });
  });

  test('ACC-13 every platform of the list can be connected', async () => {
    for (const platform of POSTING_PLATFORMS) await service.account(platform);
    expect(rows(await list()).map((row) => row['platform'])).toEqual(POSTING_PLATFORMS);
  });

  test('ACC-14 an account shows username, displayName and isActive', async () => {
    await service.account('twitter', { username: 'northwind', displayName: 'Northwind' });
    await service.account('bluesky');
    for (const row of rows(await list())) {
      expect(row).toMatchObject({ username: expect.any(String), displayName: expect.any(String), isActive: true });
      expect(Object.keys(row).filter((key) => key.startsWith('$'))).toEqual([]);
    }
  });

  test('ACC-19 GEN-20 each account belongs to one profile, and the profiles divide the list', async () => {
    const first = await service.profileId();
    const second = await profile('Second');
    const ids = [];
    for (const profileId of [first, second, second]) ids.push((await service.account('twitter', { profileId }))._id);
    const ofFirst = rows(await list({ profileId: first })).map(({ _id }) => _id);
    const ofSecond = rows(await list({ profileId: second })).map(({ _id }) => _id);
    expect([...ofFirst, ...ofSecond]).toEqual(ids);
    expect(ofFirst).toHaveLength(1);
  });

  test('ACC-20 the list filters by platform', async () => {
    for (const platform of ['twitter', 'bluesky']) await service.account(platform);
    expect(rows(await list({ platform: 'bluesky' }))).toMatchObject([{ platform: 'bluesky' }]);
  });

  test('the list filters by connection', async () => {
    const gone = await service.account('twitter');
    const stays = await service.account('twitter');
    await service.control('POST', `/_local/accounts/${gone._id}/disconnect`, {});
    expect(rows(await list({ status: 'connected' })).map(({ _id }) => _id)).toEqual([stays._id]);
    expect(rows(await list({ status: 'disconnected' }))).toMatchObject([{ _id: gone._id, needsReconnection: true }]);
  });

  test('GEN-12 a misspelt filter changes nothing', async () => {
    await service.account('twitter', { profileId: await profile('Second') });
    await service.account('twitter');
    expect(rows(await list({ profile_id: await service.profileId() }))).toHaveLength(2);
  });

  test('GEN-21 pages come on request', async () => {
    for (let n = 0; n < 3; n += 1) await service.account('twitter');
    expect(await list()).not.toHaveProperty('pagination');
    const second = await list({ page: 2, limit: 2 });
    expect(second['accounts']).toHaveLength(1);
    expect(second['pagination']).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });

  test('accounts of profiles beyond the cap show on request only', async () => {
    await service.account('twitter', { profileId: await profile('Second') });
    await service.control('PATCH', '/_local/team', { profileCap: 1 });
    expect(rows(await list())).toEqual([]);
    expect(rows(await list({ includeOverLimit: true }))).toHaveLength(1);
  });

  test('GEN-18 one key reaches the accounts of all profiles and platforms', async () => {
    const second = await profile('Second');
    for (const [platform, profileId] of [['twitter'], ['bluesky', second], ['linkedin', second]] as const) {
      await service.account(platform, profileId === undefined ? {} : { profileId });
    }
    expect(rows(await list())).toHaveLength(3);
  });

  test('AUTH-12 a key limited to profiles sees the accounts of these only', async () => {
    const second = await profile('Second');
    const mine = await service.account('twitter', { profileId: second });
    const other = await service.account('twitter');
    const key = await limitedKey({ scope: 'profiles', profileIds: [second] });
    expect(rows(await list({}, key)).map(({ _id }) => _id)).toEqual([mine._id]);
    for (const path of ['health', 'posts']) {
      expect((await service.api('GET', `/v1/accounts/${other._id}/${path}`, { key })).status).toBe(404);
    }
    expect((await service.api('DELETE', `/v1/accounts/${other._id}`, { key })).status).toBe(404);
    const moving = await service.api('PATCH', `/v1/accounts/${mine._id}`, {
      key,
      body: { profileId: await service.profileId() },
    });
    expect(moving).toMatchObject({ status: 404, body: { code: 'profile_not_found' } });
  });

  test('AUTH-09 AUTH-10 AUTH-11 a key without the group is refused, and one with it is not', async () => {
    const key = await limitedKey({ disabledResourceGroups: ['webhooks'] });
    const refused = await service.api('GET', '/v1/webhooks/settings', { key });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permissions', required_group: 'webhooks' },
    });
    expect((await service.api('GET', '/v1/accounts', { key })).status).toBe(200);
  });
});

describe('posting to accounts', () => {
  const publish = (platforms: object[]) =>
    service.api('POST', '/v1/posts', { body: { content: 'Hi', publishNow: true, platforms } });

  test('ACC-10 GEN-18 the id of an account is a target, across profiles and platforms', async () => {
    const profileId = await profile('Second');
    const targets = [];
    for (const [platform, more] of [
      ['twitter', {}],
      ['bluesky', { profileId }],
      ['linkedin', { profileId }],
    ] as const) {
      targets.push({ platform, accountId: (await service.account(platform, more))._id });
    }
    expect(await publish(targets)).toMatchObject({ status: 201, body: { post: { status: 'published' } } });
  });

  test('ACC-04 an account of a profile beyond the cap takes no post', async () => {
    const { _id } = await service.account('twitter', { profileId: await profile('Second') });
    await service.control('PATCH', '/_local/team', { profileCap: 1 });
    const answer = await publish([{ platform: 'twitter', accountId: _id }]);
    expect(answer).toMatchObject({ status: 403, body: { code: 'PROFILE_OVER_LIMIT' } });
  });

  test('PLT-02 sms is no platform of posts', async () => {
    const { _id } = await service.account('twitter');
    expect((await publish([{ platform: 'sms', accountId: _id }])).status).toBe(400);
  });
});

describe('changing accounts', () => {
  test('names change, and what is not sent stays', async () => {
    const { _id } = await service.account('twitter', { username: 'old', displayName: 'Old' });
    const answer = await service.api('PUT', `/v1/accounts/${_id}`, { body: { displayName: 'New' } });
    expect(answer.body).toMatchObject({ username: 'old', displayName: 'New' });
    expect(rows(await list())).toMatchObject([{ username: 'old', displayName: 'New' }]);
  });

  test('capabilities are for twitter', async () => {
    const twitter = await service.account('twitter');
    const bluesky = await service.account('bluesky');
    const body = { xCapabilities: { inbox: false } };
    const answer = await service.api('PUT', `/v1/accounts/${twitter._id}`, { body });
    expect(answer.body['xCapabilities']).toEqual({ analytics: true, inbox: false });
    expect((await service.api('PUT', `/v1/accounts/${bluesky._id}`, { body })).status).toBe(400);
  });

  test('an account moves to another profile', async () => {
    const { _id } = await service.account('twitter');
    const profileId = await profile('Second');
    expect((await service.api('PATCH', `/v1/accounts/${_id}`, { body: { profileId } })).body['profileId']).toBe(
      profileId,
    );
    expect(rows(await list({ profileId }))).toMatchObject([{ _id, profileId }]);
    const unknown = await service.api('PATCH', `/v1/accounts/${_id}`, { body: { profileId: 'f'.repeat(24) } });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'profile_not_found' } });
  });

  test('ACC-16 a number does not move to a profile that has one', async () => {
    const second = await profile('Second');
    await service.account('whatsapp', { profileId: second });
    const { _id } = await service.account('whatsapp');
    const answer = await service.api('PATCH', `/v1/accounts/${_id}`, { body: { profileId: second } });
    expect(answer.body).toMatchObject({ code: 'ONE_WHATSAPP_PER_PROFILE' });
  });

  test('ACC-37 ERR-30 a deleted account is not found by any operation', async () => {
    const { _id } = await service.account('instagram');
    expect((await service.api('DELETE', `/v1/accounts/${_id}`)).status).toBe(200);
    const answers = [
      await service.api('DELETE', `/v1/accounts/${_id}`),
      await service.api('PUT', `/v1/accounts/${_id}`, { body: {} }),
      await service.api('PATCH', `/v1/accounts/${_id}`, { body: { profileId: await service.profileId() } }),
      await service.api('GET', `/v1/accounts/${_id}/health`),
      await service.api('GET', `/v1/accounts/${_id}/posts`),
      await service.api('GET', `/v1/accounts/${_id}/follow-status/123`),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
  });

  test('ERR-20 the account of another team is not found either', async () => {
    const other = await service.control<{ apiKey: string }>('POST', '/_local/teams', {});
    const { _id } = await service.account('twitter');
    const answer = await service.api('GET', `/v1/accounts/${_id}/health`, { key: other.body.apiKey });
    expect(answer).toMatchObject({ status: 404, body: { code: 'account_not_found', type: 'not_found' } });
  });
});
