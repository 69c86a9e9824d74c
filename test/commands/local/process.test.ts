import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceState } from '../../../src/kernel/steering.ts';
import { openSpawn } from '../../../src/world/spawn.ts';
import { BINARY } from '../../support/process.ts';
import { binary, errorIn, type Said } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const { alive, kill } = openSpawn({});

const EMPTY = ['--seed-pack', 'empty', '--rate-limits', 'off'];

/** A home of its own: its settings, its default data folder; whatever still runs there is killed at the end. */
async function home() {
  const folder = await temporaryFolder();
  const env = { HOME: folder };
  const dataDir = join(folder, '.local', 'state', 'svc', 'local');
  const svc = (...words: string[]): Promise<Said> => binary(words, { env });
  onTestFinished(async () => {
    const pid = Number(await readFile(join(dataDir, 'lock.pid'), 'utf8').catch(() => '0'));
    if (pid > 0 && pid !== process.pid) kill(pid, 'SIGKILL');
  });
  return { folder, env, dataDir, svc };
}

/** A detached process is buried by init, which may take its time. */
const gone = (pid: number): Promise<void> =>
  expect.poll(() => alive(pid), { timeout: 20_000, message: 'the process lives on' }).toBe(false);

const stateOf = ({ stdout }: Said): ServiceState => JSON.parse(stdout) as ServiceState;

