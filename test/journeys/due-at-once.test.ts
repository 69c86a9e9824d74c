/** Ten thousand posts due at one instant: each is published once. */
import { expect, test } from 'vitest';
import { startFrozen } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const POSTS = 10_000;
const ACCOUNTS = 500;
const DUE = '2026-01-05T12:00:00.000Z';

test('POST-67 ten thousand posts due at one instant are each published once', async () => {
  const folder = await temporaryFolder();
  const service = await startFrozen(folder, '--ephemeral');
  const control = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBeLessThan(300);
    return (await answer.json()) as Record<string, unknown>;
  };
  const accounts = await inTurn(ACCOUNTS, 50, async (index) => {
    const made = await control('POST', '/_local/accounts', { platform: 'bluesky', username: `user${String(index)}` });
    return (made['account'] as { _id: string })._id;
  });
  await inTurn(POSTS, 100, async (index) => {
    const answer = await fetch(`${service.url}/v1/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        content: `post ${String(index)}`,
        platforms: [{ platform: 'bluesky', accountId: accounts[index % ACCOUNTS] }],
        scheduledFor: DUE,
      }),
    });
    expect(answer.status).toBe(201);
    await answer.arrayBuffer();
  });

  await control('POST', '/_local/clock/advance', { to: DUE });

  const texts = (
    await inTurn(ACCOUNTS, 50, async (index) => {
      const feed = await control('GET', `/_local/network/${accounts[index] ?? ''}/feed?kind=post`);
      return (feed['items'] as { text: string }[]).map((item) => item.text);
    })
  ).flat();
  expect(texts).toHaveLength(POSTS);
  expect(new Set(texts).size).toBe(POSTS);
  const published = await control('GET', '/_local/events?type=post.published&limit=10000');
  expect(published['events']).toHaveLength(POSTS);
}, 240_000);

/** Runs `work` for 0 … count-1, at most `width` at once; results in order. */
async function inTurn<T>(count: number, width: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
