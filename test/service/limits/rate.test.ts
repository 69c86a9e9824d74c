import { describe, expect, test } from 'vitest';
import { planOf } from '../../../src/service/limits/plan.ts';
import { openRates, windowFor } from '../../../src/service/limits/rate.ts';
import { startService, type ServiceUnderTest } from '../../support/service.ts';

const FULL = planOf('full');

describe('the window', () => {
  test.each([
    ['LIM-04', 0, 60],
    ['LIM-04', 2, 60],
    ['LIM-05', 3, 600],
    ['LIM-05', 2_000, 600],
    ['LIM-06', 2_001, 1_200],
  ])('%s with %i accounts %i requests a minute pass', (_rule, accounts, limit) => {
    expect(windowFor(FULL, accounts, undefined)).toEqual({ limit, spanMs: 60_000 });
  });

  test.each([
    ['LIM-07', 2, 6],
    ['LIM-08', 3, 10],
    ['LIM-09', 2_001, 20],
  ])('%s with %i accounts %i analytics requests a second pass', (_rule, accounts, limit) => {
    expect(windowFor(FULL, accounts, 'second')).toEqual({ limit, spanMs: 1_000 });
  });

  test.each([
    [900, 15],
    [60, 6],
    [5_000, 83],
  ])('LIM-10 a limit of %i a minute gives %i analytics requests a second', (rateLimitPerMinute, limit) => {
    expect(windowFor({ ...FULL, rateLimitPerMinute }, 0, 'second').limit).toBe(limit);
  });

  test('LIM-11 LIM-12 lifetime-deal plans have flat limits', () => {
    const legacy = planOf('legacy');
    expect(windowFor(legacy, 1, undefined).limit).toBe(600);
    expect(windowFor(legacy, 5_000, undefined).limit).toBe(600);
    expect(windowFor(legacy, 1, 'second')).toEqual({ limit: 10, spanMs: 1_000 });
  });
});

describe('the sliding log', () => {
  const window = { limit: 3, spanMs: 60_000 };

  test('LIM-01 each request frees its slot sixty seconds after it was made', () => {
    const rates = openRates(true);
    for (const at of [0, 10_000, 50_000]) expect(rates.take('t', window, at).retryAfterSeconds).toBeUndefined();
    expect(rates.take('t', window, 59_000)).toMatchObject({ remaining: 0, retryAfterSeconds: 1 });
    expect(rates.take('t', window, 60_000)).toMatchObject({ remaining: 0, resetSeconds: 70 });
    expect(rates.take('t', window, 69_000).retryAfterSeconds).toBe(1);
  });

  test('ASM-38 refused requests do not count, so that a waiting caller gets through', () => {
    const rates = openRates(true);
    for (const at of [0, 0, 0]) rates.take('t', window, at);
    for (let n = 0; n < 100; n += 1) rates.take('t', window, 30_000);
    expect(rates.take('t', window, 60_000).retryAfterSeconds).toBeUndefined();
  });

  test('without refusals the headers go on, and something is always left', () => {
    const rates = openRates(false);
    const states = Array.from({ length: 5_000 }, () => rates.take('t', window, 0));
    expect(states.every(({ retryAfterSeconds }) => retryAfterSeconds === undefined)).toBe(true);
    expect(states.slice(0, 4).map(({ remaining }) => remaining)).toEqual([2, 1, 2, 1]);
    expect(Math.min(...states.map(({ remaining }) => remaining))).toBe(1);
  });

  test('after a reset nothing is counted any more', () => {
    const rates = openRates(true);
    for (const at of [0, 0, 0]) rates.take('t', window, at);
    rates.clear();
    expect(rates.take('t', window, 0)).toMatchObject({ remaining: 2, count: 1 });
  });

  test('a look at the window counts nothing', () => {
    const rates = openRates(true);
    rates.take('t', window, 0);
    expect(rates.peek('t', window, 0).remaining).toBe(2);
    expect(rates.peek('t', window, 0).remaining).toBe(2);
  });
});

