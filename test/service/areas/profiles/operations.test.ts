import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const create = (body: object, more = {}) => service.api('POST', '/v1/profiles', { body, ...more });
const list = async (query = {}) => (await service.api('GET', '/v1/profiles', { query })).body;
const names = (body: Json) => (body['profiles'] as unknown as { name: string }[]).map(({ name }) => name);
const plan = (body: object) => service.control('PATCH', '/_local/team', body);

async function profile(name: string): Promise<string> {
  return (await create({ name })).body['profile']?.['_id'] as unknown as string;
}

/** A key that reaches one profile only. */
async function keyFor(profileId: string): Promise<string> {
  const body = { name: 'limited', scope: 'profiles', profileIds: [profileId] };
  return (await service.api('POST', '/v1/api-keys', { body })).body['apiKey']?.['key'] as unknown as string;
}

describe('profiles', () => {
  test('ACC-05 the list holds the profiles of the team', async () => {
    await create({ name: 'One' });
    await create({ name: 'Two' });
    expect(names(await list())).toEqual(['Default', 'One', 'Two']);
  });

  test('ACC-06 a new profile comes back with a message', async () => {
    const answer = await create({ name: 'Acme', description: 'Shop', color: '#0a7cff' });
    expect(answer.status).toBe(201);
    expect(answer.body['message']).toEqual(expect.any(String));
    expect(answer.body['profile']).toMatchObject({
      name: 'Acme',
      description: 'Shop',
      color: '#0a7cff',
      isDefault: false,
    });
  });

  test('GEN-04 the id of a profile is 24 hexadecimal characters', async () => {
    expect(await profile('Acme')).toMatch(/^[0-9a-f]{24}$/);
  });

  test('ACC-02 a profile needs a name', async () => {
    const answer = await create({});
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'missing_required_field', param: 'name' });
    expect(await create({ name: '  ' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'name' },
    });
  });

  test('ACC-01 the id of a profile filters accounts', async () => {
    const profileId = await profile('Acme');
    await service.account('twitter', { profileId });
    const answer = await service.api('GET', '/v1/accounts', { query: { profileId } });
    expect(answer.status).toBe(200);
    expect(answer.body['accounts']).toHaveLength(1);
  });

  test('ACC-03 exactly one profile of a fresh team is the default', async () => {
    await create({ name: 'Acme' });
    const { profiles } = await list();
    const flags = (profiles as unknown as { isDefault: unknown }[]).map(({ isDefault }) => isDefault);
    expect(flags).toEqual([true, false]);
  });

  test('another profile can become the default, and the default cannot just stop being it', async () => {
    const profileId = await profile('Acme');
    const first = await service.profileId();
    const stop = await service.api('PUT', `/v1/profiles/${first}`, { body: { isDefault: false } });
    expect(stop).toMatchObject({ status: 400, body: { param: 'isDefault' } });
    await service.api('PUT', `/v1/profiles/${profileId}`, { body: { isDefault: true } });
    const defaults = ((await list())['profiles'] as unknown as { _id: string; isDefault: boolean }[]).filter(
      (one) => one.isDefault,
    );
    expect(defaults.map(({ _id }) => _id)).toEqual([profileId]);
  });

  test('an update changes what is sent, and null takes the description away', async () => {
    const made = await create({ name: 'Acme', description: 'Shop', color: 'red' });
    const path = `/v1/profiles/${made.body['profile']?.['_id'] as unknown as string}`;
    const answer = await service.api('PUT', path, { body: { description: null, name: 'Acme Europe' } });
    expect(answer.body['profile']).toMatchObject({ name: 'Acme Europe', color: 'red' });
    expect((await service.api('GET', path)).body['profile']).not.toHaveProperty('description');
  });

  test('GEN-21 `limit` is the size of a page', async () => {
    for (const name of ['One', 'Two']) await create({ name });
    expect(names(await list({ limit: 2 }))).toEqual(['Default', 'One']);
  });

  test('GEN-22 `skip` offsets into the list', async () => {
    for (const name of ['One', 'Two']) await create({ name });
    expect(await list({ limit: 1, skip: 1 })).toMatchObject({
      total: 3,
      skip: 1,
      limit: 1,
      profiles: [{ name: 'One' }],
    });
  });

  test.each([0, 101])('ASM-15 a limit of %i is refused', async (limit) => {
    const answer = await service.api('GET', '/v1/profiles', { query: { limit } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_field_value', param: 'limit' } });
  });

  test('a name finds its profile', async () => {
    for (const name of ['One', 'Two']) await create({ name });
    expect(names(await list({ name: 'two' }))).toEqual(['Two']);
  });

  test('GEN-11 unknown keys are dropped', async () => {
    const answer = await create({ name: 'Acme', bogus: 1 });
    expect(answer.status).toBe(201);
    expect(answer.body['profile']).not.toHaveProperty('bogus');
  });

  test('ASM-39 the same idempotency key makes one profile', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const first = await create({ name: 'Acme' }, { headers });
    const again = await create({ name: 'Acme' }, { headers });
    expect(again.body).toEqual(first.body);
    expect((await create({ name: 'Other' }, { headers })).status).toBe(422);
    expect(names(await list())).toEqual(['Default', 'Acme']);
  });
});

