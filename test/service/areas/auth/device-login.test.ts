/** The device login as a client meets it. */
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/temp.ts';
import { startService, testDoors, TEST_NOW, type ServiceUnderTest } from '../../../support/service.ts';
import { begin, decided, loggedIn, poll, type Begun } from './logins.ts';

const initiate = ({ api }: ServiceUnderTest, body: unknown, headers = {}) =>
  api<Begun>('POST', '/api/auth/cli/initiate', { key: null, body, headers });

const keysNamed = async ({ api }: ServiceUnderTest, name: string) => {
  const { apiKeys } = (await api<{ apiKeys: { name: string; id: string }[] }>('GET', '/v1/api-keys')).body;
  return apiKeys.filter((one) => one.name === name);
};

const works = async ({ api }: ServiceUnderTest, key: string): Promise<unknown> => {
  const { status, body } = await api('GET', '/v1/auth/verify', { key });
  return status === 200 ? body.valid : body.code;
};

describe('a login begins', () => {
  test('ASM-01 without a key, with five fields: a code for the device, one for its person, and where to go', async () => {
    const service = await startService();
    const answer = await initiate(service, { deviceName: 'laptop' });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) });
    expect(answer.body).toEqual({
      deviceCode: expect.stringMatching(/^dc_[0-9a-f]{64}$/),
      userCode: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      browserUrl: expect.stringMatching(new RegExp(`^http://[^/]+/device\\?code=${answer.body.userCode}$`)),
      expiresAt: new Date(TEST_NOW + 600_000).toISOString(),
      interval: 2,
    });
  });

  test.each([
    ['nothing', undefined, 'missing_required_field'],
    ['no name', {}, 'missing_required_field'],
    ['an empty name', { deviceName: '  ' }, 'invalid_field_value'],
    ['a number', { deviceName: 7 }, 'invalid_field_value'],
    ['a name that is too long', { deviceName: 'x'.repeat(101) }, 'invalid_field_value'],
    ['a line end in the name', { deviceName: 'a\nb' }, 'invalid_field_value'],
    ['an escape in the name', { deviceName: 'a\u001b[2Jb' }, 'invalid_field_value'],
    ['a turn of direction in the name', { deviceName: 'a\u202eb' }, 'invalid_field_value'],
    ['half a character', { deviceName: 'a\ud800' }, 'invalid_field_value'],
    ['a list', [], 'missing_required_field'],
    ['null', 'null', 'missing_required_field'],
  ])('ASM-01 with %s it is refused, naming the field', async (_case, body, code) => {
    const answer = await initiate(await startService(), body);
    expect(answer).toMatchObject({ status: 400, body: { code, param: 'deviceName' } });
  });

  test('ASM-01 what is no JSON, and what is too much of it, is refused', async () => {
    const service = await startService();
    expect(await initiate(service, '{"deviceName"')).toMatchObject({
      status: 400,
      body: { code: 'invalid_json_body' },
    });
    expect((await initiate(service, { deviceName: 'x'.repeat(20_000) })).status).toBe(413);
  });

  test('ASM-01 unknown keys are ignored, and the address is outside the versioned API', async () => {
    const service = await startService();
    expect((await initiate(service, { deviceName: 'x', bogus: 1 })).status).toBe(200);
    expect((await service.api('POST', '/v1/auth/cli/initiate', { body: { deviceName: 'x' } })).status).toBe(404);
    const wrong = await service.api('GET', '/api/auth/cli/initiate', { key: null });
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
  });

  test('a page of another site may neither begin nor poll', async () => {
    const service = await startService();
    const headers = { origin: 'https://evil.example' };
    expect((await initiate(service, { deviceName: 'x' }, headers)).status).toBe(403);
    const { deviceCode } = await begin(service);
    expect((await service.api('GET', '/api/auth/cli/poll', { key: deviceCode, headers })).status).toBe(403);
  });

  test('no more logins wait than a team could mean, and those whose time is over make room', async () => {
    const service = await startService();
    for (let index = 0; index < 500; index += 1) await begin(service, `d${String(index)}`);
    expect((await initiate(service, { deviceName: 'one more' })).body).toMatchObject({ code: 'rate_limited' });
    await service.advance(600);
    expect((await initiate(service, { deviceName: 'one more' })).status).toBe(200);
    await service.advance(2 * 86_400);
    await begin(service);
    expect(await service.service.desk.store.read.count('$device_login')).toBe(1);
  });
});

