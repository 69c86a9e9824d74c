import { expect, test } from 'vitest';
import { catalogOf } from '../cards.ts';
import { startService } from '../../support/service.ts';

test('AUTH-01 a valid key opens the API, whichever case the scheme is written in', async () => {
  const { api, service } = await startService();
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect(
      (await api('GET', '/v1/profiles', { key: null, headers: { authorization: `${scheme} ${service.apiKey}` } }))
        .status,
    ).toBe(200);
});

test('AUTH-05 without an Authorization header the answer is 401 missing_credentials', async () => {
  const { api } = await startService();
  const answer = await api('GET', '/v1/profiles', { key: null });
  expect([answer.status, answer.body.type, answer.body.code]).toEqual([
    401,
    'authentication_error',
    'missing_credentials',
  ]);
});

test.each([
  ['a random word', 'Bearer nonsense'],
  ['a key of the right form that was not made here', `Bearer sk_${'a'.repeat(64)}`],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['no key after the scheme', 'Bearer '],
  ['two words', 'Bearer a b'],
])('AUTH-06 %s answers 401 invalid_credentials', async (_case, authorization) => {
  const { api } = await startService();
  const answer = await api('GET', '/v1/profiles', { key: null, headers: { authorization } });
  expect([answer.status, answer.body.type, answer.body.code]).toEqual([
    401,
    'authentication_error',
    'invalid_credentials',
  ]);
});

test('AUTH-07 a revoked key stops working at once', async () => {
  const { api } = await startService();
  const made = await api('POST', '/v1/api-keys', { body: { name: 'second' } });
  const key = String(made.body.apiKey?.key);
  expect((await api('GET', '/v1/profiles', { key })).status).toBe(200);
  await api('DELETE', `/v1/api-keys/${String(made.body.apiKey?.id)}`);
  expect((await api('GET', '/v1/profiles', { key })).body.code).toBe('invalid_credentials');
});

test('AUTH-08 LIM-15 an expired key answers 401, with the window of the team it belonged to', async () => {
  const { api, advance } = await startService();
  const made = await api('POST', '/v1/api-keys', { body: { name: 'short', expiresIn: 1 } });
  const key = String(made.body.apiKey?.key);
  expect((await api('GET', '/v1/profiles', { key })).status).toBe(200);

  await advance(24 * 3_600 + 1);
  const answer = await api('GET', '/v1/profiles', { key });
  expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials']);
  expect(answer.headers['x-ratelimit-limit']).toBe('60');
  expect((await api('GET', '/v1/profiles', { key: 'sk_wrong' })).headers['x-ratelimit-limit']).toBeUndefined();
});

test('keys are kept as hashes only', async () => {
  const { service } = await startService();
  const records = await service.desk.store.read.list('api_key');
  expect(records).toHaveLength(1);
  expect(JSON.stringify(records)).not.toContain(service.apiKey);
  expect(records[0]?.doc).toMatchObject({ keyPreview: expect.stringMatching(/^sk_.{4}….{4}$/) });
});

test('AUTH-09 AUTH-10 AUTH-11 a key without a group is refused there and told which, and works elsewhere', async () => {
  const { api } = await startService();
  const body = { name: 'no webhooks', disabledResourceGroups: ['webhooks'] };
  const key = String((await api('POST', '/v1/api-keys', { body })).body.apiKey?.key);

  const refused = await api('GET', '/v1/webhooks/settings', { key });
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'insufficient_permissions', type: 'permission_error', required_group: 'webhooks' },
  ]);
  expect((await api('GET', '/v1/posts', { key })).status).toBe(200);
});

test('ERR-19 a key that may only read changes nothing, but may check', async () => {
  const { api } = await startService();
  const made = await api('POST', '/v1/api-keys', { body: { name: 'reader', permission: 'read' } });
  const key = String(made.body.apiKey?.key);
  expect((await api('GET', '/v1/profiles', { key })).status).toBe(200);
  const refused = await api('POST', '/v1/profiles', { key, body: { name: 'x' } });
  expect([refused.status, refused.body.type, refused.body.code]).toEqual([
    403,
    'permission_error',
    'insufficient_permissions',
  ]);
  expect((await api('POST', '/v1/tools/validate/post-length', { key, body: { text: 'hi' } })).status).toBe(200);
});

test('AUTH-14 a user whose role only looks gets 403 on a change', async () => {
  const { api, control } = await startService();
  const viewer = await control('POST', '/_local/users', { role: 'viewer' });
  const key = String(viewer.body.apiKey);
  expect((await api('GET', '/v1/profiles', { key })).status).toBe(200);
  expect((await api('POST', '/v1/profiles', { key, body: { name: 'x' } })).body.code).toBe('insufficient_permissions');

  await control('PATCH', '/_local/team', { role: 'viewer' });
  expect((await api('POST', '/v1/profiles', { body: { name: 'x' } })).body.code).toBe('insufficient_permissions');
  await control('PATCH', '/_local/team', { role: 'owner' });
  expect((await api('POST', '/v1/profiles', { body: { name: 'x' } })).status).toBe(201);
});

test('an operation without a group is open to every restricted key', async () => {
  const { api, service } = await startService({ catalog: catalogOf() });
  const store = service.desk.store;
  const [record] = await store.read.list('api_key');
  if (record === undefined) throw new Error('no key');
  await store.transact((tx) => tx.put({ ...record, doc: { ...record.doc, disabledResourceGroups: ['publishing'] } }));
  expect((await api('GET', '/v1/things')).body.required_group).toBe('publishing');
  expect((await api('POST', '/v1/things/0123456789abcdef01234567/shake')).status).toBe(404);
});
