/** Posts that failed, by their real cause: a network that refuses. */
import { beforeEach, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../support/service.ts';
import { dataIn, tool } from '../../support/tools.ts';

let service: ServiceUnderTest;
let refusing: string;
let working: string;

const behave = (accountId: string, outcome: string) =>
  service.control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'publish', outcome });

/** @returns its id */
async function post(content: string, accounts: readonly (readonly [platform: string, id: string])[]): Promise<string> {
  const platforms = accounts.map(([platform, accountId]) => ({ platform, accountId }));
  const { body } = await service.api('POST', '/v1/posts', { body: { content, platforms, publishNow: true } });
  return body['post']?.['_id'] as unknown as string;
}

let [failedOne, partialOne] = ['', ''];

beforeEach(async () => {
  service = await startService();
  refusing = (await service.account('twitter'))._id;
  working = (await service.account('bluesky'))._id;
  await behave(refusing, 'reject');
  failedOne = await post('All of it', [['twitter', refusing]]);
  partialOne = await post('Half of it', [
    ['twitter', refusing],
    ['bluesky', working],
  ]);
  await post('Fine', [['bluesky', working]]);
});

const listed = async (given: object = {}) =>
  dataIn((await tool(service, 'posts_list_failed', given)).text) as unknown as {
    readonly posts: readonly { readonly post_id: string }[];
    readonly more: boolean;
  };

test('ASM-52 posts_list_failed lists what failed on all targets or on some, with the reason', async () => {
  expect(await listed()).toEqual({
    posts: [
      {
        post_id: failedOne,
        status: 'failed',
        content: 'All of it',
        failed: [expect.objectContaining({ platform: 'twitter', account_id: refusing, error: expect.any(String) })],
      },
      {
        post_id: partialOne,
        status: 'partial',
        content: 'Half of it',
        failed: [expect.objectContaining({ platform: 'twitter' })],
      },
    ],
    more: false,
  });
});

test('posts_list_failed takes filters, and says that there are more', async () => {
  expect((await listed({ platform: 'bluesky' })).posts.map(({ post_id }) => post_id)).toEqual([partialOne]);
  expect(await listed({ limit: 1 })).toMatchObject({ posts: [{ post_id: failedOne }], more: true });
});

test('ASM-52 posts_retry_all_failed publishes the failed targets of all, and leaves alone what is live', async () => {
  await behave(refusing, 'ok');
  const { text, isError } = await tool(service, 'posts_retry_all_failed');
  expect(isError, text).toBe(false);
  expect(dataIn(text)).toEqual({
    retried: [
      { post_id: failedOne, status: 'published' },
      { post_id: partialOne, status: 'published' },
    ],
    more: false,
  });
  expect(await service.feed(refusing)).toHaveLength(2);
  expect(await service.feed(working)).toHaveLength(2);
  expect(await listed()).toEqual({ posts: [], more: false });
});

test('a retry that fails again is told with its state', async () => {
  const { text } = await tool(service, 'posts_retry_all_failed', { limit: 1 });
  expect(dataIn(text)).toEqual({ retried: [{ post_id: failedOne, status: 'failed' }], more: true });
});

test('a refusal that would meet every post ends it, and says what is left', async () => {
  await service.control('POST', '/_local/faults', {
    match: { operation: 'retryPost' },
    action: { status: 503 },
  });
  const { text, isError } = await tool(service, 'posts_retry_all_failed');
  expect(isError).toBe(true);
  expect(dataIn(text)).toMatchObject({ retried: [], not_retried: 2, stopped_by: { http_status: 503 } });
});
