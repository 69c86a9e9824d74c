/** The page to which the link of an invitation leads, over HTTP. */
import { expect, test } from 'vitest';
import { HOST, openFormPage } from '../../../support/form-page.ts';
import { startService, type Json } from '../../../support/service.ts';

async function invited(asked: object = { scope: 'all', role: 'viewer' }) {
  const service = await startService();
  const { body } = await service.api('POST', '/v1/invite/tokens', { body: asked, headers: { host: HOST } });
  const form = await openFormPage(service, body['inviteUrl']);
  const users = async () => Object.values((await service.api('GET', '/v1/users')).body['users'] ?? {}) as Json[];
  return { ...service, ...form, body, users };
}

test('the link opens a page that can be accepted: the member is there, with the role, and the key works', async () => {
  const { page, post, users, api } = await invited();
  expect(page.status).toBe(200);
  expect(page.body).toContain('Join a team');
  const joined = await post({ name: 'Ann <b>Example</b>', email: 'ann@example.com' });
  expect(joined.status).toBe(200);
  expect((await users()).at(-1)).toMatchObject({
    name: 'Ann <b>Example</b>',
    email: 'ann@example.com',
    role: 'viewer',
  });
  const key = /sk_[0-9A-Za-z]{64}/.exec(joined.body)?.[0] ?? '';
  expect((await api('GET', '/v1/users', { key })).status).toBe(200);
  expect((await api('POST', '/v1/profiles', { key, body: { name: 'x' } })).body['code']).toBe(
    'insufficient_permissions',
  );
});

test('it is accepted once', async () => {
  const { post, get, users } = await invited();
  await post({ name: 'Ann' });
  const again = await post({ name: 'Ben' });
  expect([again.status, (await get()).status]).toEqual([410, 410]);
  expect(await users()).toHaveLength(2);
});

test('AUTH-12 one for chosen profiles gives a key that reaches these only', async () => {
  const at = await invited();
  const profile = Object((await at.api('POST', '/v1/profiles', { body: { name: 'P2' } })).body['profile'])
    ._id as string;
  const asked = { scope: 'profiles', profileIds: [profile] };
  const { body } = await at.api('POST', '/v1/invite/tokens', { body: asked });
  const joined = await at.control('POST', `/_local/invites/${String(body['token'])}`, { name: 'Ann' });
  expect([joined.status, joined.body]).toMatchObject([201, { role: 'member' }]);
  const seen = await at.api('GET', '/v1/profiles', { key: String(joined.body['apiKey']) });
  expect(Object.values(seen.body['profiles'] ?? {})).toMatchObject([{ _id: profile }]);
  expect((await at.users()).at(-1)).toMatchObject({ name: 'Ann', profileAccess: [profile] });
});

test('it expires after seven days, on the page and on the control surface', async () => {
  const { advance, get, post, control, body, users } = await invited();
  await advance(7 * 24 * 3_600);
  expect([(await get()).status, (await post({ name: 'Ann' })).status]).toEqual([410, 410]);
  expect(await control('POST', `/_local/invites/${String(body['token'])}`, {})).toMatchObject({
    status: 409,
    body: { code: 'invalid_resource_state' },
  });
  expect(await users()).toHaveLength(1);
});

test('an unknown one is 404', async () => {
  const { api, control } = await startService();
  expect((await api('GET', '/invite/inv_nobody', { key: null, headers: { host: HOST } })).status).toBe(404);
  expect(await control('POST', '/_local/invites/inv_nobody', {})).toMatchObject({
    status: 404,
    body: { param: 'token' },
  });
});

test('a form from elsewhere and an old one are not taken', async () => {
  const { post, users } = await invited();
  expect((await post({ name: 'x' }, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ name: 'x', ticket: '0'.repeat(64) })).status).toBe(403);
  expect(await users()).toHaveLength(1);
});
