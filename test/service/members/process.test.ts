import { onTestFinished, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { openProcess, type StartedService, type TeamOptions } from '../../../src/service/members/process.ts';
import { aside } from '../../../src/service/store/postgres/place.ts';
import { testDatabase } from '../../support/database.ts';
import { testDoors } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { openClock } from '../../../src/world/clock.ts';

/** A process on the database; closed when the test ends. */
async function start(url: string, more: Partial<TeamOptions> = {}): Promise<StartedService> {
  const service = await openProcess({
    url,
    dataDir: await temporaryFolder(),
    seedPack: 'empty',
    clock: { mode: 'real' },
    rateLimits: true,
    catalog: openCatalog('dist/cards'),
    doors: testDoors(),
    hostName: 'test',
    machine: openClock(),
    ...more,
  });
  onTestFinished(() => service.close());
  return service;
}

const HERE = { host: '127.0.0.1', port: 0 };

test('two processes on one database have the same keys, and answer the same from either', async () => {
  const url = await testDatabase();
  const one = await (await start(url)).listen(HERE);
  const other = await (await start(url)).listen(HERE);
  expect(other).toMatchObject({ apiKey: one.apiKey, controlKey: one.controlKey });

  const call = async (at: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${one.apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${at}${path}`, { headers, ...init });
    return (await answer.json()) as Record<string, unknown>;
  };
  await call(other.url, '/v1/profiles', { method: 'POST', body: '{"name":"Ours"}' });
  expect(await call(one.url, '/v1/profiles')).toEqual(await call(other.url, '/v1/profiles'));
  expect(JSON.stringify(await call(one.url, '/v1/profiles'))).toContain('Ours');
});

test('the next primary goes on with the limits of the first one, and with what was used of them', async () => {
  const url = await testDatabase();
  const first = await start(url, { rateLimits: true });
  const { url: at, apiKey } = await first.listen(HERE);
  const second = await start(url, { rateLimits: false });
  const next = await second.listen(HERE);
  const headers = { authorization: `Bearer ${apiKey}`, connection: 'close' };
  const ask = (base: string) => fetch(`${base}/v1/profiles`, { headers });
  for (let call = 0; call < 50; call += 1) await (await ask(at)).text();
  await first.close();

  let passed = 0;
  while (passed < 61 && (await ask(next.url)).status === 200) passed += 1;
  // Sixty a minute, of which at most two blocks of three were written down and not given out.
  expect(passed).toBeLessThanOrEqual(10);
  expect(passed).toBeGreaterThanOrEqual(4);
});

test.each([
  [true, ['windows']],
  [false, []],
])('what was used of a window is written down only where it can be full (limits: %s)', async (rateLimits, kept) => {
  const url = await testDatabase();
  const { url: at, apiKey } = await (await start(url, { rateLimits })).listen(HERE);
  for (let call = 0; call < 4; call += 1)
    expect((await fetch(`${at}/v1/profiles`, { headers: { authorization: `Bearer ${apiKey}` } })).status).toBe(200);
  const rows = await aside(url, (session) => session.exec(`SELECT key FROM meta WHERE key = 'windows'`));
  expect(rows.map(({ key }) => key)).toEqual(kept);
});

test.each([
  [false, true, 'listens on its own machine alone, and this one would open the same service to the network'],
  [true, false, 'listens on the network, and this one listens on its own machine alone'],
])(
  'a process that listens otherwise than the others is refused (public: %s, then %s)',
  async (first, second, words) => {
    const url = await testDatabase();
    const advertised = first ? 'http://service-1:4010' : undefined;
    await (await start(url, { isPublic: first, advertised })).listen(HERE);
    await expect(start(url, { isPublic: second })).rejects.toThrow(words);
  },
);

test('a database that cannot be reached is said so, and the folder is free afterwards', async () => {
  const dataDir = await temporaryFolder();
  const refused = () => start('postgres://svc@127.0.0.1:1/none', { dataDir });
  await expect(refused()).rejects.toThrow('The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.');
  await expect(refused()).rejects.toThrow('The database cannot be used');
});
