/** The page that stands for a platform's sign-in, over HTTP. */
import { expect, test } from 'vitest';
import { HOST, openFormPage } from '../../../support/form-page.ts';
import { startService, type Json } from '../../../support/service.ts';

async function opened(query: Record<string, string> = { redirect_url: 'https://a.example/cb' }, platform = 'bluesky') {
  const service = await startService();
  const profileId = await service.profileId();
  const { body } = await service.api('GET', `/v1/connect/${platform}`, { query: { profileId, ...query } });
  const form = await openFormPage(service, body.authUrl);
  const accounts = async () => (await service.api('GET', '/v1/accounts')).body.accounts as unknown as Json[];
  return { ...service, ...form, accounts };
}

test('AUTH-17 the page names platform and profile, and approving leads back with the account', async () => {
  const { page, post, accounts, get } = await opened();
  expect(page.status).toBe(200);
  expect(page.body).toContain('Connect Bluesky');
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://a.example");
  const { status, headers } = await post({ decision: 'approve', username: 'brand.example' });
  expect(status).toBe(303);
  const [account] = await accounts();
  expect(new URL(headers['location'] ?? '').searchParams.get('accountId')).toBe(account?._id);
  expect((await get()).body).toContain('<bdi>brand.example</bdi>');
  expect((await post({ decision: 'deny' })).headers['location']).toBe(headers['location']);
  expect(await accounts()).toHaveLength(1);
});

test.each([
  ['facebook', '122807222231377', 'harbourroastery', 'Harbour Cafe Roastery'],
  ['slack', 'C0123456822', 'orders', 'orders'],
  ['googlebusiness', '121348033737002', 'Harbour Cafe Roastery', 'Harbour Cafe Roastery'],
  ['whatsapp', '125386717848119', '+494012345678', 'Harbour Cafe'],
])('AUTH-17 on %s the page has the choice, and the account is named after it', async (platform, choice, ...names) => {
  const { page, post, accounts } = await opened(undefined, platform);
  expect(page.body).toContain(`name="choice" value="${choice}"`);
  await post({ decision: 'approve', choice, username: '' });
  const [username, displayName] = names;
  expect(await accounts()).toMatchObject([{ platform, username, displayName }]);
});

test('a name that is typed goes before the choice; a board has none, so both hold', async () => {
  const facebook = await opened(undefined, 'facebook');
  await facebook.post({ decision: 'approve', choice: '122807222231202', username: 'another.page' });
  expect(await facebook.accounts()).toMatchObject([{ username: 'another.page' }]);
  const pinterest = await opened(undefined, 'pinterest');
  await pinterest.post({ decision: 'approve', choice: '123834157027224', username: 'ann.example' });
  expect(await pinterest.accounts()).toMatchObject([
    { username: 'ann.example', metadata: { defaultBoardName: 'Coffee corners' } },
  ]);
});

test('what the network does not offer is not connected, and headless the page has no choice', async () => {
  const { post, accounts } = await opened(undefined, 'facebook');
  const { headers } = await post({ decision: 'approve', choice: '1', username: '' });
  expect(new URL(headers['location'] ?? '').searchParams.get('error')).toBe('not_found');
  expect(await accounts()).toEqual([]);
  const headless = await opened({ redirect_url: 'https://a.example/cb', headless: 'true' }, 'facebook');
  expect(headless.page.body).not.toContain('name="choice"');
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
