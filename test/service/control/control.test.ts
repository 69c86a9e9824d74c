import { describe, expect, test } from 'vitest';
import { CONTROL } from '../../../src/service/control/routes.ts';
import { PLAN_PRESETS } from '../../../src/kernel/steering.ts';
import { startService, type Json } from '../../support/service.ts';

describe('entry', () => {
  test('every call but health wants the control key', async () => {
    const { api, service } = await startService();
    for (const { method, path, open } of CONTROL) {
      const at = path.replace(/:\w+/g, 'x');
      const bare = await api(method, at, { key: null });
      expect(bare.status, `${method} ${path}`).toBe(open === true ? 200 : 401);
      if (open === true) continue;
      expect((await api(method, at, { key: service.apiKey })).body.code, at).toBe('invalid_credentials');
    }
  });

  test('the API does not take the control key', async () => {
    const { api, service } = await startService();
    expect((await api('GET', '/v1/profiles', { key: service.controlKey })).status).toBe(401);
  });

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost:1234', 403],
    ['http://localhost:80', 200],
  ])('a page at %s is answered %i', async (origin, status) => {
    const { api, service } = await startService();
    const headers = { origin, host: origin === 'http://localhost:80' ? 'localhost' : 'localhost:80' };
    expect((await api('GET', '/_local/clock', { key: service.controlKey, headers })).status).toBe(status);
  });

  test('unknown keys and wrong values are refused and named, unlike on the API', async () => {
    const { control } = await startService();
    const cases: [string, string, unknown, string][] = [
      ['PUT', '/_local/clock', { mode: 'frozen', nwo: 1 }, 'nwo'],
      ['PUT', '/_local/clock', { mode: 'fast' }, 'mode'],
      ['POST', '/_local/reset', { seedPack: 'none' }, 'seedPack'],
      ['PATCH', '/_local/team', { presett: 'free' }, 'presett'],
      ['POST', '/_local/faults', { match: { operatoin: 'x' }, action: {} }, 'match.operatoin'],
      ['POST', '/_local/accounts', { platform: 'twitte' }, 'platform'],
    ];
    for (const [method, path, body, param] of cases) {
      const answer = await control(method, path, body);
      expect([answer.status, answer.body.code, answer.body.param], path).toEqual([400, 'invalid_field_value', param]);
    }
    expect((await control('GET', '/_local/events?typ=x')).body.param).toBe('typ');
    expect((await control('PUT', '/_local/clock', {})).body.code).toBe('missing_required_field');
  });

  test('an unknown call answers 404, another method 405', async () => {
    const { control } = await startService();
    expect((await control('GET', '/_local/nowhere')).status).toBe(404);
    expect((await control('DELETE', '/_local/clock')).status).toBe(405);
  });
});

test('health tells how the service is, and 503 when its worker stands still', async () => {
  const { api, service } = await startService();
  const well = await api('GET', '/_local/health', { key: null });
  expect([well.status, well.body]).toEqual([
    200,
    {
      status: 'ok',
      version: '0.0.0-test',
      clock: { mode: 'frozen', now: '2026-01-05T09:00:00.000Z' },
      worker: { alive: true, oldestDueSeconds: 0 },
      store: { kind: 'sqlite' },
    },
  ]);
  await service.desk.store.transact((tx) =>
    tx.schedule({ dueAt: service.clock.now() - 90_000, kind: 'x', ref: 'y', leaseMs: 60_000 }),
  );
  await service.parts.worker.stop();
  const ill = await api('GET', '/_local/health', { key: null });
  expect([ill.status, ill.body]).toMatchObject([
    503,
    { status: 'degraded', worker: { alive: false, oldestDueSeconds: 90 } },
  ]);
});

