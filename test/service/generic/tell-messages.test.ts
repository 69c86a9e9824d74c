/** Messages that operations beside the conversations send: told, kept in a conversation, and arriving. */
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { wrongEvents } from '../events/judged.ts';

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
  const events = await told();
  expect(events).toMatchObject([{ event: 'message.sent', payload: { message: { text: 'Here.' } } }]);
  expect(wrongEvents(events)).toEqual([]);
});
