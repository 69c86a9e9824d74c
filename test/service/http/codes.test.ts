/** Documented refusals of these areas, each with its documented code. */
import { expect, test } from 'vitest';
import { startService, type Sending } from '../../support/service.ts';

const NOBODY = '0123456789abcdef01234567';

const REFUSALS: readonly (readonly [code: string, status: number, method: string, path: string, sending?: Sending])[] =
  [
    ['missing_required_field', 400, 'POST', '/v1/profiles', { body: {} }],
    ['invalid_field_value', 400, 'GET', '/v1/posts', { query: { status: 'odd' } }],
    ['invalid_json_body', 400, 'POST', '/v1/profiles', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['missing_credentials', 401, 'GET', '/v1/profiles', { key: null }],
    ['invalid_credentials', 401, 'GET', '/v1/profiles', { key: `sk_${'0'.repeat(64)}` }],
    ['post_not_found', 404, 'GET', `/v1/posts/${NOBODY}`],
    ['account_not_found', 404, 'DELETE', `/v1/accounts/${NOBODY}`],
    ['profile_not_found', 404, 'GET', `/v1/profiles/${NOBODY}`],
    ['not_found', 404, 'GET', '/v1/nothing-here'],
    ['method_not_allowed', 405, 'DELETE', '/v1/posts'],
  ];

test.each(REFUSALS)('ERR-05 %s comes with %i', async (code, status, method, path, sending) => {
  const service = await startService();
  const answer = await service.api(method, path, sending);
  expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
});
