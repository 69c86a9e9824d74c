/** Settings under pressure: many processes at once, logins at once, and a process that dies in the middle of a write. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOf, loginApi } from '../support/login-api.ts';
import { ROOT, startModule } from '../support/module.ts';
import { binary } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const homeIn = (folder: string) => ({ HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') });

const settingsIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'config', 'settings.json'), 'utf8')) as Record<string, unknown>;

test('ten processes that write at the same time lose nothing', async () => {
  const folder = await temporaryFolder();
  const names = Array.from({ length: 10 }, (_, at) => `context${at}`);
  const said = await Promise.all(
    names.map((name) =>
      binary(['context', 'create', name, '--base-url', `https://${name}.example`], { env: homeIn(folder) }),
    ),
  );
  expect(said.map(({ code }) => code)).toEqual(names.map(() => 0));
  const { contexts } = settingsIn(folder) as { contexts: Record<string, { baseUrl: string }> };
  expect(
    Object.entries(contexts)
      .map(([name, { baseUrl }]) => [name, baseUrl])
      .sort(),
  ).toEqual(names.map((name) => [name, `https://${name}.example`]));
  expect(statSync(join(folder, 'config', 'settings.json')).mode & 0o777).toBe(0o600);
});

test('two processes that log in at the same time leave one key, and it works', async () => {
  const folder = await temporaryFolder();
  const keys = [keyOf('a'), keyOf('b')];
  const api = await loginApi({ polls: keys.map((key) => ({ key })), begun: { interval: 1 } });
  const argv = ['login', '--base-url', api.url, '--context', 'live', '--device-name', 'desk', '--store', 'file'];
  const said = await Promise.all(keys.map(() => binary(argv, { env: homeIn(folder) })));
  expect(said.map(({ code }) => code)).toEqual([0, 0]);
  const used = (await binary(['auth', 'token'], { env: homeIn(folder) })).stdout.trim();
  expect(keys).toContain(used);
  const files = readdirSync(join(folder, 'config', 'keys'));
  expect(files.map((name) => readFileSync(join(folder, 'config', 'keys', name), 'utf8').trim())).toEqual([used]);
  expect((await binary(['whoami'], { env: homeIn(folder) })).code).toBe(0);
});

/** Writes generation after generation, each of half a megabyte, and names those that were done. */
const WRITER = `
  import { openSettings } from '${ROOT}/src/world/settings.ts';
  import { openHost } from '${ROOT}/src/world/host.ts';
  const settings = openSettings(openHost());
  for (let generation = 1; ; generation++) {
    await settings.write((before) => ({ ...before, generation, padding: String(generation).repeat(500_000).slice(0, 500_000) }));
    console.log(generation);
  }`;

test('a process killed in the middle of a write leaves the settings whole, and the next one writes on', async () => {
  const folder = await temporaryFolder();
  const env = homeIn(folder);
  await binary(['context', 'create', 'live', '--base-url', 'https://live.example'], { env });
  for (const enough of [1, 4, 9]) {
    const writer = startModule(WRITER, env);
    let done = 0;
    writer.stdout.on('data', (text: Buffer) => (done = Number(text.toString().trim().split('\n').at(-1)) || done));
    await expect.poll(() => done, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(enough);
    writer.kill('SIGKILL');
    await writer;
    const { generation, padding, contexts } = settingsIn(folder) as {
      generation: number;
      padding: string;
      contexts: object;
    };
    expect(generation).toBeGreaterThanOrEqual(done);
    expect(new Set(padding.match(new RegExp(String(generation), 'g')))).toEqual(new Set([String(generation)]));
    expect(contexts).toEqual({ live: { baseUrl: 'https://live.example' } });
  }
  expect(await binary(['config', 'set', 'timezone', 'Asia/Tokyo'], { env })).toMatchObject({ code: 0 });
  expect(settingsIn(folder)).toMatchObject({ contexts: { live: { timezone: 'Asia/Tokyo' } } });
});

test('what a process left that died while it wrote harms nobody', async () => {
  const folder = await temporaryFolder();
  const env = homeIn(folder);
  await binary(['context', 'create', 'live', '--base-url', 'https://live.example'], { env });
  writeFileSync(join(folder, 'config', 'settings.json.tmp-1234567890abcdef'), '{"half":');
  expect(await binary(['config', 'set', 'output', 'yaml'], { env })).toMatchObject({ code: 0 });
  expect(settingsIn(folder)).toMatchObject({ contexts: { live: { output: 'yaml' } } });
});
