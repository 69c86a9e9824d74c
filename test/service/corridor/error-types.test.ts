/** The statuses that each type of error comes with, provoked by calls, plans, keys and networks. */
import { expect, test } from 'vitest';
import { startService, type Answer } from '../../support/service.ts';

const shown = ({ status, body }: Answer): string => `${String(status)} ${String(body['type'])}`;

test('ERR-17 what the caller has to change is invalid_request_error with 400, 409 or 422', async () => {
  const { api, control, account } = await startService();
  expect(shown(await api('POST', '/v1/profiles', { body: {} }))).toBe('400 invalid_request_error');
  const { _id: accountId } = await account('facebook');
  await control('POST', `/_local/accounts/${accountId}/disconnect`, {});
  expect(shown(await api('GET', `/v1/accounts/${accountId}/posts`))).toBe('409 invalid_request_error');
  const headers = { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' };
  await api('POST', '/v1/posts', { headers, body: { content: 'one' } });
  const other = await api('POST', '/v1/posts', { headers, body: { content: 'two' } });
  expect(shown(other)).toBe('422 invalid_request_error');
});

test('ERR-18 a missing key and a wrong one are authentication_error with 401', async () => {
  const { api } = await startService();
  for (const key of [null, `sk_${'0'.repeat(64)}`])
    expect(shown(await api('GET', '/v1/profiles', { key }))).toBe('401 authentication_error');
});

test('ERR-19 what a key may not do is permission_error with 403, what the plan does not pay for with 402', async () => {
  const { api, control } = await startService();
  const made = await api('POST', '/v1/api-keys', { body: { name: 'reader', permission: 'read' } });
  const key = String(made.body['apiKey']?.['key']);
  expect(shown(await api('POST', '/v1/profiles', { key, body: { name: 'x' } }))).toBe('403 permission_error');
  await control('PATCH', '/_local/team', { preset: 'unpaid' });
  expect(shown(await api('POST', '/v1/profiles', { body: { name: 'x' } }))).toBe('402 permission_error');
});

test('ERR-21 a quota of a network that is used up is rate_limit_error with 429', async () => {
  const { api, control, account } = await startService();
  const { _id: accountId } = await account('facebook');
  const full = { operation: 'read', outcome: 'rate_limited', retryAfterSeconds: 30 };
  await control('POST', `/_local/network/${accountId}/behaviour`, full);
  expect(shown(await api('GET', `/v1/accounts/${accountId}/posts`))).toBe('429 rate_limit_error');
});
