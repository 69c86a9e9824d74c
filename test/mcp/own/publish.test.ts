/** The tools that publish, against the real service. */
import { beforeEach, describe, expect, test } from 'vitest';
import { PLATFORMS, takesPosts } from '../../../src/platforms/platforms.ts';
import { startService, TEST_NOW, type ServiceUnderTest } from '../../support/service.ts';
import { dataIn, listedTools, tool } from '../../support/tools.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

interface Post {
  readonly _id: string;
  readonly status: string;
  readonly scheduledFor: string;
  readonly platforms: readonly { readonly platform: string }[];
}

const postIn = (text: string): Post => dataIn(text)['post'] as unknown as Post;

const posts = async (): Promise<unknown> => (await service.api('GET', '/v1/posts')).body['posts'];

test('ASM-52 posts go to the platforms that can publish, and to no others', async () => {
  const listed = await listedTools(service);
  const schema = (name: string) => listed.find((one) => one.name === name)?.inputSchema.properties ?? {};
  const able = Object.keys(PLATFORMS).filter(takesPosts);
  expect(schema('posts_create')['platform']?.['enum']).toEqual(able);
  expect(schema('posts_cross_post')['platforms']?.['items']?.['enum']).toEqual(able);
  for (const word of ['sms', 'phone', 'rcs', 'metaads']) expect(able).not.toContain(word);
});

describe('posts_cross_post', () => {
  const given = { content: 'Everywhere', platforms: ['bluesky', 'twitter'] };

  test('ASM-52 makes one post for the account of each platform, an hour ahead', async () => {
    await service.account('twitter');
    await service.account('bluesky');
    await service.account('linkedin');
    const post = postIn((await tool(service, 'posts_cross_post', given)).text);
    expect(post.status).toBe('scheduled');
    expect(post.platforms.map(({ platform }) => platform)).toEqual(given.platforms);
    expect(Date.parse(post.scheduledFor)).toBe(TEST_NOW + 3_600_000);
  });

  test('publishes at once on every one of them', async () => {
    const [one, two] = [await service.account('twitter'), await service.account('bluesky')];
    const { text } = await tool(service, 'posts_cross_post', { ...given, publish_now: true });
    expect(postIn(text).status).toBe('published');
    for (const { _id } of [one, two]) expect(await service.feed(_id)).toHaveLength(1);
  });

  test('names the candidates of a platform with several accounts, and takes those that are chosen', async () => {
    const [one, two] = [await service.account('twitter'), await service.account('twitter')];
    await service.account('bluesky');
    const refused = await tool(service, 'posts_cross_post', given);
    expect(refused.isError).toBe(true);
    for (const { _id } of [one, two]) expect(refused.text).toContain(_id);
    expect(await posts()).toEqual([]);
    const both = await tool(service, 'posts_cross_post', { ...given, account_ids: [one._id, two._id], is_draft: true });
    expect(postIn(both.text).platforms).toHaveLength(3);
  });

  test.each([
    [{ account_ids: ['64f0a1b2c3d4e5f60123abcd'] }, /No account of these platforms has the id/],
    [{ platforms: ['bluesky', 'linkedin'] }, /No linkedin account is connected\. Nothing was posted/],
    [{ platforms: [] }, /platforms/],
    [{ platforms: ['sms'] }, /platforms\.0 must be one of/],
  ])('refuses %j and posts nothing', async (more, sentence) => {
    await service.account('twitter');
    await service.account('bluesky');
    const refused = await tool(service, 'posts_cross_post', { ...given, ...more });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(sentence) });
    expect(await posts()).toEqual([]);
  });
});

describe('posts_publish_now', () => {
  test('ASM-52 publishes a scheduled post at once', async () => {
    const { _id } = await service.account('twitter');
    const made = postIn((await tool(service, 'posts_create', { content: 'Soon', platform: 'twitter' })).text);
    const { text } = await tool(service, 'posts_publish_now', { post_id: made._id });
    expect(postIn(text)).toMatchObject({ _id: made._id, status: 'published' });
    expect(await service.feed(_id)).toHaveLength(1);
  });

  test('passes on why a post is not there', async () => {
    const refused = await tool(service, 'posts_publish_now', { post_id: '64f0a1b2c3d4e5f60123abcd' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/status 404/) });
  });
});
