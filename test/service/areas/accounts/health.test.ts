import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const health = async (query: Record<string, string> = {}) =>
  (await service.api('GET', '/v1/accounts/health', { query })).body;
const rows = (body: Json) => body['accounts'] as unknown as Record<string, unknown>[];
const expire = (id: string) =>
  service.control('POST', `/_local/accounts/${id}/disconnect`, { reason: 'Token revoked.' });

describe('account health', () => {
  test('ACC-21 the summary counts by state, and the states add up', async () => {
    const first = await service.account('twitter');
    await service.account('bluesky');
    await service.account('slack');
    await expire(first._id);
    await service.control('PATCH', '/_local/team', { disabledPlatforms: ['slack'] });
    expect((await health())['summary']).toEqual({ total: 3, healthy: 1, warning: 1, error: 1, needsReconnect: 1 });
  });

  test('ACC-22 ACC-23 a healthy row names the account and what it can do', async () => {
    const { _id } = await service.account('twitter', { username: 'northwind' });
    expect(rows(await health())).toEqual([
      expect.objectContaining({
        accountId: _id,
        platform: 'twitter',
        username: 'northwind',
        status: 'healthy',
        canPost: true,
        canFetchAnalytics: true,
        tokenValid: true,
        needsReconnect: false,
        issues: [],
      }),
    ]);
  });

  test('ACC-24 an expired token explains itself', async () => {
    const { _id } = await service.account('twitter');
    await expire(_id);
    expect(rows(await health())).toMatchObject([
      { status: 'error', canPost: false, tokenValid: false, needsReconnect: true, issues: ['Token revoked.'] },
    ]);
  });

  test('ACC-25 health filters by profile, platform and state', async () => {
    const made = await service.api('POST', '/v1/profiles', { body: { name: 'Second' } });
    const profileId = made.body['profile']?.['_id'] as unknown as string;
    const first = await service.account('twitter', { profileId });
    await service.account('bluesky');
    await expire(first._id);
    expect(rows(await health({ status: 'error' }))).toMatchObject([{ accountId: first._id }]);
    expect(rows(await health({ platform: 'bluesky' }))).toMatchObject([{ platform: 'bluesky' }]);
    expect(rows(await health({ profileId }))).toMatchObject([{ accountId: first._id }]);
    expect(rows(await health({ profileId, status: 'healthy' }))).toEqual([]);
  });

  test('PLT-08 discord has no analytics', async () => {
    await service.account('discord');
    expect(rows(await health())).toMatchObject([{ canPost: true, canFetchAnalytics: false }]);
  });

  test('PLT-12 PLT-15 commerce accounts have no analytics and take no posts', async () => {
    await service.account('shopify', { kind: 'shop' });
    await service.account('wordpress', { kind: 'blog' });
    for (const row of rows(await health())) expect(row).toMatchObject({ canPost: false, canFetchAnalytics: false });
  });

  test('a profile beyond the cap is a warning', async () => {
    const made = await service.api('POST', '/v1/profiles', { body: { name: 'Second' } });
    await service.account('twitter', { profileId: made.body['profile']?.['_id'] });
    await service.control('PATCH', '/_local/team', { profileCap: 1 });
    expect(rows(await health())).toMatchObject([{ status: 'warning', canPost: false, issues: [expect.any(String)] }]);
  });

  test('one account shows token, permissions and advice', async () => {
    const { _id } = await service.account('tiktok', { kind: 'developer_app' });
    await expire(_id);
    const { body } = await service.api('GET', `/v1/accounts/${_id}/health`);
    expect(body).toMatchObject({
      accountId: _id,
      integrationLane: 'developer',
      status: 'error',
      tokenStatus: { valid: false },
      permissions: { canPost: false, missingRequired: ['tiktok.publish'] },
      recommendations: [expect.stringContaining('Reconnect')],
      platformConnection: { status: 'disconnected' },
    });
  });

  test('tokens, which last 60 days, are renewed in time, twice', async () => {
    const { _id } = await service.account('twitter');
    await service.advance(130 * 86_400);
    const { body } = await service.api('GET', `/v1/accounts/${_id}/health`);
    expect(body['status']).toBe('healthy');
    expect(Date.parse(body['tokenStatus']?.['expiresAt'] as unknown as string)).toBeGreaterThan(
      service.service.clock.now(),
    );
  });
});