describe('the clock', () => {
  test('is read, moved forward and never back', async () => {
    const { control } = await startService();
    expect((await control('GET', '/_local/clock')).body).toEqual({ mode: 'frozen', now: '2026-01-05T09:00:00.000Z' });
    const later = { mode: 'frozen', now: '2026-01-06T00:00:00Z' };
    expect((await control('PUT', '/_local/clock', later)).body.now).toBe('2026-01-06T00:00:00.000Z');
    const earlier = { mode: 'frozen', now: '2026-01-05T23:59:59Z' };
    expect((await control('PUT', '/_local/clock', earlier)).status).toBe(409);
    expect((await control('POST', '/_local/clock/advance', { to: '2026-01-05T00:00:00Z' })).status).toBe(409);
    expect((await control('POST', '/_local/clock/advance', { seconds: -1 })).status).toBe(400);
  });

  test('is advanced by seconds, to an instant, or to the next due work', async () => {
    const { control, service } = await startService();
    const advance = (body: unknown) => control('POST', '/_local/clock/advance', body);
    expect((await advance({ seconds: 1.5 })).body).toEqual({ now: '2026-01-05T09:00:01.500Z', ran: 0 });
    expect((await advance({ to: '2026-01-05T10:00:00Z' })).body.now).toBe('2026-01-05T10:00:00.000Z');
    await service.desk.store.transact((tx) =>
      tx.schedule({ dueAt: Date.parse('2026-01-05T10:05:00Z'), kind: 'unknown', ref: 'r' }),
    );
    expect((await advance({ untilNextDue: true })).body).toEqual({ now: '2026-01-05T10:05:00.000Z', ran: 1 });
    expect((await control('GET', '/_local/timeline?kind=unknown')).body.work).toMatchObject([
      { ref: 'r', attempt: 2, running: false, lastError: expect.stringContaining('unknown') },
    ]);
  });

  test('wants exactly one way to advance', async () => {
    const { control } = await startService();
    expect((await control('POST', '/_local/clock/advance', {})).body.code).toBe('missing_required_field');
    const both = { seconds: 1, untilNextDue: true };
    expect((await control('POST', '/_local/clock/advance', both)).body.code).toBe('mutually_exclusive_fields');
  });

  test('is not advanced while it is real', async () => {
    const { control } = await startService({ clock: { mode: 'real' } });
    expect((await control('POST', '/_local/clock/advance', { seconds: 1 })).status).toBe(409);
    expect((await control('PUT', '/_local/clock', { mode: 'frozen' })).body.mode).toBe('frozen');
    expect((await control('POST', '/_local/clock/advance', { seconds: 1 })).status).toBe(200);
  });
});

describe('the team', () => {
  test.each(PLAN_PRESETS)('takes the preset %s whole, and single settings on top of it', async (preset) => {
    const { control } = await startService();
    await control('PATCH', '/_local/team', { profileCap: 7, features: { trunks: true } });
    const set = await control('PATCH', '/_local/team', { preset });
    expect(set.body.team).toMatchObject({ preset, features: {} });
    const merged = await control('PATCH', '/_local/team', { features: { trunks: true }, paymentFailed: true });
    expect(merged.body.team).toMatchObject({ preset, features: { trunks: true }, paymentFailed: true });
    const both = await control('PATCH', '/_local/team', { features: { branded_calling: true } });
    expect(both.body.team?.features).toEqual({ trunks: true, branded_calling: true });
  });

  test('a second team has a key, a user and a default profile of its own', async () => {
    const { api, control } = await startService();
    const other = await control('POST', '/_local/teams', { name: 'Other' });
    const answer = await api<{ profiles: Json[] }>('GET', '/v1/profiles', { key: String(other.body.apiKey) });
    expect(answer.body.profiles).toMatchObject([{ _id: other.body.profileId, isDefault: true }]);
    expect((await api('GET', '/v1/profiles')).body.total).toBe(1);
  });

  test('a further member of a team has a key of their own, and an unknown team is refused', async () => {
    const { api, control } = await startService();
    const member = await control('POST', '/_local/users', { role: 'admin' });
    const users = await api<{ users: Json[] }>('GET', '/v1/users', { key: String(member.body.apiKey) });
    expect(users.body.users).toHaveLength(2);
    expect((await control('POST', '/_local/users', { teamId: 'nobody' })).status).toBe(404);
  });
});

describe('accounts and networks', () => {
  test('an account lands in the default profile, or in the one that is named', async () => {
    const { api, account, profileId } = await startService();
    const second = (await api('POST', '/v1/profiles', { body: { name: 'Second' } })).body.profile?._id;
    expect((await account('twitter')).profileId).toBe(await profileId());
    expect((await account('bluesky', { profileId: second, username: 'me' })).profileId).toBe(second);
  });

  test('an unknown profile is refused, and so is disconnecting an unknown account', async () => {
    const { control } = await startService();
    const nowhere = { platform: 'twitter', profileId: '0123456789abcdef01234567' };
    expect((await control('POST', '/_local/accounts', nowhere)).body.code).toBe('profile_not_found');
    expect((await control('POST', '/_local/accounts/nobody/disconnect', {})).body.code).toBe('account_not_found');
  });

  test('a disconnected account shows that it must be connected again, and its event is built', async () => {
    const { api, account, control, events } = await startService();
    const { _id: id } = await account('twitter');
    expect((await control('POST', `/_local/accounts/${id}/disconnect`, { reason: 'revoked' })).status).toBe(200);
    const listed = await api<{ accounts: Json[] }>('GET', '/v1/accounts');
    expect(listed.body.accounts[0]).toMatchObject({ isActive: false, needsReconnection: true });
    expect(await events('account.disconnected')).toHaveLength(1);
  });

  test('a native post is written, edited and deleted on its network', async () => {
    const { account, control, feed } = await startService();
    const { _id: id } = await account('twitter');
    const made = await control('POST', `/_local/network/${id}/feed`, { text: 'by hand' });
    expect(made.status).toBe(201);
    const at = `/_local/network/${id}/feed/${encodeURIComponent(String(made.body.item?.nativeId))}`;
    expect((await control('PATCH', at, { text: 'changed' })).status).toBe(200);
    expect((await feed(id))[0]).toMatchObject({ text: 'changed', origin: 'native' });
    expect((await control('DELETE', at)).status).toBe(200);
    expect((await feed(id))[0]).toHaveProperty('removedAt');
    expect((await control('DELETE', `/_local/network/${id}/feed/none`)).status).toBe(404);
    expect((await control('POST', '/_local/network/nobody/feed', { text: 'x' })).status).toBe(404);
  });

  test('a behaviour is set and answered with what is in force', async () => {
    const { account, control } = await startService();
    const { _id: id } = await account('twitter');
    const path = `/_local/network/${id}/behaviour`;
    expect((await control('POST', path, { outcome: 'reject', times: 1 })).body.behaviours).toMatchObject([
      { operation: 'any', outcome: 'reject', times: 1 },
    ]);
    expect((await control('POST', path, { outcome: 'explode' })).body.param).toBe('outcome');
    expect((await control('POST', '/_local/network/nobody/behaviour', { outcome: 'ok' })).status).toBe(404);
  });
});

