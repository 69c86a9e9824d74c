import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

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

  test('ASM-04 a key is verified with whose it is', async () => {
    const { body } = await service.api('GET', '/v1/auth/verify');
    expect(body).toMatchObject({ valid: true, authType: 'api_key', scope: 'full', email: expect.any(String) });
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
