import { describe, expect, test } from 'vitest';
import { POST, ran, type Running, type Special } from '../running.ts';

const create = (words: readonly string[], running: Running = {}) => ran(['posts', 'create', ...words], running);

test('posts retry and posts update wait as well, and not for a draft', async () => {
  const answers =
    (status: string): Special =>
    ({ method }) => ({ body: { post: { _id: POST, status: method === 'GET' ? 'published' : status, platforms: [] } } });
  for (const verb of ['retry', 'update']) {
    const waited = await ran(['posts', verb, POST, '--wait', '--no-validate'], { special: answers('publishing') });
    expect({ code: waited.code, status: waited.result.post?.['status'] }).toEqual({ code: 0, status: 'published' });
    const draft = await ran(['posts', verb, POST, '--wait', '--no-validate'], { special: answers('draft') });
    expect({ code: draft.code, calls: draft.calls.length, err: draft.err() }).toEqual({
      code: 0,
      calls: 1,
      err: 'The post is a draft: there is nothing to wait for.\n',
    });
  }
});

describe('--wait', () => {
  const states = (...statuses: readonly string[]): Special => {
    let looks = 0;
    return ({ method, url }) =>
      method === 'GET' && url === `/v1/posts/${POST}`
        ? {
            body: {
              post: {
                _id: POST,
                status: statuses[Math.min(looks++, statuses.length - 1)],
                platforms: [{ platform: 'twitter', accountId: 'a', status: 'failed', errorMessage: 'No' }],
              },
            },
          }
        : undefined;
  };
  const words = ['hi', '--to', 'twitter', '--at', '+1m'];

  test('looks until the post is published and prints it once', async () => {
    const { code, result, slept } = await create([...words, '--wait'], {
      special: states('scheduled', 'publishing', 'published'),
    });
    expect({ code, status: result.post?.['status'], slept }).toEqual({
      code: 0,
      status: 'published',
      slept: [250, 500],
    });
  });

  test.each(['partial', 'failed'])('a post that ends %s is exit 9', async (status) => {
    const { code, result, error } = await create([...words, '--wait'], { special: states('scheduled', status) });
    expect({ code, status: result.post?.['status'] }).toEqual({ code: 9, status });
    expect(error.message).toContain('X a: No');
  });

  test('a cancelled post is an end for =terminal, and a failure for =published', async () => {
    expect((await create([...words, '--wait=terminal'], { special: states('cancelled') })).code).toBe(0);
    expect((await create([...words, '--wait'], { special: states('cancelled') })).code).toBe(9);
  });

  test('a wait that ends too early is exit 8, with the post as it is and how to look again', async () => {
    const { code, result, error } = await create([...words, '--wait', '--timeout', '10s'], {
      special: states('scheduled'),
    });
    expect({ code, status: result.post?.['status'] }).toEqual({ code: 8, status: 'scheduled' });
    expect(error).toMatchObject({ code: 'pending', hint: expect.stringContaining(`svc posts get ${POST}`) as string });
  });

  test('a wait that breaks off leaves the post in the result and says that it is there', async () => {
    const broken: Special = ({ method, url }) =>
      method === 'GET' && url === `/v1/posts/${POST}` ? { status: 500, body: { error: 'No', code: 'x' } } : undefined;
    const { code, result, error } = await create([...words, '--wait', '--max-wait', '0'], { special: broken });
    expect({ code, id: result.post?.['_id'] }).toEqual({ code: 12, id: POST });
    expect(error.message).toMatch(
      new RegExp(`^The post ${POST} was created \\(\\w+\\) and will be published; the wait for it ended: `),
    );
    expect(error).toMatchObject({ hint: `Do not send it again. \`svc posts get ${POST}\` shows its status.` });
  });

  test('for a draft is exit 2: it would never end', async () => {
    const { code, asked } = await create(['hi', '--draft', '--wait']);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
  });
});
