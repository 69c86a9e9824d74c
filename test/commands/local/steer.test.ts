import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService, type Json } from '../../support/service.ts';
import { steered } from '../../support/steered.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const list = (value: Json | undefined): Json[] => value as unknown as Json[];

test('status tells where the service is, its keys and its health', async () => {
  const { local, service } = await steered();
  const { code, result } = await local('status');
  expect(code).toBe(0);
  expect(result).toMatchObject({ apiKey: service.apiKey, health: { status: 'ok' } });
});

test('the clock is shown, set and advanced by spans and by words', async () => {
  const { local } = await steered();
  expect((await local('clock', 'show')).result).toEqual({ mode: 'frozen', now: '2026-01-05T09:00:00.000Z' });
  expect((await local('clock', 'advance', '1h30m')).result.now).toBe('2026-01-05T10:30:00.000Z');
  expect((await local('clock', 'advance', '--to', 'tomorrow 9:00')).result.now).toBe('2026-01-06T09:00:00.000Z');
  expect((await local('clock', 'advance', '--until-next-due')).code).toBe(0);
  expect((await local('clock', 'set', 'frozen', '--now', '2026-02-01T00:00:00Z')).result.now).toBe(
    '2026-02-01T00:00:00.000Z',
  );
  const back = await local('clock', 'set', 'frozen', '--now', '2026-01-01T00:00:00Z');
  expect([back.code, errorIn(back)['code']]).toEqual([3, 'invalid_resource_state']);
});

test('EVT-69 a carrier that rejects texts is set up by its word, as accounts are by their id', async () => {
  const { local, account, api, advance, events } = await steered();
  await account('sms', { username: '+12175550100' });
  const reject = ['--operation', 'send', '--outcome', 'reject', '--message', 'Blocked as spam.'];
  expect((await local('network', 'behaviour', 'carrier', ...reject)).code).toBe(0);
  const body = { from: '+12175550100', to: '+15550100300', text: 'Ready.' };
  expect((await api('POST', '/v1/sms/messages', { body })).status).toBe(200);
  await advance(5);
  expect(await events('message.failed')).toMatchObject([{ payload: { error: { message: 'Blocked as spam.' } } }]);
});

test('an advance whose caller has gone ends where it has come to', async () => {
  const { service, control } = await startService({ dataDir: await temporaryFolder() });
  const { url, controlKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  const caller = new AbortController();
  const headers = { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ seconds: 100 * 365 * 86_400 });
  const call = fetch(`${url}/_local/clock/advance`, { method: 'POST', headers, body, signal: caller.signal });
  const now = async (): Promise<string> => String((await control('GET', '/_local/clock')).body.now);
  const began = await now();
  await expect.poll(now).not.toBe(began);
  caller.abort();
  await expect(call).rejects.toThrow('abort');
  const { body: after } = await control('POST', '/_local/clock/advance', { seconds: 1 });
  expect(Date.parse(String(after.now))).toBeLessThan(Date.parse('2100-01-01T00:00:00Z'));
});

test('figures are set on a network and read by analytics', async () => {
  const { local, account, api } = await steered();
  const { _id } = await account('instagram');
  expect((await local('network', 'metrics', _id, '--metric', 'followers=4321')).code).toBe(0);
  await local('clock', 'advance', '1d');
  const { body } = await api('GET', '/v1/accounts/follower-stats');
  expect(list(body.accounts)[0]).toMatchObject({ currentFollowers: 4321 });
  expect((await local('network', 'metrics', _id, '--post', 'none', '--metric', 'likes=1')).code).toBe(7);
});

test('a sign-in is approved and denied without its page', async () => {
  const { local, api, profileId } = await steered();
  const query = { profileId: await profileId(), redirect_url: 'https://a.example/' };
  const begun = async () => String((await api('GET', '/v1/connect/bluesky', { query })).body.state);
  const approved = await local('connect', 'approve', await begun(), '--username', 'brand.example');
  expect([approved.code, approved.result]).toMatchObject([0, { accountId: expect.any(String) as string }]);
  const denied = await local('connect', 'deny', await begun(), '--error', 'google_ads_quota_exhausted');
  expect(String(denied.result.redirectUrl)).toContain('error=google_ads_quota_exhausted');
  expect((await local('connect', 'deny', '0123456789abcdef01234567')).code).toBe(7);
});

test.each([
  ['nothing to say how far', ['clock', 'advance']],
  ['two ways at once', ['clock', 'advance', '5s', '--until-next-due']],
  ['a span that is none', ['clock', 'advance', 'soon']],
  ['a mode that is none', ['clock', 'set', 'fast']],
  ['a fault that does nothing', ['fault', 'add', '--operation', 'createPost']],
  ['a header without a colon', ['fault', 'add', '--status', '500', '--header', 'x']],
  ['an outcome that is none', ['network', 'behaviour', 'x', '--outcome', 'explode']],
  ['no outcome', ['network', 'behaviour', 'x']],
  ['a figure without a number', ['network', 'metrics', 'x', '--metric', 'likes=many']],
])('%s is refused before anything is sent', async (_case, words) => {
  const { local, service } = await steered();
  const said = await local(...words);
  expect([said.code, errorIn(said)['code']]).toEqual([2, 'usage']);
  expect(service.clock.now()).toBe(Date.parse('2026-01-05T09:00:00Z'));
});

