/** Documented refusals of these areas, each with its documented code. */
import { expect, test } from 'vitest';
import { startService, type Sending } from '../../support/service.ts';

const NOBODY = '0123456789abcdef01234567';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly sending?: Sending;
}

const REFUSALS: readonly (readonly [code: string, status: number, call: Call])[] = [
  ['missing_required_field', 400, { method: 'POST', path: '/v1/profiles', sending: { body: {} } }],
  ['invalid_field_value', 400, { method: 'GET', path: '/v1/posts', sending: { query: { status: 'odd' } } }],
  [
    'invalid_json_body',
    400,
    { method: 'POST', path: '/v1/profiles', sending: { body: '{', headers: { 'content-type': 'application/json' } } },
  ],
  ['missing_credentials', 401, { method: 'GET', path: '/v1/profiles', sending: { key: null } }],
  ['invalid_credentials', 401, { method: 'GET', path: '/v1/profiles', sending: { key: `sk_${'0'.repeat(64)}` } }],
  ['post_not_found', 404, { method: 'GET', path: `/v1/posts/${NOBODY}` }],
  ['account_not_found', 404, { method: 'DELETE', path: `/v1/accounts/${NOBODY}` }],
  ['profile_not_found', 404, { method: 'GET', path: `/v1/profiles/${NOBODY}` }],
  ['not_found', 404, { method: 'GET', path: '/v1/nothing-here' }],
  ['method_not_allowed', 405, { method: 'DELETE', path: '/v1/posts' }],
];

test.each(REFUSALS)('ERR-05 %s comes with %i', async (code, status, { method, path, sending }) => {
  const service = await startService();
  const answer = await service.api(method, path, sending);
  expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
});