describe('in the service', () => {
  const times = async (count: number, act: () => Promise<unknown>): Promise<void> => {
    for (let n = 0; n < count; n += 1) await act();
  };
  const limited = (): Promise<ServiceUnderTest> => startService({ rateLimits: true });

  test('LIM-04 LIM-18 LIM-20 ERR-12 the 61st request of a minute is refused in the older shape, and passes after the wait', async () => {
    const { api, advance } = await limited();
    await times(60, () => api('GET', '/v1/profiles'));
    const refused = await api('GET', '/v1/profiles');
    expect(refused.status).toBe(429);
    expect(Object.keys(refused.body)).toEqual(['error', 'details']);
    expect(refused.body.details).toEqual({ currentCount: 60, limit: 60, retryAfterSeconds: 60 });
    expect(refused.headers).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
    });

    await advance(59);
    expect((await api('GET', '/v1/profiles')).status).toBe(429);
    await advance(1);
    expect((await api('GET', '/v1/profiles')).status).toBe(200);
  });

  test('LIM-01 the window slides: what was asked late in one minute still counts in the next', async () => {
    const { api, advance } = await limited();
    await advance(50);
    await times(60, () => api('GET', '/v1/profiles'));
    await advance(20);
    expect((await api('GET', '/v1/profiles')).status).toBe(429);
    await advance(40);
    expect((await api('GET', '/v1/profiles')).status).toBe(200);
  });

  test('LIM-02 AUTH-13 keys of one team share a window, teams do not', async () => {
    const { api, control } = await limited();
    const second = String((await api('POST', '/v1/api-keys', { body: { name: 'second' } })).body.apiKey?.key);
    await times(29, () => api('GET', '/v1/profiles'));
    await times(30, () => api('GET', '/v1/profiles', { key: second }));
    expect((await api('GET', '/v1/profiles', { key: second })).status).toBe(429);
    expect((await api('GET', '/v1/profiles')).status).toBe(429);

    const other = await control('POST', '/_local/teams', {});
    const answer = await api('GET', '/v1/profiles', { key: String(other.body.apiKey) });
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([200, '59']);
  });

  test('LIM-03 LIM-05 the third account, connected by a member, raises the limit for all members of the team', async () => {
    const { api, control, account, profileId } = await limited();
    const member = String((await control('POST', '/_local/users', {})).body.apiKey);
    await account('twitter');
    await account('bluesky');
    expect((await api('GET', '/v1/profiles')).headers['x-ratelimit-limit']).toBe('60');
    const query = { profileId: await profileId() };
    const { state } = (await api('GET', '/v1/connect/threads', { key: member, query })).body;
    await control('POST', `/_local/connect/${String(state)}`, { decision: 'approve', username: 'of.the.member' });
    expect((await api('GET', '/v1/profiles')).headers['x-ratelimit-limit']).toBe('600');
    expect((await api('GET', '/v1/profiles', { key: member })).headers['x-ratelimit-limit']).toBe('600');
  });

  test('LIM-15 LIM-16 LIM-17 every answer shows the window: success, bad request, unknown address', async () => {
    const { api } = await limited();
    const answers = [
      await api('GET', '/v1/profiles'),
      await api('POST', '/v1/profiles', { body: {} }),
      await api('GET', '/v1/nowhere'),
      await api('PATCH', '/v1/profiles'),
    ];
    const now = Date.parse('2026-01-05T09:00:00Z') / 1_000;
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['59', '58', '57', '56']);
    for (const { headers } of answers)
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-reset': String(now + 60) });
  });

  test('LIM-15 an answer that refuses for want of a permission shows the window, too', async () => {
    const { api } = await limited();
    const { body } = await api('POST', '/v1/api-keys', { body: { name: 'reader', permission: 'read' } });
    const key = String((body['apiKey'] as { key?: string } | undefined)?.key);
    const refused = await api('POST', '/v1/profiles', { key, body: { name: 'another' } });
    expect([refused.status, refused.headers['x-ratelimit-remaining']]).toEqual([403, '58']);
  });

  test('LIM-19 the limit can be set above the table', async () => {
    const { api, control } = await limited();
    await control('PATCH', '/_local/team', { rateLimitPerMinute: 5_000 });
    expect((await api('GET', '/v1/profiles')).headers['x-ratelimit-limit']).toBe('5000');
  });

  test('ASM-38 requests without a valid key are not counted', async () => {
    const { api } = await limited();
    await times(70, () => api('GET', '/v1/profiles', { key: 'sk_wrong' }));
    expect((await api('GET', '/v1/profiles')).headers['x-ratelimit-remaining']).toBe('59');
  });

  test('ASM-23 ERR-21 the window of the key answers without a code, even at unknown addresses', async () => {
    const { api, control } = await limited();
    await control('PATCH', '/_local/team', { rateLimitPerMinute: 1 });
    await api('GET', '/v1/profiles');
    for (const path of ['/v1/profiles', '/v1/nowhere']) {
      const { status, body } = await api('GET', path);
      expect([status, body.code, body.type], path).toEqual([429, undefined, undefined]);
    }
  });

  test('with limits switched off nothing is refused, and no header tells a client to wait', async () => {
    const { api } = await startService();
    await times(70, () => api('GET', '/v1/profiles'));
    const answer = await api('GET', '/v1/profiles');
    expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, '60']);
    expect(Number(answer.headers['x-ratelimit-remaining'])).toBeGreaterThan(0);
  });
});