test('start answers when the service is ready, leaves it running, and stop ends it', async () => {
  const { svc, dataDir } = await home();
  const started = await svc('local', 'start', ...EMPTY);
  expect(started).toMatchObject({ code: 0, stderr: '' });
  const state = stateOf(started);
  expect(state).toMatchObject({ dataDir, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect(alive(state.pid)).toBe(true);

  const profiles = await svc('profiles', 'list', '-o', 'json');
  expect([profiles.code, (JSON.parse(profiles.stdout) as { total: number }).total]).toEqual([0, 1]);

  const second = await svc('local', 'start');
  expect([second.code, errorIn(second)]).toMatchObject([3, { code: 'service_running', details: { pid: state.pid } }]);

  const stopped = await svc('local', 'stop');
  expect([stopped.code, JSON.parse(stopped.stdout)]).toEqual([0, { stopped: true, pid: state.pid, dataDir }]);
  await gone(state.pid);
  await expect(stat(join(dataDir, 'service.json'))).rejects.toThrow('ENOENT');
  expect((await svc('local', 'stop')).code).toBe(13);
});

test.each([['detached'], ['foreground']])('a seed file that is refused leaves nothing behind, %s', async (how) => {
  const { svc, folder } = await home();
  const file = join(folder, 'seed.yaml');
  await writeFile(file, 'profiles:\n  - nmae: Quay\n');
  const more = how === 'foreground' ? ['--foreground'] : [];
  const dataDir = join(folder, 'data');
  for (const where of [[], ['--data-dir', dataDir]]) {
    const refused = await svc('local', 'start', ...EMPTY, '--seed-file', file, ...where, ...more);
    expect([refused.code, errorIn(refused).code]).toEqual([2, 'validation']);
  }
  expect(await readdir(folder)).toEqual(['seed.yaml']);
});

test('a seed file is created with a new folder, refused with its lines, and not remembered', async () => {
  const { svc, folder } = await home();
  const file = join(folder, 'seed.yaml');
  const start = () => svc('local', 'start', ...EMPTY, '--seed-file', file);
  await writeFile(file, 'profiles:\n  - name: Harbor\n  - nmae: Quay\n');
  const refused = await start();
  expect([refused.code, errorIn(refused)]).toMatchObject([2, { details: { problems: [{ line: 3 }, { line: 3 }] } }]);

  await writeFile(file, 'profiles:\n  - name: Harbor\n');
  const started = await start();
  expect([started.stderr, JSON.parse(started.stdout)]).toMatchObject(['', { created: { profiles: 1 } }]);
  expect(JSON.parse((await svc('local', 'restart')).stdout)).not.toHaveProperty('created');
  await svc('local', 'stop');
  expect((await start()).stderr).toBe(
    `The existing data is kept: --seed-file applies only to a new folder. \`svc local seed ${file}\` adds its records.\n`,
  );
  const { stdout } = await svc('profiles', 'list', '--jq', '[.profiles[].name]');
  expect(JSON.parse(stdout)).toEqual(['Default', 'Harbor']);
  await svc('local', 'stop');
});

test('the context local is written, and becomes the current one only where there is no other', async () => {
  const { svc, folder } = await home();
  await svc('local', 'start', ...EMPTY);
  const file = join(folder, '.config', 'svc', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as { currentContext: string; contexts: object };
  expect(settings.currentContext).toBe('local');
  await svc('local', 'stop');

  const other = { ...settings, contexts: { ...settings.contexts, live: { baseUrl: 'https://x.example' } } };
  await writeFile(file, JSON.stringify({ ...other, currentContext: 'live' }));
  await svc('local', 'start', ...EMPTY);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ currentContext: 'live' });
});

test('data survives stop and start; restart keeps port, keys and flags', async () => {
  const { svc } = await home();
  const first = stateOf(await svc('local', 'start', '--clock', 'frozen', '--now', '2026-01-05T09:00:00Z', ...EMPTY));
  await svc('profiles', 'create', '--name', 'Acme');
  const second = stateOf(await svc('local', 'restart'));
  expect([second.url, second.apiKey]).toEqual([first.url, first.apiKey]);
  expect(second.pid).not.toBe(first.pid);
  expect(JSON.parse((await svc('local', 'clock', 'show', '-o', 'json')).stdout)).toMatchObject({ mode: 'frozen' });
  expect(JSON.parse((await svc('profiles', 'list', '-o', 'json')).stdout)).toMatchObject({ total: 2 });
});

test('a name that is allowed is answered, also after a restart, and no other one', async () => {
  const { svc } = await home();
  const statusUnder = async (url: string, host: string): Promise<number | undefined> => {
    const call = request(`${url}/_local/health`, { headers: { host } });
    call.end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const names = ['--allow-host', 'Staging.example.com', '--allow-host', 'svc.example'];
  const first = stateOf(await svc('local', 'start', ...names, ...EMPTY));
  const second = stateOf(await svc('local', 'restart'));
  expect(second.pid).not.toBe(first.pid);
  const under = (host: string) => statusUnder(second.url, host);
  expect([await under('staging.example.com'), await under('svc.example:8080'), await under('other.example')]).toEqual([
    200, 200, 403,
  ]);
  await svc('local', 'stop');

  const refused = await svc('local', 'start', '--allow-host', 'https://svc.example', ...EMPTY);
  expect([refused.code, errorIn(refused)]).toMatchObject([2, { param: '--allow-host' }]);
});

test('a killed service is followed by the next one on its folder', async () => {
  const { svc } = await home();
  const first = stateOf(await svc('local', 'start', ...EMPTY));
  await svc('profiles', 'create', '--name', 'Acme');
  kill(first.pid, 'SIGKILL');
  await gone(first.pid);
  expect(errorIn(await svc('local', 'status'))['code']).toBe('service_not_running');

  expect((await svc('local', 'start', ...EMPTY)).code).toBe(0);
  expect(JSON.parse((await svc('profiles', 'list', '-o', 'json')).stdout)).toMatchObject({ total: 2 });
});

test('a service has the port it had, after a stop, a kill and a restart, unless another one has it', async () => {
  const { svc } = await home();
  const portOf = (said: Said): number => Number(new URL(stateOf(said).url).port);
  const first = stateOf(await svc('local', 'start', ...EMPTY));
  const port = Number(new URL(first.url).port);
  await svc('local', 'stop');
  const second = await svc('local', 'start', ...EMPTY);
  expect([portOf(second), second.stderr]).toEqual([port, '']);
  kill(stateOf(second).pid, 'SIGKILL');
  await gone(stateOf(second).pid);
  expect(portOf(await svc('local', 'start', ...EMPTY))).toBe(port);
  expect(portOf(await svc('local', 'restart'))).toBe(port);
  await svc('local', 'stop');
  const throwaway = await svc('local', 'start', '--ephemeral', ...EMPTY);
  expect(portOf(await svc('local', 'restart'))).toBe(portOf(throwaway));
  await svc('local', 'stop');

  const other = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const moved = await svc('local', 'start', ...EMPTY);
  expect([moved.code, portOf(moved) === port]).toEqual([0, false]);
  expect(moved.stderr).toBe(
    `The previous port ${String(port)} is in use: the service is now at ${stateOf(moved).url}.\n`,
  );
  expect(errorIn(await svc('local', 'stop').then(() => svc('local', 'start', '--port', String(port))))['code']).toBe(
    'port_taken',
  );
});

test('a start that fails says why, as the process that failed said it', async () => {
  const { svc, folder } = await home();
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };

  const taken = await svc('local', 'start', '--port', String(port), ...EMPTY);
  expect([taken.code, errorIn(taken)]).toMatchObject([
    1,
    { code: 'port_taken', hint: expect.stringContaining('--port 0') },
  ]);
  const inTheWay = join(folder, 'file');
  await writeFile(inTheWay, '');
  const unusable = await svc('local', 'start', '--data-dir', inTheWay);
  expect([unusable.code, errorIn(unusable)['code']]).toEqual([1, 'local_io']);
  const noTime = await svc('local', 'start', '--now', 'noon');
  expect([noTime.code, errorIn(noTime)['code']]).toEqual([2, 'usage']);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'in the foreground it stays until %s, and ends in good order',
  async (signal) => {
    const { env, dataDir, folder } = await home();
    const ready = join(folder, 'ready.json');
    const words = ['local', 'start', '--foreground', '--ready-file', ready, '--ephemeral', ...EMPTY];
    const child = spawn(process.execPath, [BINARY, ...words], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const state = JSON.parse(line) as ServiceState;
    expect(state.pid).toBe(child.pid);
    expect(JSON.parse(await readFile(ready, 'utf8'))).toEqual(state);
    expect((await fetch(`${state.url}/_local/health`)).status).toBe(200);

    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
    await expect(stat(join(dataDir, 'service.json'))).rejects.toThrow('ENOENT');
    await expect(stat(join(dataDir, 'ephemeral'))).rejects.toThrow('ENOENT');
  },
);

test('a full disk answers 503, loses nothing that was acknowledged, and the service works again on a larger one', async () => {
  const { env, svc, dataDir } = await home();
  // Files of the process may not grow past this; the signal that comes with it would end the process.
  const limited = 'ulimit -f 3000; exec "$0" "$@"';
  const NODE_OPTIONS = "--import data:text/javascript,process.on('SIGXFSZ',()=>{})";
  const words = [process.execPath, BINARY, 'local', 'start', '--foreground', ...EMPTY];
  const child = spawn('bash', ['-c', limited, ...words], {
    env: { PATH: process.env['PATH'], ...env, NODE_OPTIONS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, apiKey } = JSON.parse(line) as ServiceState;
  const call = (method: string, body?: object): Promise<Response> =>
    fetch(`${url}/v1/profiles`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  let kept = 0;
  let refused: Response | undefined;
  for (let index = 0; index < 400 && refused === undefined; index += 1) {
    const answer = await call('POST', { name: `${String(index)} ${'x'.repeat(50_000)}` });
    if (answer.status === 201) kept += 1;
    else refused = answer;
  }
  expect(refused?.status).toBe(503);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused?.json()).toMatchObject({ type: 'api_error', code: 'temporarily_unavailable' });
  expect((await fetch(`${url}/_local/health`)).status).toBe(503);
  expect((await call('GET')).status).toBe(200);
  child.kill('SIGKILL');
  await once(child, 'exit');

  await svc('local', 'start', ...EMPTY, '--data-dir', dataDir);
  const listed = JSON.parse((await svc('profiles', 'list', '--limit', '1', '-o', 'json')).stdout) as { total: number };
  expect(listed.total).toBe(kept + 1);
  expect(kept).toBeGreaterThan(5);
});

test('no key is in the log, nor in one that an earlier svc wrote', async () => {
  const { svc, dataDir } = await home();
  const { apiKey, controlKey } = stateOf(await svc('local', 'start', ...EMPTY));
  await svc('profiles', 'list');
  await svc('local', 'clock', 'show');
  await svc('local', 'stop');
  await appendFile(join(dataDir, 'service.log'), `${JSON.stringify({ apiKey, controlKey })}\n`);
  await svc('local', 'start', ...EMPTY);

  const log = await readFile(join(dataDir, 'service.log'), 'utf8');
  expect(log).toContain('****');
  for (const key of [apiKey, controlKey]) expect(log).not.toContain(key);
});
