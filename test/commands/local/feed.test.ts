import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import { scriptedApi } from '../../support/scripted-api.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { steered } from '../../support/steered.ts';
import { run } from '../../../src/main.ts';
import { testWorld } from '../../support/world.ts';

test('a feed is followed until Ctrl-C, each item once, as NDJSON in a pipe', async () => {
  const dataDir = await temporaryFolder();
  const { account, control } = await steered({ dataDir });
  const { _id } = await account('instagram');
  const post = (text: string) => control('POST', `/_local/network/${_id}/feed`, { text });
  await post('first');
  const argv = ['local', 'network', 'feed', _id, '--follow', '--data-dir', dataDir];
  const made = testWorld({ argv });
  let looks = 0;
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    looks += 1;
    if (looks === 1) await post('second');
    if (looks === 3) made.interrupt(failure('interrupted'));
    signal?.throwIfAborted();
  };
  const world = { ...made.world, clock: { ...made.world.clock, sleep } };
  expect(await run(world)).toBe(130);
  expect(
    made
      .out()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { text: string }).text),
  ).toEqual(['first', 'second']);
});

test('--limit shows the latest items alone', async () => {
  const { account, control, local } = await steered();
  const { _id } = await account('instagram');
  for (const text of ['first', 'second', 'third']) await control('POST', `/_local/network/${_id}/feed`, { text });
  expect((await local('network', 'feed', _id, '--limit', '2')).result['items']).toMatchObject([
    { text: 'second' },
    { text: 'third' },
  ]);
  expect((await local('network', 'feed', _id, '--limit', '0')).result['items']).toEqual([]);
});

test('an account of the network goes by its name, and one that does not exist is refused', async () => {
  const { account, local } = await steered();
  await account('instagram', { username: 'acme' });
  const posted = await local('network', 'post', 'instagram', 'by name');
  expect([posted.code, (await local('network', 'feed', 'instagram:acme')).result['items']]).toMatchObject([
    0,
    [{ text: 'by name' }],
  ]);
  const nobody = await local('network', 'feed', 'telegram');
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('telegram matches no account')]);
});

test('requests and events are followed, each once, the latest last', async () => {
  const dataDir = await temporaryFolder();
  const { api, account, control } = await steered({ dataDir });
  const { _id } = await account('twitter');
  const publish = (content: string) =>
    api('POST', '/v1/posts', {
      body: { content, publishNow: true, platforms: [{ platform: 'twitter', accountId: _id }] },
    });
  const follow = async (words: readonly string[]) => {
    const made = testWorld({ argv: ['local', ...words, '--follow', '--limit', '1', '--data-dir', dataDir] });
    let looks = 0;
    const sleep = async (_ms: number, signal?: AbortSignal) => {
      looks += 1;
      if (looks === 1) await publish('second');
      if (looks === 3) made.interrupt(failure('interrupted'));
      signal?.throwIfAborted();
    };
    expect(await run({ ...made.world, clock: { ...made.world.clock, sleep } })).toBe(130);
    const lines = made.out().trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  await publish('earlier');
  await publish('first');
  const requests = await follow(['requests', '--operation', 'createPost']);
  expect(requests).toHaveLength(2);
  expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(2);
  const events = await follow(['events', '--type', 'post.published']);
  const all = await control<{ events: { id: string }[] }>('GET', '/_local/events?type=post.published');
  expect(events.map(({ id }) => id)).toEqual(all.body.events.slice(-2).map(({ id }) => id));
});

test('more records than are read at a time are spoken of, and the newest of them are shown', async () => {
  const dataDir = await temporaryFolder();
  const batches = [0, 5_000].map((first) => Array.from({ length: 1_000 }, (_, at) => ({ id: String(first + at) })));
  const api = await scriptedApi(() => ({ body: { events: batches[0] } }));
  await writeFile(
    join(dataDir, 'service.json'),
    JSON.stringify({ url: api.url, apiKey: 'sk_x', controlKey: 'c', dataDir, pid: process.pid }),
  );
  const made = testWorld({ argv: ['local', 'events', '--follow', '--limit', '1', '--data-dir', dataDir] });
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    if (batches.length > 1) batches.shift();
    else made.interrupt(failure('interrupted'));
    signal?.throwIfAborted();
  };
  expect(await run({ ...made.world, clock: { ...made.world.clock, sleep } })).toBe(130);
  expect(made.out().trim().split('\n')).toHaveLength(1_001);
  expect(made.err()).toContain('More than 1000 came at once; the oldest of them are not shown.');
});
