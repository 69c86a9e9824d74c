/** The request window over a real socket: to the millisecond at its edges, and one for all processes of a team. */
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { startService, TEST_NOW } from '../support/service.ts';

const PER_MINUTE = 60;

const at = (ms: number): string => new Date(TEST_NOW + ms).toISOString();

async function limited() {
  const service = await startService({ rateLimits: true });
  const moveTo = async (ms: number): Promise<void> => {
    const { status, body } = await service.control('POST', '/_local/clock/advance', { to: at(ms) });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  const get = (path = '/v1/profiles') => service.api('GET', path);
  return { ...service, moveTo, get };
}

test('LIM-01 LIM-17 LIM-18 the window slides: a slot frees a minute after its own call, not a millisecond sooner', async () => {
  const { get, moveTo } = await limited();
  for (let call = 0; call < PER_MINUTE; call += 1) {
    await moveTo(call * 100);
    expect((await get()).headers['x-ratelimit-remaining']).toBe(String(PER_MINUTE - call - 1));
  }
  await moveTo(59_999);
  const full = await get();
  expect([full.status, full.headers['retry-after'], full.headers['x-ratelimit-reset']]).toEqual([
    429,
    '1',
    String((TEST_NOW + 60_000) / 1_000),
  ]);
  await moveTo(60_000);
  expect((await get()).status).toBe(200);
  expect((await get()).status).toBe(429);
  await moveTo(60_099);
  expect((await get()).status).toBe(429);
  await moveTo(60_100);
  expect((await get()).status).toBe(200);
});

test('LIM-07 the window of a second on analytics has the same edges, and its own count', async () => {
  const { get, moveTo } = await limited();
  const burst = async (): Promise<number> => (await get('/v1/analytics')).status;
  for (let call = 0; call < 6; call += 1) expect(await burst()).toBe(200);
  expect(await burst()).toBe(429);
  expect((await get()).status).toBe(200);
  await moveTo(999);
  expect(await burst()).toBe(429);
  await moveTo(1_000);
  expect(await burst()).toBe(200);
});

/** Calls forty times at once and prints how often each status came. */
const BURST = `
const [url, key] = process.argv.slice(1);
const call = async () => (await fetch(url + '/v1/profiles', { headers: { authorization: 'Bearer ' + key } })).status;
const all = await Promise.all(Array.from({ length: 40 }, call));
console.log(JSON.stringify(all.filter((status) => status === 200).length));
`;

test('LIM-02 two processes of a team share one window: together they get exactly what it holds', async () => {
  const { service, get } = await limited();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const burst = () => execa(process.execPath, ['--input-type=module', '-e', BURST, url, service.apiKey]);
  const [one, two] = await Promise.all([burst(), burst()]);
  expect(Number(one.stdout) + Number(two.stdout)).toBe(PER_MINUTE);
  expect((await get()).status).toBe(429);
});
