import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openFaults, type FaultMatch, type Seen } from '../../../src/service/faults/faults.ts';
import { startService, type Json } from '../../support/service.ts';

const seen = (more: Partial<Seen> = {}): Seen => ({
  method: 'POST',
  path: '/v1/posts/abc/retry',
  operation: 'retryPost',
  keys: ['key1'],
  text: () => '/v1/posts/abc/retry {"accountId":"acc1"}',
  ...more,
});

const action = { status: 503 } as const;

describe('matching', () => {
  test.each<[FaultMatch, boolean]>([
    [{}, true],
    [{ method: 'POST' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/v1/posts/*/retry' }, true],
    [{ path: '/v1/posts/*' }, false],
    [{ path: '/v1/**' }, true],
    [{ path: '/v1/posts/a.c/retry' }, false],
    [{ operation: 'retryPost' }, true],
    [{ operation: 'createPost' }, false],
    [{ accountId: 'acc1' }, true],
    [{ accountId: 'acc2' }, false],
    [{ key: 'key1' }, true],
    [{ key: 'key2' }, false],
    [{ method: 'POST', operation: 'createPost' }, false],
  ])('%j meets the request: %s', (match, expected) => {
    const faults = openFaults(() => 0);
    faults.add('f', { match, action });
    expect(faults.meet(seen()) !== undefined).toBe(expected);
  });

  test('a fault lets the first ones pass and ends after its times', () => {
    const faults = openFaults(() => 0);
    faults.add('f', { match: {}, action, after: 2, times: 2 });
    expect([1, 2, 3, 4, 5, 6].map(() => faults.meet(seen()) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(faults.list()).toMatchObject([{ id: 'f', hits: 2 }]);
  });

  test('a fault with a probability meets as often as chance says', () => {
    let chance = 0.4;
    const faults = openFaults(() => chance);
    faults.add('f', { match: {}, action, probability: 0.5 });
    expect(faults.meet(seen())).toEqual(action);
    chance = 0.5;
    expect(faults.meet(seen())).toBeUndefined();
  });
});

describe('in the service', () => {
  const fault = (action_: unknown, more: object = {}) => ({
    match: { operation: 'createProfile' },
    action: action_,
    ...more,
  });

  test('ERR-40 ERR-41 a status is answered in the API’s own words, with the headers asked for, and nothing is done', async () => {
    const { api, control } = await startService();
    await control('POST', '/_local/faults', fault({ status: 503, headers: { 'Retry-After': '3' } }, { times: 1 }));

    const answer = await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    expect([answer.status, answer.body.type, answer.body.code]).toEqual([503, 'api_error', 'temporarily_unavailable']);
    expect(answer.headers['retry-after']).toBe('3');
    expect((await api('GET', '/v1/profiles')).body.total).toBe(1);
    expect((await api('POST', '/v1/profiles', { body: { name: 'Acme' } })).status).toBe(201);
  });

  test('ERR-41 a 503 that nobody gave a wait has one all the same', async () => {
    const { api, control } = await startService();
    await control('POST', '/_local/faults', fault({ status: 503 }));
    const answer = await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    await control('DELETE', '/_local/faults');
    await control('POST', '/_local/faults', fault({ status: 503, headers: { 'retry-after': '9' } }));
    expect((await api('POST', '/v1/profiles', { body: { name: 'Acme' } })).headers['retry-after']).toBe('9');
  });

  test('ERR-36 an upstream quota 429 has a type and a code', async () => {
    const { api, control } = await startService();
    await control('POST', '/_local/faults', fault({ status: 429 }));
    expect((await api('POST', '/v1/profiles', { body: { name: 'x' } })).body).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limited',
    });
  });

  test('a body of one’s own is answered as it stands', async () => {
    const { api, control } = await startService();
    await control('POST', '/_local/faults', fault({ status: 418, body: { odd: [1] } }));
    const answer = await api('POST', '/v1/profiles', { body: { name: 'x' } });
    expect([answer.status, answer.body]).toEqual([418, { odd: [1] }]);
  });

  test('an answer that is not JSON is sent where that is asked for', async () => {
    const { api, control } = await startService();
    await control('POST', '/_local/faults', fault({ malformed: true }));
    const answer = await api<unknown>('POST', '/v1/profiles', { body: { name: 'x' } });
    expect(answer.status).toBe(201);
    expect(typeof answer.body).toBe('string');
  });

  test('a 503 after the write leaves the write in place', async () => {
    const { api, control } = await startService();
    await control('POST', '/_local/faults', fault({ status: 503, drop: 'after' }));
    expect((await api('POST', '/v1/profiles', { body: { name: 'Acme' } })).status).toBe(503);
    expect((await api('GET', '/v1/profiles')).body.total).toBe(2);
  });

  test.each([
    ['before', { drop: 'before' }, 1, 0],
    ['after', { drop: 'after' }, 2, 0],
    ['in the middle of the answer', { truncate: true }, 2, 201],
  ])('a connection cut %s leaves the caller without a whole answer', async (_case, how, profiles, logged) => {
    const { api, control, service } = await startService();
    const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
    await control('POST', '/_local/faults', fault(how));

    await expect(sent(`${url}/v1/profiles`, service.apiKey)).rejects.toThrow();
    expect((await api('GET', '/v1/profiles')).body.total).toBe(profiles);
    const log = await control<{ requests: Json[] }>('GET', '/_local/requests?operation=createProfile');
    expect(log.body.requests).toMatchObject([{ status: logged, notes: [{ kind: 'fault' }] }]);
  });

  test('faults are listed with their hits, and removed one by one or all at once', async () => {
    const { api, control } = await startService();
    const made = await control('POST', '/_local/faults', fault({ delayMs: 1 }));
    await control('POST', '/_local/faults', { match: { path: '/v1/queue/**' }, action: { status: 500 } });
    await api('POST', '/v1/profiles', { body: { name: 'x' } });

    const listed = await control<{ faults: Json[] }>('GET', '/_local/faults');
    expect(listed.body.faults).toMatchObject([{ id: made.body.id, hits: 1 }, { hits: 0 }]);
    expect((await control('DELETE', `/_local/faults/${String(made.body.id)}`)).status).toBe(200);
    expect((await control('DELETE', `/_local/faults/${String(made.body.id)}`)).status).toBe(404);
    await control('DELETE', '/_local/faults');
    expect((await control('GET', '/_local/faults')).body.faults).toEqual([]);
  });
});

/** Posts a profile over a socket; rejects when the answer does not come whole. */
function sent(url: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sending = request(url, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => (text += String(chunk)));
      answer.on('end', () => (answer.complete ? resolve(text) : reject(new Error('cut'))));
      answer.on('error', reject);
    });
    sending.on('error', reject);
    sending.end('{"name":"Acme"}');
  });
}
