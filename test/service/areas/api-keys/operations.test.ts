import { beforeEach, describe, expect, test } from 'vitest';
import { KEY_KIND } from '../../../../src/service/records/keys.ts';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const create = (body: object, more = {}) => service.api('POST', '/v1/api-keys', { body, ...more });
const keyOf = (body: Json) => body['apiKey']?.['key'] as unknown as string;
const list = async (key?: string) =>
  (await service.api('GET', '/v1/api-keys', key === undefined ? {} : { key })).body['apiKeys'] as unknown as {
    id: string;
    name: string;
  }[];

const GROUPS = [
  'publishing', 'engagement', 'messages', 'contacts', 'analytics', 'ads', 'telephony', 'accounts', 'billing', 'webhooks',
]; // prettier-ignore

describe('API keys', () => {
  test('AUTH-02 a key is shown once, works, is listed as a preview and ends with its revocation', async () => {
    const made = await create({ name: 'ci' });
    expect(made.status).toBe(201);
    const key = keyOf(made.body);
    expect(key).toMatch(/^sk_[0-9a-f]{64}$/);
    expect((await service.api('GET', '/v1/profiles', { key })).status).toBe(200);
    const listed = (await list()).find(({ name }) => name === 'ci');
    expect(listed).toMatchObject({ scope: 'full', permission: 'read-write', createdBy: { email: expect.any(String) } });
    expect(JSON.stringify(await list())).not.toContain(key);
    expect((await service.api('DELETE', `/v1/api-keys/${listed?.id ?? ''}`)).status).toBe(200);
    expect(await service.api('GET', '/v1/profiles', { key })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });

  test('what is kept of a key is not the key', async () => {
    const key = keyOf((await create({ name: 'ci' })).body);
    const records = await service.service.desk.store.read.list(KEY_KIND);
    expect(JSON.stringify(records)).not.toContain(key.slice(3, 40));
  });

  test('AUTH-08 a key with an end works until then', async () => {
    const made = await create({ name: 'ci', expiresIn: 1 });
    expect(made.body['apiKey']?.['expiresAt']).toBe('2026-01-06T09:00:00.000Z');
    const key = keyOf(made.body);
    await service.advance(86_399);
    expect((await service.api('GET', '/v1/profiles', { key })).status).toBe(200);
    await service.advance(1);
    expect(await service.api('GET', '/v1/profiles', { key })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });

  test.each([0, -1, 100_000])('an end of %i days is refused', async (expiresIn) => {
    expect(await create({ name: 'ci', expiresIn })).toMatchObject({ status: 400, body: { param: 'expiresIn' } });
  });

  test('AUTH-26 the groups come from a closed list', async () => {
    expect((await create({ name: 'all', disabledResourceGroups: GROUPS })).status).toBe(201);
    const answer = await create({ name: 'odd', disabledResourceGroups: ['cooking'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_field_value' } });
  });

  test('AUTH-09 AUTH-10 AUTH-11 a restricted key is refused outside its groups only', async () => {
    const key = keyOf((await create({ name: 'limited', disabledResourceGroups: ['webhooks'] })).body);
    const refused = await service.api('GET', '/v1/webhooks/settings', { key });
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permissions', required_group: 'webhooks' },
    });
    expect((await service.api('GET', '/v1/accounts', { key })).status).toBe(200);
  });

  test('a reading key changes nothing', async () => {
    const key = keyOf((await create({ name: 'reader', permission: 'read' })).body);
    expect((await service.api('GET', '/v1/profiles', { key })).status).toBe(200);
    expect((await service.api('POST', '/v1/profiles', { key, body: { name: 'x' } })).status).toBe(403);
  });

  test('AUTH-12 a key for profiles names them, and they are known', async () => {
    const profileId = await service.profileId();
    expect(await create({ name: 'p', scope: 'profiles' })).toMatchObject({
      status: 400,
      body: { param: 'profileIds' },
    });
    expect((await create({ name: 'p', scope: 'profiles', profileIds: ['f'.repeat(24)] })).status).toBe(404);
    expect((await create({ name: 'p', profileIds: [profileId] })).body).toMatchObject({ param: 'scope' });
    const made = await create({ name: 'p', scope: 'profiles', profileIds: [profileId] });
    expect(made.body['apiKey']).toMatchObject({ scope: 'profiles', profileIds: [{ _id: profileId, name: 'Default' }] });
  });

  test('a restricted key makes no key that reaches further', async () => {
    const profileId = await service.profileId();
    const profiles = keyOf((await create({ name: 'p', scope: 'profiles', profileIds: [profileId] })).body);
    expect((await create({ name: 'x' }, { key: profiles })).body).toMatchObject({ code: 'insufficient_permissions' });
    expect((await create({ name: 'y', scope: 'profiles', profileIds: [profileId] }, { key: profiles })).status).toBe(
      201,
    );
    const groups = keyOf((await create({ name: 'g', disabledResourceGroups: ['ads'] })).body);
    expect((await create({ name: 'x' }, { key: groups })).body).toMatchObject({ required_group: 'ads' });
    expect((await create({ name: 'z', disabledResourceGroups: ['ads'] }, { key: groups })).status).toBe(201);
  });

  test('AUTH-08 a key that expires makes no key that lives longer', async () => {
    const day = keyOf((await create({ name: 'day', expiresIn: 1 })).body);
    const refused = { status: 403, body: { code: 'insufficient_permissions', param: 'expiresIn' } };
    expect(await create({ name: 'for ever' }, { key: day })).toMatchObject(refused);
    expect(await create({ name: 'longer', expiresIn: 2 }, { key: day })).toMatchObject(refused);
    expect((await create({ name: 'as long', expiresIn: 1 }, { key: day })).status).toBe(201);
  });

  test('AUTH-09 a key without a group revokes itself and keys that lack it too, and no others', async () => {
    const limited = keyOf((await create({ name: 'limited', disabledResourceGroups: ['ads'] })).body);
    const equal = await create({ name: 'equal', disabledResourceGroups: ['ads', 'telephony'] });
    const whole = await create({ name: 'whole' });
    const revoke = (made: typeof whole) =>
      service.api('DELETE', `/v1/api-keys/${String(made.body['apiKey']?.['id'])}`, { key: limited });
    expect(await revoke(whole)).toMatchObject({ status: 403, body: { code: 'insufficient_permissions' } });
    expect((await service.api('GET', '/v1/profiles', { key: keyOf(whole.body) })).status).toBe(200);
    expect((await revoke(equal)).status).toBe(200);
    const own = (await list(limited)).find(({ name }) => name === 'limited');
    expect((await service.api('DELETE', `/v1/api-keys/${own?.id ?? ''}`, { key: limited })).status).toBe(200);
  });

  test('a key limited to profiles neither sees nor revokes wider ones', async () => {
    const body = { name: 'p', scope: 'profiles', profileIds: [await service.profileId()] };
    const key = keyOf((await create(body)).body);
    expect((await list(key)).map(({ name }) => name)).toEqual(['p']);
    const wider = (await list()).find(({ name }) => name !== 'p');
    const answer = await service.api('DELETE', `/v1/api-keys/${wider?.id ?? ''}`, { key });
    expect(answer).toMatchObject({ status: 404, body: { code: 'api_key_not_found' } });
  });
});

describe('connected apps', () => {
  test('an app is listed for its user and shut out once', async () => {
    const user = (await service.api('GET', '/v1/user')).body['user']?.['_id'] as unknown as string;
    const { desk, parts } = service.service;
    const doc = {
      clientId: 'c1',
      clientName: 'Agent',
      redirectHost: null,
      scopes: [],
      authorizedAt: null,
      lastUsedAt: null,
      tokenCount: 2,
    };
    const owner = { teamId: parts.lifecycle.teamId(), profileId: null, parentId: user };
    await desk.store.transact((tx) =>
      tx.put({ kind: 'connected_app', id: 'a'.repeat(24), ...owner, createdAt: 0, doc }),
    );
    expect((await service.api('GET', '/v1/me/connected-apps')).body['connectedApps']).toEqual([doc]);
    const revoked = await service.api('DELETE', '/v1/me/connected-apps/c1');
    expect(revoked.body).toEqual({ revoked: true, clientId: 'c1', revokedTokens: 2, invalidatedCodes: 0 });
    expect(await service.api('DELETE', '/v1/me/connected-apps/c1')).toMatchObject({ status: 404 });
  });
});
