import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openHome } from '../support/home.ts';
import { startService } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';

const ready = async (options: Parameters<typeof startService>[0] = {}) => {
  const { service } = await startService({ seedPack: 'demo', ...options });
  const { url, apiKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  return { SVC_BASE_URL: url, SVC_API_KEY: apiKey };
};

test('it counts what the lists hold, and names a command for each', async () => {
  const env = await ready();
  const { code, stdout } = await svc(['status'], { env });
  const said = JSON.parse(stdout) as Record<string, { total: number; disconnected: unknown[] }> & {
    next: { command: string }[];
  };
  const list = async (...words: string[]): Promise<Record<string, unknown[]>> =>
    JSON.parse((await svc([...words, '--all'], { env })).stdout) as Record<string, unknown[]>;
  expect(code).toBe(0);
  expect(said['scheduled']?.total).toBe((await list('posts', 'list', '--status', 'scheduled'))['posts']?.length);
  expect(said['failed']?.total).toBe((await list('posts', 'list', '--failed'))['posts']?.length);
  const away = (await list('accounts', 'list', '--status', 'disconnected'))['accounts'];
  expect(said['accounts']?.disconnected).toHaveLength(away?.length ?? -1);
  for (const { command } of said.next.filter((one) => /\b(get|check|open)\b/.test(one.command)))
    expect((await svc(command.split(' ').slice(1), { env })).code, command).toBe(0);
});

describe('svc alone', () => {
  test('shows it on a terminal', async () => {
    const env = await ready();
    const { code, stdout } = await svc([], { env: { ...env, NO_COLOR: '1' }, terminal: 80 });
    expect([code, stdout]).toEqual([0, expect.stringContaining('What next')]);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('shows the help to a program', async () => {
    expect((await svc([])).stdout).toContain('Usage: svc');
  });
});

test('without a key it says how to begin, and is no failure', async () => {
  const { code, stdout } = await svc(['status'], { terminal: 80 });
  expect([code, stdout]).toEqual([0, expect.stringContaining('svc login')]);
  expect(JSON.parse((await svc(['status'])).stdout)).toMatchObject({
    key: null,
    next: [{ command: 'svc login --base-url URL' }, {}, {}, {}, {}],
  });
  const env = { SVC_BASE_URL: 'http://127.0.0.1:9' };
  expect(JSON.parse((await svc(['status'], { env })).stdout)).toMatchObject({
    next: [{ command: 'svc login' }, {}, {}, {}, {}],
  });
});

test('where the local service of the context is stopped, it says so and how to start it again', async () => {
  const home = await openHome();
  const local = { baseUrl: 'http://127.0.0.1:9', dataDir: join(home.folder, 'data') };
  home.place('config/settings.json', { currentContext: 'local', contexts: { local, 'local-b': local } });
  const { code, stdout } = await home.run(['status'], { terminal: 80 });
  expect([code, stdout]).toEqual([0, expect.stringContaining('The local service is not running; its data is kept.')]);
  const first = async (...words: string[]) =>
    (await home.json<{ next: { command: string }[] }>(['status', ...words])).next[0]?.command;
  expect(await first()).toBe('svc local start');
  expect(await first('--context', 'local-b')).toBe('svc local start --context local-b');
});

test('a wrong key is named together with where it goes', async () => {
  const env = { ...(await ready()), SVC_API_KEY: `sk_${'0'.repeat(64)}` };
  const said = await svc(['status'], { env });
  expect([said.code, errorIn(said)['type'], said.stdout]).toEqual([4, 'authentication_error', '']);
  expect(said.stderr).toContain(env.SVC_BASE_URL);
});

test('a key that may not read messages leaves that part out', async () => {
  const env = await ready();
  const words = ['--name', 'posts', '--permission', 'read', '--disabled-resource-groups', 'messages'];
  const made = await svc(['api-keys', 'create', ...words, '-o', 'json'], { env });
  const { apiKey } = JSON.parse(made.stdout) as { apiKey: { key: string } };
  const { code, stdout } = await svc(['status'], { env: { ...env, SVC_API_KEY: apiKey.key } });
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { unread: null, scheduled: { total: expect.any(Number) as number } },
  ]);
});
