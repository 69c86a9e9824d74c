/** `posts create` and `media upload` against the real local service: command line, HTTP, store and simulated networks. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/main.ts';
import { startService, TEST_NOW, type ServiceUnderTest } from '../../support/service.ts';
import { testWorld } from '../../support/world.ts';

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

interface Bench extends ServiceUnderTest {
  /** Runs `svc WORDS -o json` in a folder that holds `photo.gif`. */
  svc(...words: readonly string[]): Promise<{ code: number; result: Answer; err: string }>;
  /** What a terminal shows of the same. */
  shown(...words: readonly string[]): Promise<string>;
}

interface Answer {
  readonly post: { readonly _id: string; readonly status: string; readonly scheduledFor?: string };
  readonly url: string;
}

async function bench(): Promise<Bench> {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  return {
    ...service,
    async shown(...words) {
      const { world, out } = testWorld({ argv: words, env: { ...env, NO_COLOR: '1' }, now: TEST_NOW, terminal: 100 });
      await run(world);
      return out();
    },
    async svc(...words) {
      const { world, folder, out, err } = testWorld({ argv: [...words, '-o', 'json'], env, now: TEST_NOW });
      writeFileSync(join(folder, 'photo.gif'), GIF);
      const code = await run(world);
      return { code, result: (out() === '' ? {} : JSON.parse(out())) as Answer, err: err() };
    },
  };
}

test('POST-26 POST-77 a post for two names goes out at the time that was said', async () => {
  const { svc, account, advance, feed } = await bench();
  const [twitter, facebook] = [await account('twitter'), await account('facebook', { username: 'brand' })];
  const words = ['hello', '--to', 'twitter', '--to', 'facebook:@brand', '--at', '+2h', '--media', 'photo.gif'];
  const { code, result, err } = await svc('posts', 'create', ...words);
  expect({ code, status: result.post.status }).toEqual({ code: 0, status: 'scheduled' });
  expect(result.post.scheduledFor).toBe('2026-01-05T11:00:00.000Z');
  expect(err).toContain('2026-01-05T11:00:00.000Z');
  await advance(7199);
  expect(await feed(twitter._id, 'post')).toEqual([]);
  await advance(1);
  expect(await feed(twitter._id, 'post')).toHaveLength(1);
  expect(await feed(facebook._id, 'post')).toHaveLength(1);
});

test('a terminal shows where each target went, or why it did not', async () => {
  const { shown, account, control } = await bench();
  const bluesky = (await Promise.all([account('twitter'), account('bluesky')]))[1];
  await control('POST', `/_local/network/${bluesky._id}/behaviour`, { outcome: 'reject', message: 'Not today' });
  const text = await shown('posts', 'create', 'hi', '--to', 'twitter', '--to', 'bluesky', '--now');
  expect(text).toMatch(/\nPlatforms +twitter +published +https:\/\/x\.com\/\S+\n +bluesky +failed +Not today\n/);
});

test('POST-33 POST-39 POST-41 GEN-14 a partial post is exit 9, and a retry after the repair is exit 0', async () => {
  const { svc, account, control, feed } = await bench();
  const [twitter, bluesky] = [await account('twitter'), await account('bluesky')];
  await control('POST', `/_local/network/${bluesky._id}/behaviour`, { outcome: 'reject', message: 'Not today' });
  const { code, result, err } = await svc('posts', 'create', 'hi', '--to', 'twitter', '--to', 'bluesky', '--now');
  expect({ code, status: result.post.status }).toEqual({ code: 9, status: 'partial' });
  expect(err).toContain('Not today');
  expect((await svc('posts', 'retry', result.post._id)).code).toBe(9);
  await control('POST', `/_local/network/${bluesky._id}/behaviour`, { outcome: 'ok' });
  const retried = await svc('posts', 'retry', result.post._id);
  expect({ code: retried.code, status: retried.result.post.status }).toEqual({ code: 0, status: 'published' });
  expect(await feed(twitter._id, 'post')).toHaveLength(1);
});

