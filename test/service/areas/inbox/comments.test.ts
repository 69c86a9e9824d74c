/** Comments below posts: read where they came in, answered, liked, hidden and deleted. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene(platform: string) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const told = async () => (await service.events()).filter(({ event }) => /^(message|conversation)\./.test(event));
  return { ...service, accountId, told };
}

test('a private answer to a comment is told as sent', async () => {
  const { api, accountId, told } = await scene('instagram');
  const media = [{ type: 'image', url: 'https://example.com/a.jpg' }];
  const post = await api('POST', '/v1/posts', {
    body: { content: 'Hi', mediaItems: media, platforms: [{ platform: 'instagram', accountId }], publishNow: true },
  });
  const postId = String(post.body['post']?.['_id']);
  const own = await api('POST', `/v1/inbox/comments/${postId}`, { body: { accountId, message: 'First.' } });
  const id = String(own.body['data']?.['commentId']);
  const answer = await api('POST', `/v1/inbox/comments/${postId}/${id}/private-reply`, {
    body: { accountId, message: 'Here.' },
  });
  expect(answer.status, JSON.stringify([own.body, answer.body])).toBe(200);
  const events = (await told()).filter(({ event }) => event.startsWith('message.'));
  expect(events).toMatchObject([{ event: 'message.sent', payload: { message: { text: 'Here.' } } }]);
  expect(wrongEvents(events)).toEqual([]);
});

test('a comment that came in is read below its post, by either id, and among the posts with comments', async () => {
  const { api, control, accountId } = await scene('facebook');
  const body = { content: 'Hi', platforms: [{ platform: 'facebook', accountId }], publishNow: true };
  const made = (await api('POST', '/v1/posts', { body })).body['post'];
  const postId = String(made?.['_id']);
  const nativeId = String(made?.['platforms']?.['0']?.['platformPostId']);
  const inbound = { type: 'comment', accountId, postId, author: { id: '7', name: 'Ana' }, text: 'Lovely' };
  const { commentId } = (await control('POST', '/_local/inbound', inbound)).body;
  const read = async (id = postId) =>
    (await api('GET', `/v1/inbox/comments/${id}`, { query: { accountId } })).body['comments']?.['0'];
  expect(await read()).toMatchObject({ id: commentId, message: 'Lovely', from: { name: 'Ana' }, replyCount: 0 });
  expect(await read(nativeId)).toEqual(await read());
  const posts = await api('GET', '/v1/inbox/comments', { query: { minComments: 1 } });
  expect(posts.body['data']).toMatchObject([{ id: postId, content: 'Hi', commentCount: 1 }]);
  const path = `/v1/inbox/comments/${postId}/${String(commentId)}`;
  await api('POST', `${path}/like`, { body: { accountId } });
  await api('POST', `${path}/hide`, { body: { accountId } });
  await api('POST', `/v1/inbox/comments/${postId}`, { body: { accountId, commentId, message: 'Thanks' } });
  expect(await read()).toMatchObject({ isLiked: true, likeCount: 1, isHidden: true, replyCount: 1 });
  expect(await read()).toMatchObject({ replies: [{ message: 'Thanks', parentId: commentId }] });
  await api('DELETE', `/v1/inbox/comments/${postId}`, { query: { accountId, commentId: String(commentId) } });
  expect(await read()).toBeUndefined();
});
