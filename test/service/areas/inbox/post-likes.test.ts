/** Likes of posts and replies to mentions: what an account does in public away from its own comments. */
import { expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

const limited = { status: 400, body: { code: 'PLATFORM_LIMITATION' } };

async function published({ api }: ServiceUnderTest, platform: string, accountId: string) {
  const body = { content: 'Hi', platforms: [{ platform, accountId }], publishNow: true };
  const post = (await api('POST', '/v1/posts', { body })).body['post'];
  return { id: String(post?.['_id']), nativeId: String(post?.['platforms']?.['0']?.['platformPostId']) };
}

async function scene(platform: string) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const like = (id: string, body: object = {}) =>
    service.api('POST', `/v1/inbox/posts/${encodeURIComponent(id)}/like`, { body: { accountId, ...body } });
  const unlike = (id: string, query: Readonly<Record<string, string>> = {}) =>
    service.api('DELETE', `/v1/inbox/posts/${encodeURIComponent(id)}/like`, { query: { accountId, ...query } });
  return { ...service, accountId, like, unlike };
}

test('a post is liked by either of its ids, once, and the like is taken back', async () => {
  const at = await scene('linkedin');
  const { id, nativeId } = await published(at, 'linkedin', at.accountId);
  expect(await at.like(id, { reactionType: 'PRAISE' })).toMatchObject({
    status: 200,
    body: { postId: id, liked: true, reactionType: 'PRAISE', platform: 'linkedin' },
  });
  expect((await at.like(nativeId, { reactionType: 'PRAISE' })).body).toMatchObject({ alreadyReacted: true });
  const other = await at.like(id, { reactionType: 'EMPATHY' });
  expect(other.body).not.toHaveProperty('alreadyReacted');
  expect(await at.feed(at.accountId, 'like')).toMatchObject([{ postId: id, reactionType: 'EMPATHY' }]);
  expect((await at.unlike(nativeId)).body).toMatchObject({ postId: nativeId, liked: false });
  expect(await at.feed(at.accountId, 'like')).toMatchObject([{ removedAt: expect.any(String) }]);
  expect(await at.unlike(id)).toMatchObject({ status: 200 });
});

test('a tweet of somebody else is liked, and one that is not there is not', async () => {
  const { like, feed, accountId } = await scene('twitter');
  expect(await like('122446530722396')).toMatchObject({ status: 200 });
  expect(await like('122446530722397')).toMatchObject({ status: 404, body: { code: 'post_not_found' } });
  expect(await feed(accountId, 'like')).toHaveLength(1);
});

test('on bluesky a like names the content hash, and has an address', async () => {
  const at = await scene('bluesky');
  const { nativeId } = await published(at, 'bluesky', at.accountId);
  expect(await at.like(nativeId)).toMatchObject({ status: 400, body: { param: 'cid' } });
  const { likeUri } = (await at.like(nativeId, { cid: 'bafyrei' })).body;
  expect(likeUri).toMatch(/^at:\/\/did:plc:[\da-f]{24}\/app\.bsky\.feed\.like\/[\da-f]{13}$/);
  expect(await at.unlike(nativeId, { likeUri: 'at://other' })).toMatchObject({ status: 404 });
  expect(await at.unlike(nativeId, { likeUri: String(likeUri) })).toMatchObject({ status: 200 });
});

test.each(['instagram', 'threads', 'youtube', 'tiktok', 'telegram'])('on %s posts are not liked', async (platform) => {
  const { like, unlike } = await scene(platform);
  expect(await like('1')).toMatchObject(limited);
  expect(await unlike('1')).toMatchObject(limited);
});

/** An account that learns who mentions it. */
async function mentioned(platform: string, more: Readonly<Record<string, unknown>> = {}) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, more);
  const tell = (given: object = {}) =>
    service.control('POST', '/_local/inbound', {
      type: 'mention',
      accountId,
      author: { id: '7', name: 'Ana', username: 'ana' },
      text: 'Breakfast at @brand',
      ...given,
    });
  const reply = (body: object) =>
    service.api('POST', '/v1/inbox/mentions/reply', { body: { accountId, message: 'Thanks!', ...body } });
  const list = async () => (await service.api('GET', '/v1/inbox/mentions')).body;
  return { ...service, accountId, tell, reply, list };
}

test('INB-36 posts that mention a page are listed, the newest first', async () => {
  const { tell, list, advance, accountId } = await mentioned('linkedin', { kind: 'organization' });
  expect(await list()).toMatchObject({ data: [], meta: { total: 0 } });
  await tell();
  await advance(60);
  await tell({ text: 'And dinner' });
  expect((await list()).data).toMatchObject([
    {
      platform: 'linkedin',
      accountId,
      content: 'And dinner',
      authorName: 'Ana',
      publishedAt: '2026-01-05T09:01:00.000Z',
    },
    { content: 'Breakfast at @brand' },
  ]);
});

test('a mention on instagram is replied to below the post, or below the comment that it stands in', async () => {
  const { tell, reply, feed, accountId, list } = await mentioned('instagram');
  await tell({ mediaId: '900' });
  await tell({ mediaId: '901', commentId: '55' });
  expect((await list()).data).toEqual([]);
  const { status, body } = await reply({ mediaId: '900' });
  expect([status, body]).toMatchObject([200, { success: true }]);
  expect(await reply({ mediaId: '901', commentId: '55' })).toMatchObject({ status: 200 });
  expect(await feed(accountId, 'comment_reply')).toMatchObject([
    { nativeId: body['id'], text: 'Thanks!', postId: '900' },
    { postId: '901', commentId: '55' },
  ]);
  expect(await reply({ mediaId: '902' })).toMatchObject({ status: 404, body: { param: 'mediaId' } });
  expect(await reply({ mediaId: '901' })).toMatchObject({ status: 404 });
  expect(await reply({ mediaId: '900', message: 'x'.repeat(301) })).toMatchObject({ status: 400 });
});

test('people and other platforms learn of no mentions, and linkedin takes no replies to them here', async () => {
  const refused = { status: 400, body: { code: 'platform_not_supported' } };
  expect(await (await mentioned('linkedin', { kind: 'personal' })).tell()).toMatchObject(refused);
  expect(await (await mentioned('telegram')).tell()).toMatchObject(refused);
  expect(await (await mentioned('linkedin', { kind: 'organization' })).reply({ mediaId: '1' })).toMatchObject(limited);
});