test('ERR-43 an answer that is lost after the write was applied does not make a second post', async () => {
  const { svc, account, control, feed } = await bench();
  const twitter = await account('twitter');
  await control('POST', '/_local/faults', { match: { operation: 'createPost' }, action: { drop: 'after' }, times: 1 });
  const { code, result } = await svc('posts', 'create', 'only once', '--to', 'twitter', '--now');
  expect({ code, status: result.post.status }).toEqual({ code: 0, status: 'published' });
  expect(await feed(twitter._id, 'post')).toHaveLength(1);
});

test('ERR-43 a create whose answers are all lost is found among the posts, and not made again', async () => {
  const { svc, account, control, feed } = await bench();
  const twitter = await account('twitter');
  await svc('posts', 'create', 'only once', '--to', 'twitter');
  const fault = { match: { operation: 'createPost' }, action: { status: 500, drop: 'after' } };
  await control('POST', '/_local/faults', fault);
  const { code, result, err } = await svc('posts', 'create', 'once more', '--to', 'twitter', '--now');
  expect({ code, status: result.post.status }).toEqual({ code: 0, status: 'published' });
  expect(err).toContain(`The response was lost, but the service has the record: ${result.post._id}.`);
  expect(await feed(twitter._id, 'post')).toHaveLength(1);
});

test('ERR-43 a create that is nowhere to be found is exit 12, with what to do', async () => {
  const { svc, account, control, api } = await bench();
  await account('twitter');
  await svc('posts', 'create', 'same words', '--to', 'twitter');
  await control('POST', '/_local/clock/advance', { seconds: 60 });
  await control('POST', '/_local/faults', { match: { operation: 'createPost' }, action: { status: 500 } });
  const { code, err } = await svc('posts', 'create', 'same words', '--to', 'twitter');
  expect(code).toBe(12);
  expect(err).toContain('No match was found so far.');
  expect(err).toContain('If it does not appear within five minutes, run the command again.');
  expect(err).toContain('"looked":"absent"');
  expect((await api('GET', '/v1/posts')).body['posts']).toHaveLength(1);
});

test('MED-01 MED-04 an uploaded file is readable under the address that was printed', async () => {
  const { svc } = await bench();
  const { code, result } = await svc('media', 'upload', 'photo.gif', '--permanent');
  expect(code).toBe(0);
  const answer = await testWorld().world.http.single.send({ method: 'GET', url: result.url, headers: {} });
  expect(answer.headers['content-type']).toBe('image/gif');
  expect(Buffer.from(await answer.bytes()).equals(GIF)).toBe(true);
});

test('an expired upload address is asked for again, and the file arrives', async () => {
  const { svc, control } = await bench();
  await control('POST', '/_local/faults', { match: { method: 'PUT' }, action: { status: 410 }, times: 1 });
  const { code } = await svc('media', 'upload', 'photo.gif', '--permanent');
  expect(code).toBe(0);
});

test('POST-71 ACC-38 an account that needs reconnecting is exit 5 with what to do, and nothing is created', async () => {
  const { svc, account, control, api } = await bench();
  const twitter = await account('twitter');
  await control('POST', `/_local/accounts/${twitter._id}/disconnect`, {});
  const { code, err } = await svc('posts', 'create', 'hi', '--to', 'twitter', '--now');
  expect(code).toBe(5);
  expect(err).toContain('ACCOUNT_DISCONNECTED');
  expect(err).toContain('Reconnect');
  expect((await api('GET', '/v1/posts')).body['posts']).toEqual([]);
});

test('a dry run reaches the service with nothing', async () => {
  const { svc, account, control } = await bench();
  await account('twitter');
  const { code } = await svc(
    'posts',
    'create',
    'hi',
    '--to',
    'twitter',
    '--media',
    'photo.gif',
    '--at',
    '+2h',
    '--dry-run',
  );
  expect(code).toBe(0);
  expect((await control('GET', '/_local/requests')).body['requests']).toEqual([]);
});