test('an account is added and disconnected', async () => {
  const { local, api } = await steered();
  const added = await local('accounts', 'add', 'twitter', '--username', 'acme');
  expect(added.result.account).toMatchObject({ platform: 'twitter', username: 'acme' });
  const id = String(added.result.account?._id);
  expect((await local('accounts', 'disconnect', id, '--reason', 'revoked')).code).toBe(0);
  expect(list((await api('GET', '/v1/accounts')).body.accounts)[0]).toMatchObject({ isActive: false });
  expect((await local('accounts', 'disconnect', '0123456789abcdef01234567')).code).toBe(7);
  expect((await local('accounts', 'add', 'nowhere')).code).toBe(3);
});

test('a network is told how to behave, and its feed is read, written, edited and thinned', async () => {
  const { local, account } = await steered();
  const { _id: id } = await account('twitter');
  const told = await local(
    'network',
    'behaviour',
    id,
    '--outcome',
    'rate_limited',
    '--retry-after',
    '60',
    '--times',
    '1',
  );
  expect(list(told.result.behaviours)[0]).toMatchObject({ outcome: 'rate_limited', retryAfterSeconds: 60, times: 1 });

  const made = await local('network', 'post', id, 'by hand');
  const nativeId = String(made.result.item?.nativeId);
  expect((await local('network', 'edit', id, nativeId, '--text', 'changed')).code).toBe(0);
  expect(list((await local('network', 'feed', id)).result.items)[0]).toMatchObject({ text: 'changed' });
  expect((await local('network', 'remove', id, nativeId)).code).toBe(0);
  expect(list((await local('network', 'feed', id, '--kind', 'post')).result.items)[0]).toHaveProperty('removedAt');
});

test('a fault is added with all its words, listed and removed', async () => {
  const { local, api } = await steered();
  const words = ['--operation', 'listProfiles', '--status', '503', '--header', 'Retry-After: 3', '--times', '1'];
  const added = await local('fault', 'add', ...words);
  const answer = await api('GET', '/v1/profiles');
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '3']);
  expect(list((await local('fault', 'list')).result.faults)).toMatchObject([{ id: added.result.id, hits: 1 }]);
  expect((await local('fault', 'remove', String(added.result.id))).code).toBe(0);
  expect((await local('fault', 'remove', String(added.result.id))).code).toBe(7);
  expect((await local('fault', 'remove')).code).toBe(0);
});

test('requests, events and the timeline are listed and filtered', async () => {
  const { local, api, account } = await steered();
  await account('twitter');
  await api('GET', '/v1/profiles');
  await api('GET', '/v1/nowhere');
  expect(list((await local('requests', '--status', '404')).result.requests)).toMatchObject([{ path: '/v1/nowhere' }]);
  expect(list((await local('requests', '--operation', 'listProfiles')).result.requests)).toHaveLength(1);
  expect(list((await local('events', '--type', 'account.connected')).result.events)).toHaveLength(1);
  expect(list((await local('events', '--type', 'post.published')).result.events)).toHaveLength(0);
  expect(list((await local('timeline', '--kind', 'nothing')).result.work)).toEqual([]);
});

test('the team’s plan is shown and set', async () => {
  const { local } = await steered();
  expect((await local('team')).result.team).toMatchObject({ preset: 'full' });
  expect((await local('team', '--preset', 'free', '--settings', '{"profileCap":5}')).result.team).toMatchObject({
    preset: 'free',
    profileCap: 5,
  });
  expect((await local('team', '--settings', '{"profileCup":5}')).code).toBe(3);
});

test('the worker is paused and stepped', async () => {
  const { local } = await steered();
  expect((await local('worker', '--state', 'paused')).result).toEqual({ state: 'paused', ran: 0 });
  expect((await local('worker', '--step', '1')).result.state).toBe('paused');
});

test('a reset needs a yes off a terminal, and a snapshot brings back what was kept', async () => {
  const { local, api } = await steered();
  await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
  expect((await local('snapshot', 'create', 'one')).code).toBe(0);
  expect(list((await local('snapshot', 'list')).result.snapshots)).toMatchObject([{ name: 'one' }]);

  const unsure = await local('reset');
  expect([unsure.code, errorIn(unsure)['code']]).toEqual([2, 'confirmation']);
  expect((await local('reset', '--yes')).code).toBe(0);
  expect((await api('GET', '/v1/profiles')).body.total).toBe(1);
  expect((await local('reset', '--snapshot', 'one', '--yes')).code).toBe(0);
  expect((await api('GET', '/v1/profiles')).body.total).toBe(2);
  expect((await local('reset', '--snapshot', 'two', '--yes')).code).toBe(7);
});

test('without a service every command says so and how to start one', async () => {
  const folder = join(await temporaryFolder(), 'none');
  for (const words of [['status'], ['clock', 'show'], ['stop'], ['restart']]) {
    const said = await svc(['local', ...words, '--data-dir', folder, '-o', 'json']);
    expect([said.code, errorIn(said)], words.join(' ')).toMatchObject([
      13,
      { code: 'service_not_running', hint: expect.stringContaining('svc local start') },
    ]);
  }
});

test('a state file whose service is gone counts as no service', async () => {
  const { local, service, close } = await steered();
  const { readFile, writeFile } = await import('node:fs/promises');
  const file = join(service.dataDir, 'service.json');
  const text = await readFile(file, 'utf8');
  await close();
  await writeFile(file, text);
  expect(errorIn(await local('status'))['code']).toBe('service_not_running');
  expect(errorIn(await local('stop'))['code']).toBe('service_not_running');
});