describe('deleting a profile', () => {
  test('an empty profile goes together with its queues', async () => {
    const profileId = await profile('Acme');
    const queue = { kind: 'queue', id: 'a'.repeat(24), teamId: 't', profileId, parentId: null, createdAt: 0, doc: {} };
    await service.service.desk.store.transact((tx) => tx.put(queue));
    expect((await service.api('DELETE', `/v1/profiles/${profileId}`)).status).toBe(200);
    expect((await service.api('GET', `/v1/profiles/${profileId}`)).status).toBe(404);
    expect(await service.service.desk.store.read.count('queue')).toBe(0);
  });

  test('the default profile stays', async () => {
    const answer = await service.api('DELETE', `/v1/profiles/${await service.profileId()}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_field_value' } });
  });

  test('a profile with accounts stays', async () => {
    const profileId = await profile('Acme');
    await service.account('twitter', { profileId });
    expect((await service.api('DELETE', `/v1/profiles/${profileId}`)).status).toBe(400);
    expect((await service.api('GET', `/v1/profiles/${profileId}`)).status).toBe(200);
  });

  test('ERR-34 an unknown profile is not found by any operation', async () => {
    const path = `/v1/profiles/${'f'.repeat(24)}`;
    const answers = [
      await service.api('GET', path),
      await service.api('PUT', path, { body: {} }),
      await service.api('DELETE', path),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'profile_not_found', type: 'not_found' } });
    }
  });

  test('ERR-20 the profile of another team is not found either', async () => {
    const other = await service.control<{ apiKey: string }>('POST', '/_local/teams', {});
    const foreign = await service.api('GET', '/v1/profiles', { key: other.body.apiKey });
    const id = foreign.body['profiles']?.['0']?.['_id'] as unknown as string;
    expect(await service.api('GET', `/v1/profiles/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'profile_not_found' },
    });
  });
});

describe('the plan', () => {
  test('ERR-13 the cap answers without type and code', async () => {
    await plan({ profileCap: 1 });
    const answer = await create({ name: 'Acme' });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.body).sort()).toEqual(['details', 'error']);
  });

  test('ACC-04 ASM-24 the newest profiles are beyond a cap that fell', async () => {
    const profileId = await profile('Newest');
    await plan({ profileCap: 1 });
    expect(names(await list())).toEqual(['Default']);
    const { profiles } = await list({ includeOverLimit: true });
    expect(profiles).toMatchObject([{ isOverLimit: false }, { _id: profileId, isOverLimit: true }]);
    const moved = await service.api('PATCH', `/v1/accounts/${(await service.account('twitter'))._id}`, {
      body: { profileId },
    });
    expect(moved).toMatchObject({ status: 403, body: { code: 'PROFILE_OVER_LIMIT' } });
  });

  test.each([{ preset: 'unpaid' }, { paymentMethod: false }, { paymentFailed: true }])(
    'ACC-07 ERR-42 with %o a profile costs 402 with a reason and the way to the dashboard',
    async (change) => {
      await plan(change);
      const answer = await create({ name: 'Acme' });
      expect(answer.status).toBe(402);
      expect(answer.body).toMatchObject({
        code: 'PAYMENT_REQUIRED',
        reason: 'free_tier_exceeded',
        type: 'permission_error',
      });
      expect(URL.canParse(answer.body['dashboard_url'] as unknown as string)).toBe(true);
      expect(names(await list())).toEqual(['Default']);
    },
  );

  test('ACC-07 the free plan pays once its accounts are used up', async () => {
    await plan({ preset: 'free' });
    expect((await create({ name: 'Second' })).status).toBe(201);
    await plan({ preset: 'free', profileCap: 5 });
    for (const platform of ['twitter', 'bluesky']) await service.account(platform);
    expect((await create({ name: 'Third' })).status).toBe(402);
  });
});

describe('a key limited to profiles', () => {
  test('AUTH-12 sees and changes its own profiles only', async () => {
    const mine = await profile('Mine');
    const key = await keyFor(mine);
    const other = await service.profileId();
    expect(names((await service.api('GET', '/v1/profiles', { key })).body)).toEqual(['Mine']);
    expect((await service.api('GET', `/v1/profiles/${other}`, { key })).status).toBe(404);
    expect((await service.api('PUT', `/v1/profiles/${other}`, { key, body: { name: 'x' } })).status).toBe(404);
    expect((await service.api('DELETE', `/v1/profiles/${other}`, { key })).status).toBe(404);
    expect((await create({ name: 'x' }, { key })).body).toMatchObject({ code: 'insufficient_permissions' });
  });
});
