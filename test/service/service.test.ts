import { createServer } from 'node:http';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/kernel/failure.ts';
import { startService, type Json, type ServiceUnderTest } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

/** What a caller sees of a few calls: bodies and request ids. */
async function story({ api, control, account, advance }: ServiceUnderTest): Promise<string> {
  const twitter = await account('twitter');
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
  const body = {
    content: 'hello',
    platforms: [{ platform: 'twitter', accountId: twitter._id }],
    scheduledFor: '2026-01-05T10:00:00Z',
  };
  const post = await api('POST', '/v1/posts', { body });
  await advance(7_200);
  const answers = [profile, post, await api('GET', '/v1/posts'), await control('GET', '/_local/events')];
  return JSON.stringify(answers.map(({ body: text, headers }) => [text, headers['x-request-id']]));
}

describe('determinism', () => {
  test('one seed with a frozen clock gives the same bytes', async () => {
    const [first, second] = [await startService({ seed: 7 }), await startService({ seed: 7 })];
    expect(first.service.apiKey).toBe(second.service.apiKey);
    expect(await story(first)).toBe(await story(second));
    expect(await story(await startService({ seed: 8 }))).not.toBe(await story(second));
  });

  test('after a reset the same story gives the same bytes again', async () => {
    const started = await startService({ seed: 7 });
    const before = await story(started);
    await started.control('POST', '/_local/reset', {});
    expect(await story(started)).toBe(before);
    await started.control('POST', '/_local/reset', { seed: 9 });
    expect(await story(started)).not.toBe(before);
  });

  test('a restart repeats no id', async () => {
    const dataDir = await temporaryFolder();
    const seen: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { api, close } = await startService({ ephemeral: false, dataDir, seed: 7 });
      for (let index = 0; index < 3; index += 1)
        seen.push(
          String(
            (await api('POST', '/v1/profiles', { body: { name: `${String(round)}${String(index)}` } })).body.profile
              ?._id,
          ),
        );
      await close();
    }
    expect(new Set(seen).size).toBe(9);
  });
});

describe('restart', () => {
  test('data, keys and the frozen time survive', async () => {
    const dataDir = await temporaryFolder();
    const first = await startService({ ephemeral: false, dataDir });
    await first.api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    await first.advance(3_600);
    await first.close();

    const second = await startService({ ephemeral: false, dataDir, clock: { mode: 'frozen' } });
    expect(second.service.apiKey).toBe(first.service.apiKey);
    expect(second.service.controlKey).toBe(first.service.controlKey);
    expect((await second.api('GET', '/v1/profiles')).body.total).toBe(2);
    expect((await second.control('GET', '/_local/clock')).body.now).toBe('2026-01-05T10:00:00.000Z');
  });

  test('time does not go back, whatever the next start asks for', async () => {
    const dataDir = await temporaryFolder();
    const first = await startService({ ephemeral: false, dataDir });
    await first.advance(3_600);
    await first.close();
    const second = await startService({ ephemeral: false, dataDir });
    expect((await second.control('GET', '/_local/clock')).body.now).toBe('2026-01-05T10:00:00.000Z');
  });

  test('an ephemeral service leaves nothing but its keys', async () => {
    const dataDir = await temporaryFolder();
    const { api, close } = await startService({ dataDir });
    await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    await close();
    expect((await readdir(dataDir)).sort()).toEqual(['keys.json', 'lock.db']);
    const again = await startService({ dataDir });
    expect((await again.api('GET', '/v1/profiles')).body.total).toBe(1);
  });
});

