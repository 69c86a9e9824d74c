/** The client and the clock of the service: what is frozen is not waited for, everything else is. */
import { expect, test } from 'vitest';
import { localHealthAt, isFrozenAt } from '../../src/client/local-health.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { startService } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';
import { run } from '../../src/main.ts';

const LIMITED = { match: { operation: 'listPosts' }, action: { status: 429, headers: { 'Retry-After': '37' } } };

async function limited(mode: 'frozen' | 'real') {
  const { service, control } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  if (mode === 'real') await control('PUT', '/_local/clock', { mode });
  await control('POST', '/_local/faults', { ...LIMITED, times: 1 });
  return { url, env: { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey } };
}

async function listed(mode: 'frozen' | 'real') {
  const { env } = await limited(mode);
  const { world, slept, out, err } = testWorld({ argv: ['posts', 'list', '-o', 'json'], env });
  return { slept, said: { code: await run(world), stdout: out(), stderr: err() } };
}

test('a rate limit on a frozen clock is not waited for, and the way out is said', async () => {
  const { slept, said } = await listed('frozen');
  expect([said.code, slept]).toEqual([10, []]);
  expect(errorIn(said)).toMatchObject({
    retryAfter: 37,
    hint: 'The clock of the local service is frozen: `svc local clock advance 37s` advances it.',
  });
});

test('LIM-21 on a clock that runs it is waited for', async () => {
  const { slept, said } = await listed('real');
  expect([said.code, slept]).toEqual([0, [37_000]]);
});

test('an import meets the limit, stops, and waits for nothing either', async () => {
  const { service, control, api } = await startService({ rateLimits: true });
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  await control('POST', '/_local/accounts', { platform: 'twitter', username: 'ada' });
  await control('POST', '/_local/faults', { match: { operation: 'createPost' }, action: LIMITED.action });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const rows = '{"content":"one","to":"twitter"}\n{"content":"two","to":"twitter"}\n';
  const { world, slept } = testWorld({ argv: ['posts', 'import', '-', '--format', 'ndjson'], env, stdin: rows });
  const code = await run(world);
  expect([code, slept]).toEqual([10, []]);
  expect((await api('GET', '/v1/posts')).body['posts']).toEqual([]);
});

test('only an address on this machine whose health document says so is a local service', async () => {
  const { url } = await limited('frozen');
  const { world } = testWorld();
  expect(await localHealthAt(world, `${url}/api`)).toMatchObject({ clock: { mode: 'frozen' } });
  const tunnel = await scriptedApi(() => ({ body: {} }));
  expect(await localHealthAt(world, tunnel.url)).toBeUndefined();
  expect(await localHealthAt(world, 'https://api.example.com')).toBeUndefined();
  expect(await isFrozenAt(world, 'http://127.0.0.1:9')).toBe(false);
});

test('neither listen nor expect makes an endpoint through a tunnel on this machine unless told to', async () => {
  const tunnel = await scriptedApi(() => ({ body: { webhooks: [], webhook: { _id: 'w' } } }));
  const env = { SVC_BASE_URL: tunnel.url, SVC_API_KEY: 'a-key-of-the-hosted-service' };
  const listen = await svc(['webhooks', 'listen', '--idle-timeout', '1ms'], { env });
  expect(listen.code).toBe(2);
  expect(errorIn(listen)).toMatchObject({
    message: expect.stringContaining(`${tunnel.url} is not a local service`) as string,
  });
  const expecting = await svc(['webhooks', 'expect', 'post.published', '--timeout', '1ms'], { env });
  expect([expecting.code, errorIn(expecting)['param']]).toEqual([2, '--public-url']);
  expect(tunnel.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});