describe('records', () => {
  test('requests are listed newest first, with the events they caused, and are filtered', async () => {
    const { api, control } = await startService();
    await api('GET', '/v1/profiles');
    await api('GET', '/v1/nowhere');
    const made = await api('POST', '/v1/api-keys', { body: { name: 'k' } });
    const key = String(made.body.apiKey?.key);
    await api('GET', '/v1/profiles', { key });

    const list = async (query = '') =>
      (await control<{ requests: Json[] }>('GET', `/_local/requests${query}`)).body.requests;
    expect((await list()).map(({ path, status }) => [path, status])).toEqual([
      ['/v1/profiles', 200],
      ['/v1/api-keys', 201],
      ['/v1/nowhere', 404],
      ['/v1/profiles', 200],
    ]);
    expect(await list('?operation=listProfiles')).toHaveLength(2);
    expect((await list('?status=404'))[0]).toMatchObject({ operation: null, code: 'not_found' });
    expect(await list(`?key=${String(made.body.apiKey?.id)}`)).toHaveLength(1);
    expect(await list('?limit=1')).toHaveLength(1);
    expect(await list('?since=2026-01-05T09:00:01Z')).toEqual([]);
  });

  test('events are filtered by name and time, oldest first, and the limit keeps the newest', async () => {
    const { account, control, advance } = await startService();
    const first = await account('twitter');
    await advance(60);
    const second = await account('bluesky');
    const list = async (query = '') =>
      (await control<{ events: Json[] }>('GET', `/_local/events${query}`)).body.events.map(
        ({ payload }) => payload?.account?.accountId,
      );
    expect(await list('?type=account.connected')).toEqual([first._id, second._id]);
    expect(await list('?limit=1')).toEqual([second._id]);
    expect(await list('?since=2026-01-05T09:00:30Z')).toEqual([second._id]);
    expect(await list('?type=post.published')).toEqual([]);
  });

  test('requests and events are read page by page: each page begins where the last one ended', async () => {
    const { api, account, control } = await startService();
    for (const platform of ['twitter', 'bluesky', 'telegram']) await account(platform);
    await api('GET', '/v1/profiles');
    const pages = async (path: string, key: string): Promise<Json[][]> => {
      const read: Json[][] = [];
      for (let cursor = ''; ;) {
        const { body } = await control<Record<string, unknown>>('GET', `${path}?limit=2${cursor}`);
        read.push(body[key] as Json[]);
        if (body['nextCursor'] === null) return read;
        cursor = `&cursor=${String(body['nextCursor'])}`;
      }
    };
    const whole = (await control<{ events: Json[] }>('GET', '/_local/events')).body.events.map(({ id }) => id);
    expect(
      (await pages('/_local/events', 'events'))
        .reverse()
        .flat()
        .map(({ id }) => id),
    ).toEqual(whole);
    const all = (await control<{ requests: Json[] }>('GET', '/_local/requests')).body.requests;
    expect((await pages('/_local/requests', 'requests')).flat()).toEqual(all);
    expect((await control('GET', '/_local/requests?cursor=nothing')).status).toBe(400);
  });

  test('the worker is paused, stepped and resumed', async () => {
    const { control, service } = await startService();
    expect((await control('POST', '/_local/worker', { state: 'paused' })).body).toEqual({ state: 'paused', ran: 0 });
    await service.desk.store.transact((tx) => tx.schedule({ dueAt: service.clock.now(), kind: 'nothing', ref: 'r' }));
    expect((await control('POST', '/_local/clock/advance', { seconds: 5 })).body.ran).toBe(0);
    expect((await control('POST', '/_local/worker', { step: 1 })).body).toEqual({ state: 'paused', ran: 1 });
    expect((await control('POST', '/_local/worker', { state: 'running' })).body.state).toBe('running');
  });
});