describe('listening', () => {
  test('the state file says where the service is, to its user alone, and goes when it ends', async () => {
    const dataDir = await temporaryFolder();
    const { service, close } = await startService({ dataDir });
    const state = await service.listen({ host: '127.0.0.1', port: 0 });
    expect(state).toMatchObject({
      apiKey: service.apiKey,
      controlKey: service.controlKey,
      mcpUrl: `${state.url}/mcp`,
      consoleUrl: `${state.url}/`,
      pid: process.pid,
      dataDir,
    });
    const file = join(dataDir, 'service.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(state);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await fetch(`${state.url}/_local/health`)).status).toBe(200);
    await close();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  test('GEN-02 the address of the tool server is named apart from that of the API', async () => {
    const { service } = await startService();
    const { url, mcpUrl } = await service.listen({ host: '127.0.0.1', port: 0 });
    expect(mcpUrl).not.toBe(url);
    expect(URL.canParse(mcpUrl)).toBe(true);
  });

  test('a taken port is a failure that names it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { service } = await startService();
    const refusal = await service.listen({ host: '127.0.0.1', port }).catch((error: unknown) => error);
    other.close();
    expect(refusal).toBeInstanceOf(Failure);
    expect((refusal as Failure).fields.code).toBe('port_taken');
    expect((refusal as Failure).message).toContain(String(port));
  });

  test('a second service on the folder is refused, and the first goes on', async () => {
    const dataDir = await temporaryFolder();
    const first = await startService({ ephemeral: false, dataDir });
    const refusal = await startService({ ephemeral: false, dataDir }).catch((error: unknown) => error);
    expect((refusal as Failure).fields).toMatchObject({ code: 'service_running', details: { pid: process.pid } });
    expect((await first.api('GET', '/v1/profiles')).status).toBe(200);
  });
});

describe('reset and snapshots', () => {
  test('a reset brings back the beginning: data, plan, faults, windows and time; the keys stay', async () => {
    const { api, control, advance, account, service } = await startService({ rateLimits: true });
    const key = service.apiKey;
    await account('twitter');
    await control('PATCH', '/_local/team', { preset: 'free' });
    await control('POST', '/_local/faults', { match: {}, action: { status: 500 } });
    await control('POST', '/_local/worker', { state: 'paused' });
    await advance(3_600);

    expect((await control('POST', '/_local/reset', {})).body).toEqual({});
    expect((await control('GET', '/_local/clock')).body.now).toBe('2026-01-05T09:00:00.000Z');
    expect((await control('GET', '/_local/faults')).body.faults).toEqual([]);
    expect((await control('GET', '/_local/requests')).body.requests).toEqual([]);
    expect((await control('PATCH', '/_local/team', {})).body.team?.preset).toBe('full');
    const profiles = await api('GET', '/v1/profiles', { key });
    expect([profiles.status, profiles.body.total]).toEqual([200, 1]);
    expect(profiles.headers['x-ratelimit-remaining']).toBe('59');
    expect((await api<{ accounts: Json[] }>('GET', '/v1/accounts')).body.accounts).toEqual([]);
    expect((await control('GET', '/_local/events')).body.events).toEqual([]);
  });

  test('a snapshot brings back data and time, also after a reset', async () => {
    const { api, control, advance } = await startService();
    await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    await advance(60);
    expect((await control('POST', '/_local/snapshots', { name: 'before' })).status).toBe(201);
    expect((await control<{ snapshots: Json[] }>('GET', '/_local/snapshots')).body.snapshots).toMatchObject([
      { name: 'before' },
    ]);
    const next = (await api('POST', '/v1/profiles', { body: { name: 'Later' } })).body.profile?._id;
    await control('POST', '/_local/reset', {});

    await control('POST', '/_local/reset', { snapshot: 'before' });
    expect((await api('GET', '/v1/profiles')).body.total).toBe(2);
    expect((await control('GET', '/_local/clock')).body.now).toBe('2026-01-05T09:01:00.000Z');
    expect((await api('POST', '/v1/profiles', { body: { name: 'Later' } })).body.profile?._id).toBe(next);
  });

  test('a snapshot that is not there changes nothing, and a name leads nowhere else', async () => {
    const { api, control } = await startService();
    await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    expect((await control('POST', '/_local/reset', { snapshot: 'none' })).status).toBe(404);
    expect((await api('GET', '/v1/profiles')).body.total).toBe(2);
    for (const name of ['../x', '', 'a/b', '.hidden'])
      expect((await control('POST', '/_local/snapshots', { name })).status, name).toBe(400);
  });

  test('work that runs while a reset comes is finished first', async () => {
    const { control, account, api, service } = await startService();
    const { _id: id } = await account('twitter');
    const body = {
      content: 'x',
      platforms: [{ platform: 'twitter', accountId: id }],
      scheduledFor: '2026-01-05T10:00:00Z',
    };
    await api('POST', '/v1/posts', { body });
    const [advanced, reset] = await Promise.all([
      control('POST', '/_local/clock/advance', { seconds: 7_200 }),
      control('POST', '/_local/reset', {}),
    ]);
    expect([advanced.status, reset.status]).toEqual([200, 200]);
    expect(await service.desk.store.read.countPosts({ teamId: service.parts.lifecycle.teamId() })).toBe(0);
    expect((await control('GET', '/_local/health')).body.worker?.alive).toBe(true);
  });
});
