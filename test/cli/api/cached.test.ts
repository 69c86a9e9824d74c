/** `svc api --cache`: which answers are kept, for whom, and how long. */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptedApi } from '../../support/scripted-api.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { TEST_WORLD_NOW } from '../../support/world.ts';

async function bench(status = 200) {
  const folder = await temporaryFolder();
  const api = await scriptedApi(({ url }) => ({
    status,
    headers: { 'x-ratelimit-remaining': '7' },
    body: { at: api.asked.length, url },
  }));
  const env = { SVC_BASE_URL: api.url, SVC_API_KEY: `sk_${'a'.repeat(64)}` };
  const ask = (words: readonly string[], more: { readonly key?: string; readonly now?: number } = {}) =>
    svc(['api', ...words, '--cache', '10m'], {
      folder,
      env: { ...env, ...(more.key !== undefined && { SVC_API_KEY: more.key }) },
      now: TEST_WORLD_NOW + (more.now ?? 0),
    });
  return { folder, api, ask };
}

test('a read is answered from its last response until that is too old', async () => {
  const { api, ask } = await bench();
  const first = await ask(['/v1/things?a=1']);
  const second = await ask(['/v1/things?a=1'], { now: 599_000 });
  expect([first.code, second.stdout]).toEqual([0, first.stdout]);
  expect(api.asked).toHaveLength(1);
  await ask(['/v1/things?a=2'], { now: 599_000 });
  await ask(['/v1/things?a=1'], { now: 601_000 });
  expect(api.asked).toHaveLength(3);
});

test('another key is another answer, a write is always sent, and -i shows no limit of an earlier moment', async () => {
  const { api, ask } = await bench();
  await ask(['/v1/things']);
  await ask(['/v1/things'], { key: `sk_${'b'.repeat(64)}` });
  await ask(['POST', '/v1/things', '-f', 'a=b']);
  await ask(['POST', '/v1/things', '-f', 'a=b']);
  expect(api.asked).toHaveLength(4);
  const { stdout } = await ask(['/v1/things', '-i']);
  expect(api.asked).toHaveLength(4);
  expect(stdout).not.toContain('ratelimit');
});

test('an error is not kept, and what is kept is for the user alone', async () => {
  const failing = await bench(404);
  await failing.ask(['/v1/things']);
  await failing.ask(['/v1/things']);
  expect(failing.api.asked).toHaveLength(2);
  const { folder, ask } = await bench();
  await ask(['/v1/things']);
  const cache = join(folder, 'config', 'state', 'cache');
  const [name = ''] = readdirSync(cache);
  expect([statSync(cache).mode & 0o777, statSync(join(cache, name)).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(errorIn(await svc(['api', '/v1/things', '--cache', 'soon']))).toMatchObject({ exit: 2, param: '--cache' });
});

test.each(['', '{"at":', '{"at":1768557600000}'])('a damaged file is asked for again: %j', async (text) => {
  const { folder, api, ask } = await bench();
  await ask(['/v1/things']);
  const cache = join(folder, 'config', 'state', 'cache');
  const [name = ''] = readdirSync(cache);
  writeFileSync(join(cache, name), text);
  expect((await ask(['/v1/things'])).code).toBe(0);
  expect(api.asked).toHaveLength(2);
});