describe('a device polls', () => {
  test('ASM-02 it hears pending, then authorized with its key', async () => {
    const service = await startService();
    const begun = await begin(service);
    const first = await poll(service, begun);
    expect([first.status, first.body]).toEqual([200, { status: 'pending' }]);
    await decided(service, begun, 'approve');
    const answer = await poll(service, begun);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({ status: 'authorized', apiKey: expect.stringMatching(/^sk_[0-9a-zA-Z]{64}$/) });
    expect(await works(service, answer.body.apiKey ?? '')).toBe(true);
  });

  test('ASM-02 it hears denied, however often it asks, and no key is made', async () => {
    const service = await startService();
    const begun = await begin(service);
    await decided(service, begun, 'deny');
    for (let time = 0; time < 3; time += 1)
      expect(await poll(service, begun)).toMatchObject({ status: 200, body: { status: 'denied' } });
    expect(await keysNamed(service, 'laptop')).toEqual([]);
  });

  test('ASM-03 after the end of its time the code answers 410, whatever was decided', async () => {
    const service = await startService();
    const [waiting, approved, denied] = [await begin(service), await begin(service), await begin(service)];
    await decided(service, approved, 'approve');
    await decided(service, denied, 'deny');
    await service.advance(599);
    expect((await poll(service, waiting)).status).toBe(200);
    await service.advance(1);
    expect((await poll(service, waiting)).status).toBe(410);
    expect(await poll(service, approved)).toMatchObject({ status: 410, body: { type: 'invalid_request_error' } });
    expect((await poll(service, denied)).body).toEqual({ status: 'denied' });
    expect(await keysNamed(service, 'laptop')).toEqual([]);
  });

  test('ASM-03 two polls at once: the second answers 429, says how long to wait, and does not count', async () => {
    const service = await startService();
    const begun = await begin(service);
    expect((await poll(service, begun)).status).toBe(200);
    await service.advance(1);
    const early = await poll(service, begun);
    expect(early).toMatchObject({ status: 429, body: { code: 'rate_limited', type: 'rate_limit_error' } });
    expect(early.headers['retry-after']).toBe('1');
    await service.advance(begun.interval - 1);
    expect(await poll(service, begun)).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect((await poll(service, begun)).status).toBe(429);
  });

  test('ASM-03 a frozen service clock does not hold up a device that waits as long as it was told', async () => {
    const real = testDoors();
    let waited = 0;
    const clock = { ...real.clock, now: () => real.clock.now() + waited };
    const service = await startService({ doors: { ...real, clock } });
    const begun = await begin(service);
    expect((await poll(service, begun)).status).toBe(200);
    expect((await poll(service, begun)).status).toBe(429);
    waited += begun.interval * 1_000;
    expect((await poll(service, begun)).status).toBe(200);
    waited += 3_600_000;
    expect((await poll(service, begun)).status).toBe(200);
  });

  test('the key is told once: later polls and a second poll at the same time answer 410', async () => {
    const service = await startService();
    const begun = await begin(service);
    await decided(service, begun, 'approve');
    const answers = await Promise.all([poll(service, begun), poll(service, begun), poll(service, begun)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect((await poll(service, begun)).status).toBe(410);
    expect(await keysNamed(service, 'laptop')).toHaveLength(1);
  });

  test('asking for the head alone does not take the key', async () => {
    const service = await startService();
    const begun = await begin(service);
    await decided(service, begun, 'approve');
    expect((await service.api('HEAD', '/api/auth/cli/poll', { key: begun.deviceCode })).status).toBe(405);
    expect((await poll(service, begun)).body.status).toBe('authorized');
  });

  test.each([
    ['no code', {}, 'missing_credentials'],
    ['an empty header', { authorization: '' }, 'missing_credentials'],
    ['another scheme', { authorization: 'Basic x' }, 'invalid_credentials'],
    ['an unknown code', { authorization: `Bearer dc_${'0'.repeat(64)}` }, 'invalid_credentials'],
  ])('ASM-02 with %s it answers 401', async (_case, headers, code) => {
    const service = await startService();
    await begin(service);
    const answer = await service.api('GET', '/api/auth/cli/poll', { key: null, headers });
    expect(answer).toMatchObject({ status: 401, body: { type: 'authentication_error', code } });
  });

  test('the code of the person does not serve the device, nor an API key', async () => {
    const service = await startService();
    const { userCode } = await begin(service);
    for (const deviceCode of [userCode, userCode.replace('-', ''), service.service.apiKey])
      expect((await poll(service, { deviceCode })).body).toMatchObject({ code: 'invalid_credentials' });
  });

  test('what is kept of a login is neither the device code nor the key', async () => {
    const service = await startService();
    const begun = await begin(service);
    await decided(service, begun, 'approve');
    const key = (await poll(service, begun)).body.apiKey ?? '';
    const { read } = service.service.desk.store;
    const kept = JSON.stringify([await read.list('$device_login'), await read.list('api_key')]);
    expect(kept).not.toContain(begun.deviceCode.slice(3));
    expect(kept).not.toContain(key.slice(10, 60));
    const log = JSON.stringify((await service.control('GET', '/_local/requests')).body);
    expect(log).toContain('/api/auth/cli/poll');
    for (const secret of [begun.deviceCode, key]) expect(log).not.toContain(secret.slice(3));
  });
});

describe('the key of a device', () => {
  test('AUTH-03 is listed under its name, belongs to the owner and reaches everything', async () => {
    const service = await startService();
    const key = await loggedIn(service, 'Ada’s laptop');
    const { apiKeys } = (await service.api<{ apiKeys: { name: string }[] }>('GET', '/v1/api-keys', { key })).body;
    const made = apiKeys.find(({ name }) => name === 'Ada’s laptop');
    expect(made).toMatchObject({ scope: 'full', permission: 'read-write', disabledResourceGroups: [], profileIds: [] });
    expect(made).not.toHaveProperty('expiresAt');
    expect(Object.keys(made ?? {}).filter((name) => name.startsWith('$'))).toEqual([]);
    expect((await service.api('POST', '/v1/profiles', { key, body: { name: 'made' } })).status).toBe(201);
    const whose = async (one: string) => (await service.api('GET', '/v1/auth/verify', { key: one })).body.userId;
    expect(await whose(key)).toBe(await whose(service.service.apiKey));
  });

  test('AUTH-04 ASM-04 a further login of the device replaces it: one entry, the old key is dead, others live', async () => {
    const service = await startService();
    const other = await loggedIn(service, 'desktop');
    const first = await loggedIn(service);
    const second = await loggedIn(service);
    expect([await works(service, first), await works(service, second)]).toEqual(['invalid_credentials', true]);
    expect(await keysNamed(service, 'laptop')).toHaveLength(1);
    expect([await works(service, other), await works(service, service.service.apiKey)]).toEqual([true, true]);
  });

  test('AUTH-04 the old key works until the new one is collected, so that a login nobody finishes takes nothing away', async () => {
    const service = await startService();
    const first = await loggedIn(service);
    const [denied, left] = [await begin(service), await begin(service)];
    await decided(service, denied, 'deny');
    await decided(service, left, 'approve');
    expect(await works(service, first)).toBe(true);
    await service.advance(600);
    expect((await poll(service, left)).status).toBe(410);
    expect(await works(service, first)).toBe(true);
  });

  test('ASM-04 the name alone tells devices apart, spaces around it and ways of writing it aside', async () => {
    const service = await startService();
    const first = await loggedIn(service, 'Zoë');
    const second = await loggedIn(service, ' Zoe\u0308 ');
    expect([await works(service, first), await works(service, second)]).toEqual(['invalid_credentials', true]);
    const third = await loggedIn(service, 'zoë');
    expect([await works(service, second), await works(service, third)]).toEqual([true, true]);
  });

  test('ASM-04 a key that was made by hand under the same name is not the device’s', async () => {
    const service = await startService();
    const made = await service.api('POST', '/v1/api-keys', { body: { name: 'laptop' } });
    await loggedIn(service);
    expect(await works(service, String(made.body.apiKey?.key))).toBe(true);
    expect(await keysNamed(service, 'laptop')).toHaveLength(2);
  });

  test('ASM-04 two logins of one device at once: both end, the later key lives', async () => {
    const service = await startService();
    const logins = [await begin(service), await begin(service)];
    for (const one of logins) await decided(service, one, 'approve');
    const keys = await Promise.all(logins.map(async (one) => (await poll(service, one)).body.apiKey ?? ''));
    const alive = await Promise.all(keys.map((key) => works(service, key)));
    expect(alive.sort()).toEqual(['invalid_credentials', true]);
    expect(await keysNamed(service, 'laptop')).toHaveLength(1);
  });

  test('AUTH-07 it can be revoked, and the device can log in again', async () => {
    const service = await startService();
    const key = await loggedIn(service);
    const [made] = await keysNamed(service, 'laptop');
    expect((await service.api('DELETE', `/v1/api-keys/${made?.id ?? ''}`, { key })).status).toBe(200);
    expect(await works(service, key)).toBe('invalid_credentials');
    expect(await works(service, await loggedIn(service))).toBe(true);
  });

  test('a login that waits outlives a restart of the service', async () => {
    const dataDir = await temporaryFolder();
    const first = await startService({ dataDir, ephemeral: false });
    const begun = await begin(first);
    await first.close();
    const second = await startService({ dataDir, ephemeral: false });
    await decided(second, begun, 'approve');
    expect(await works(second, (await poll(second, begun)).body.apiKey ?? '')).toBe(true);
  });
});
