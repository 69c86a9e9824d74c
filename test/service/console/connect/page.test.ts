/** The page that stands for a platform's sign-in, over HTTP. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const HOST = 'localhost:80';

async function opened(query: Record<string, string> = { redirect_url: 'https://a.example/cb' }) {
  const service = await startService();
  const profileId = await service.profileId();
  const { body } = await service.api('GET', '/v1/connect/bluesky', { query: { profileId, ...query } });
  const path = new URL(String(body.authUrl)).pathname;
  const get = (headers = {}) => service.api<string>('GET', path, { key: null, headers: { host: HOST, ...headers } });
  const page = await get();
  const [cookie = ''] = (page.headers['set-cookie'] ?? '').split(';');
  const ticket = /name="ticket" value="([0-9a-f]{64})"/.exec(page.body)?.[1] ?? '';
  const post = (fields: Record<string, string>, headers = {}) =>
    service.api<string>('POST', path, {
      key: null,
      body: new URLSearchParams({ ticket, ...fields }).toString(),
      headers: {
        host: HOST,
        cookie,
        origin: `http://${HOST}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });
  const accounts = async () => (await service.api('GET', '/v1/accounts')).body.accounts as unknown as Json[];
  return { ...service, page, get, post, accounts };
}

test('AUTH-17 the page names platform and profile, and approving leads back with the account', async () => {
  const { page, post, accounts, get } = await opened();
  expect(page.status).toBe(200);
  expect(page.body).toContain('Connect bluesky');
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://a.example");
  const { status, headers } = await post({ decision: 'approve', username: 'brand.example' });
  expect(status).toBe(303);
  const [account] = await accounts();
  expect(new URL(headers['location'] ?? '').searchParams.get('accountId')).toBe(account?._id);
  expect((await get()).body).toContain('<bdi>brand.example</bdi>');
  expect((await post({ decision: 'deny' })).headers['location']).toBe(headers['location']);
  expect(await accounts()).toHaveLength(1);
});

test('AUTH-18 denying leads back with an error', async () => {
  const { post, accounts } = await opened();
  const { headers } = await post({ decision: 'deny' });
  expect(new URL(headers['location'] ?? '').searchParams.get('error')).toBe('access_denied');
  expect(await accounts()).toEqual([]);
});

test('without an address to go back to the page itself says how it ended', async () => {
  const { post, get } = await opened({});
  const { headers } = await post({ decision: 'approve', username: '<script>' });
  expect(new URL(headers['location'] ?? '').pathname).toMatch(/^\/connect\/[0-9a-f]{24}$/);
  expect((await get()).body).toContain('&lt;script&gt;');
});

test('a form from elsewhere, an old one and one without a decision decide nothing', async () => {
  const { post, accounts } = await opened();
  expect((await post({ decision: 'approve' }, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ decision: 'approve', ticket: '0'.repeat(64) })).status).toBe(403);
  expect((await post({})).status).toBe(403);
  expect(await accounts()).toEqual([]);
});

test('the page expires after an hour, and answers under names of this machine only', async () => {
  const { get, advance } = await opened();
  expect((await get({ host: 'evil.example' })).status).toBe(403);
  await advance(3_600);
  expect((await get()).status).toBe(410);
});

test('an unknown state is 404', async () => {
  const { api } = await startService();
  expect((await api('GET', '/connect/0123456789abcdef01234567', { key: null, headers: { host: HOST } })).status).toBe(
    404,
  );
});
