import { beforeEach, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

const GROUPS = Object.keys(openCatalog('dist/cards').index().groups);

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const users = async () => (await service.api('GET', '/v1/users')).body;
const invite = (body: object, more = {}) => service.api('POST', '/v1/invite/tokens', { body, ...more });

describe('users', () => {
  test('ACC-08 ASM-50 the caller is shown with id and email', async () => {
    const { status, body } = await service.api('GET', '/v1/user');
    expect(status).toBe(200);
    expect(body['user']).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: expect.stringContaining('@'),
    });
    expect(Object.keys(body['user'] ?? {}).filter((key) => key.startsWith('$'))).toEqual([]);
  });

  test('ACC-09 the list holds the whole team and names the caller', async () => {
    const joined = await service.control('POST', '/_local/users', { role: 'member' });
    expect(joined.status).toBe(201);
    const caller = (await service.api('GET', '/v1/user')).body['user']?.['_id'];
    const body = await users();
    expect(body).toMatchObject({ currentUserId: caller, users: [{ isRoot: true }, { role: 'member', isRoot: false }] });
  });

  test('a user is found by id, one of another team is not', async () => {
    const me = (await service.api('GET', '/v1/user')).body['user']?.['_id'] as unknown as string;
    expect((await service.api('GET', `/v1/users/${me}`)).body['user']).toMatchObject({ _id: me });
    const other = await service.control<{ apiKey: string }>('POST', '/_local/teams', {});
    const foreign = await service.api('GET', `/v1/users/${me}`, { key: other.body.apiKey });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  });

  test('the role of the owner is the one of the plan', async () => {
    await service.control('PATCH', '/_local/team', { role: 'admin' });
    expect((await service.api('GET', '/v1/user')).body['user']).toMatchObject({ role: 'admin' });
  });
});

describe('a key is verified', () => {
  const verify = (key?: string | null) => service.api('GET', '/v1/auth/verify', key === undefined ? {} : { key });
  const made = async (body: object) =>
    (await service.api<{ apiKey: { key: string; id: string } }>('POST', '/v1/api-keys', { body })).body.apiKey;

  test('ASM-04 the answer says that it is valid, whose it is, of what sort and how far it reaches', async () => {
    const { user } = (await service.api('GET', '/v1/user')).body;
    const { status, body } = await verify();
    expect([status, body]).toEqual([
      200,
      { valid: true, userId: user?._id, name: user?.name, email: user?.email, authType: 'api_key', scope: 'full' },
    ]);
  });

  test.each([
    ['that may only read', { permission: 'read' }, 'full'],
    ['without a single group', { disabledResourceGroups: GROUPS }, 'full'],
    ['of one profile', { scope: 'profiles' }, 'profiles'],
    ['with an end', { expiresIn: 1 }, 'full'],
  ])('ASM-04 a key %s is verified too', async (_case, limits, scope) => {
    const profileIds = scope === 'profiles' ? { profileIds: [await service.profileId()] } : {};
    const { key } = await made({ name: 'x', ...limits, ...profileIds });
    expect(await verify(key)).toMatchObject({ status: 200, body: { valid: true, scope } });
  });

  test('AUTH-05 AUTH-06 AUTH-07 AUTH-08 no key, a wrong, a revoked and an expired one are told by their code', async () => {
    const revoked = await made({ name: 'revoked' });
    await service.api('DELETE', `/v1/api-keys/${revoked.id}`);
    const expired = await made({ name: 'expired', expiresIn: 1 });
    await service.advance(86_400);
    for (const [key, code] of [
      [null, 'missing_credentials'],
      ['nonsense', 'invalid_credentials'],
      [`sk_${'5'.repeat(64)}`, 'invalid_credentials'],
      [revoked.key, 'invalid_credentials'],
      [expired.key, 'invalid_credentials'],
    ] as const)
      expect(await verify(key)).toMatchObject({ status: 401, body: { type: 'authentication_error', code } });
  });

  test('AUTH-06 a key of the right form that was made elsewhere is told that it is in the wrong place', async () => {
    const { body } = await verify(`sk_${'5'.repeat(64)}`);
    expect(body.error).toMatch(/A local service accepts only keys that it issued itself/);
  });

  test('AUTH-14 the key of a further member says whose it is', async () => {
    const joined = await service.control<{ apiKey: string; userId: string }>('POST', '/_local/users', {
      role: 'viewer',
    });
    expect((await verify(joined.body.apiKey)).body).toMatchObject({ valid: true, userId: joined.body.userId });
  });
});

describe('invitations', () => {
  test('an invitation carries token, link and end', async () => {
    const answer = await invite({ scope: 'all' });
    expect(answer.status).toBe(201);
    const { token, inviteUrl, expiresAt } = answer.body as unknown as Record<string, string>;
    expect(inviteUrl).toContain(token);
    expect(expiresAt).toBe('2026-01-12T09:00:00.000Z');
  });

  test('an invitation to profiles names known ones', async () => {
    const profileId = await service.profileId();
    expect(await invite({ scope: 'profiles' })).toMatchObject({ status: 400, body: { param: 'profileIds' } });
    expect((await invite({ scope: 'profiles', profileIds: ['f'.repeat(24)] })).status).toBe(404);
    expect((await invite({ scope: 'profiles', profileIds: [profileId] })).body).toMatchObject({
      invitedProfileIds: [profileId],
    });
  });

  test('a member may not invite', async () => {
    const joined = await service.control<{ apiKey: string }>('POST', '/_local/users', { role: 'member' });
    const answer = await invite({ scope: 'all' }, { key: joined.body.apiKey });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_permissions' } });
  });
});
