import { describe, expect, test } from 'vitest';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

const list = (value: unknown): Json[] => value as Json[];

const logs = async ({ api }: ServiceUnderTest, query: Record<string, string | number> = {}, key?: string) =>
  list((await api('GET', '/v1/logs', { query, ...(key === undefined ? {} : { key }) })).body.logs);

test('LOG-01 a call has a row with what came of it', async () => {
  const service = await startService();
  const { headers } = await service.api('GET', '/v1/profiles', { headers: { 'user-agent': 'tests/1' } });
  const [row] = await logs(service);
  expect(row).toMatchObject({
    type: 'api_request',
    action: 'listProfiles',
    status: 'success',
    status_code: 200,
    method: 'GET',
    path: '/v1/profiles',
    request_id: headers['x-request-id'],
    user_agent: 'tests/1',
    created_at: '2026-01-05T09:00:00.000Z',
  });
});

test('GEN-10 filters are snake_case; status_code narrows, statusCode is ignored', async () => {
  const service = await startService();
  await service.api('GET', '/v1/profiles');
  await service.api('GET', '/v1/posts/0123456789abcdef01234567');
  expect((await logs(service, { status_code: 404 })).map(({ path }) => path)).toEqual([
    '/v1/posts/0123456789abcdef01234567',
  ]);
  expect((await logs(service, { statusCode: 404 })).length).toBeGreaterThan(1);
  expect((await logs(service, { status: 'failed' }))[0]).toMatchObject({ error_code: 'post_not_found' });
  const { headers } = await service.api('GET', '/v1/webhooks/settings');
  const found = await logs(service, { request_id: headers['x-request-id'] ?? '' });
  expect(found.map(({ action }) => action)).toEqual(['getWebhookSettings']);
});

describe('other entries', () => {
  async function busy() {
    const service = await startService();
    const { _id: accountId } = await service.account('bluesky');
    const platforms = [{ platform: 'bluesky', accountId }];
    await service.api('POST', '/v1/posts', { body: { content: 'one', platforms, publishNow: true } });
    await service.control('POST', `/_local/network/${accountId}/behaviour`, {
      outcome: 'reject',
      message: 'No thanks.',
    });
    await service.api('POST', '/v1/posts', { body: { content: 'two', platforms, publishNow: true } });
    return { ...service, accountId };
  }

  test('publishing tells what each account published, and what failed', async () => {
    const service = await busy();
    const rows = await logs(service, { type: 'publishing', action: 'publish' });
    expect(rows.map(({ status, platform, account_id: id }) => [status, platform, id])).toEqual([
      ['failed', 'bluesky', service.accountId],
      ['success', 'bluesky', service.accountId],
    ]);
    expect(await logs(service, { type: 'publishing', search: 'no thanks' })).not.toEqual([]);
    expect(await logs(service, { type: 'publishing', platform: 'twitter' })).toEqual([]);
  });

  test('connections are a kind of their own, and all kinds can be listed together, page by page', async () => {
    const service = await busy();
    expect((await logs(service, { type: 'connections' })).map(({ event }) => event)).toEqual(['account.connected']);
    const types = new Set((await logs(service, { type: 'all' })).map(({ type }) => type));
    expect(types).toEqual(new Set(['api_request', 'publishing', 'connections']));
    const { body } = await service.api('GET', '/v1/logs', { query: { type: 'publishing', limit: 1, skip: 1 } });
    expect(body).toMatchObject({ pagination: { limit: 1, skip: 1, hasMore: true } });
    expect(list(body.logs)).toHaveLength(1);
  });

  test('rows older than the days asked for are left out', async () => {
    const service = await busy();
    await service.advance(3 * 86_400);
    expect(await logs(service, { type: 'publishing', days: 2 })).toEqual([]);
    expect((await service.api('GET', '/v1/logs', { query: { from: 'soon' } })).status).toBe(400);
  });

  test('AUTH-12 a key limited to a profile sees its own calls and nothing of other profiles', async () => {
    const service = await busy();
    const made = await service.api('POST', '/v1/profiles', { body: { name: 'other' } });
    const profileIds = [String(made.body.profile?._id)];
    const made2 = await service.api('POST', '/v1/api-keys', { body: { name: 'k', scope: 'profiles', profileIds } });
    const key = String(made2.body.apiKey?.key);
    await service.api('GET', '/v1/accounts', { key });
    expect((await logs(service, { type: 'all' }, key)).map(({ action }) => action)).toEqual(['listAccounts']);
  });
});
