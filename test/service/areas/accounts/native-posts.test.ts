import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const posts = (id: string) => service.api('GET', `/v1/accounts/${id}/posts`);
const behave = (id: string, body: object) => service.control('POST', `/_local/network/${id}/behaviour`, body);

describe('posts of an account on its network', () => {
  test('standing posts are listed, the newest first', async () => {
    const { _id } = await service.account('facebook');
    const path = `/_local/network/${_id}/feed`;
    for (const text of ['one', 'two', 'three']) await service.control('POST', path, { text });
    const [first] = await service.feed(_id);
    await service.control('DELETE', `${path}/${encodeURIComponent(first?.['nativeId'] as unknown as string)}`);
    const { body } = await posts(_id);
    expect(body).toMatchObject({ status: 'success', posts: [{ message: 'three' }, { message: 'two' }] });
  });

  test('ERR-09 ERR-10 ERR-22 ERR-37 a refusal carries platform and raw payload, with its own status', async () => {
    const { _id } = await service.account('facebook');
    const platformError = { error_subcode: 7, Odd: true };
    await behave(_id, { operation: 'read', outcome: 'reject', status: 422, platformError });
    const answer = await posts(_id);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      type: 'platform_error',
      code: 'platform_api_error',
      platform: 'meta',
      platformError,
    });
  });

  test('LIM-22 LIM-23 ERR-22 a failing platform is 502, a quota 429 with its reset', async () => {
    const { _id } = await service.account('facebook');
    await behave(_id, { operation: 'read', outcome: 'server_error' });
    expect(await posts(_id)).toMatchObject({ status: 502, body: { type: 'platform_error' } });
    await behave(_id, { operation: 'read', outcome: 'timeout' });
    expect((await posts(_id)).status).toBe(502);
    await behave(_id, { operation: 'read', outcome: 'rate_limited', retryAfterSeconds: 30 });
    const answer = await posts(_id);
    expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited', type: 'rate_limit_error' } });
    expect(answer.headers['retry-after']).toBe('30');
    await behave(_id, { operation: 'read', outcome: 'rate_limited' });
    const unknown = await posts(_id);
    expect(unknown).toMatchObject({ status: 429, body: { code: 'rate_limited', type: 'rate_limit_error' } });
    expect(unknown.headers).not.toHaveProperty('retry-after');
  });

  test('a disconnected account has to be reconnected first', async () => {
    const { _id } = await service.account('facebook');
    await service.control('POST', `/_local/accounts/${_id}/disconnect`, {});
    expect(await posts(_id)).toMatchObject({ status: 409, body: { code: 'ads_connection_required' } });
  });
});

describe('follow status', () => {
  test('it is what the network says of the person, and there is none of a person that the network does not have', async () => {
    const { _id } = await service.account('instagram');
    const ask = (userId: string) => service.api('GET', `/v1/accounts/${_id}/follow-status/${userId}`);
    const person = { userId: '17841400008460056', isFollower: true, isFollowedByAccount: false };
    expect((await ask(person.userId)).body).toMatchObject({ accountId: _id, ...person });
    expect(await ask('17841400000000000')).toMatchObject({ status: 404, body: { param: 'userId' } });
  });

  test('it is known on instagram only', async () => {
    const { _id } = await service.account('twitter');
    const answer = await service.api('GET', `/v1/accounts/${_id}/follow-status/1`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'platform_not_supported' } });
  });
});
