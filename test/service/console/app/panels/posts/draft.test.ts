import { expect, test } from 'vitest';
import {
  bodyOf,
  commandOf,
  questionOf,
  type Draft,
} from '../../../../../../src/service/console/app/panels/posts/draft.ts';
import { startService } from '../../../../../support/service.ts';

const DRAFT: Draft = { content: 'Hello', media: '', targets: [], when: 'later', at: '2026-01-06T09:00' };

test('a draft becomes the call of its time', () => {
  expect(bodyOf(DRAFT)).toEqual({
    content: 'Hello',
    platforms: [],
    scheduledFor: new Date('2026-01-06T09:00').toISOString(),
  });
  expect(bodyOf({ ...DRAFT, when: 'now' })).toMatchObject({ publishNow: true });
  expect(bodyOf({ ...DRAFT, when: 'draft' })).toMatchObject({ isDraft: true });
  const media = (address: string) => questionOf({ ...DRAFT, media: address }).mediaItems;
  expect(media('https://x.example/a.jpg')).toEqual([{ type: 'image', url: 'https://x.example/a.jpg' }]);
  expect(media(' https://x.example/a.mp4?x=1 ')).toEqual([{ type: 'video', url: 'https://x.example/a.mp4?x=1' }]);
});

test('the command calls its accounts by the words that --to takes', () => {
  const target = { platform: 'twitter', accountId: '0'.repeat(24), name: 'A', username: 'a b' };
  const command = (word: string) => commandOf({ ...DRAFT, when: 'draft', targets: [{ ...target, word }] });
  expect(command('twitter')).toBe('svc posts create Hello --to twitter --draft');
  expect(command('twitter:a b')).toBe("svc posts create Hello --to 'twitter:a b' --draft");
});

test('the API takes what the composer asks and sends', async () => {
  const { api, account } = await startService();
  const { _id } = await account('twitter');
  const draft = {
    ...DRAFT,
    targets: [{ platform: 'twitter', accountId: _id, name: 'A', username: 'a', word: 'twitter' }],
  };
  expect((await api('POST', '/v1/tools/validate/post', { body: questionOf(draft) })).body).toMatchObject({
    valid: true,
  });
  expect((await api('POST', '/v1/posts', { body: bodyOf(draft) })).body['post']).toMatchObject({ status: 'scheduled' });
});
