import { beforeEach, describe, expect, test } from 'vitest';
import { LIMITED_PLATFORMS } from '../../../../src/platforms/platforms.ts';
import { startService, testDoors, type ServiceUnderTest } from '../../../support/service.ts';

const MB = 1024 * 1024;

/** What answers behind the addresses of these tests. */
const WEB: Record<string, { contentType: string | null; sizeBytes: number | null }> = {
  'https://a.example/large.jpg': { contentType: 'image/jpeg', sizeBytes: 6 * MB },
  'https://a.example/clip.mp4': { contentType: 'video/mp4', sizeBytes: null },
  'https://a.example/page': { contentType: 'text/html', sizeBytes: 10 },
};

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService({ doors: testDoors({ probe: async (url) => WEB[url] }) });
});

const validate = async (what: string, body: object) =>
  (await service.api('POST', `/v1/tools/validate/${what}`, { body })).body;
const post = (body: object) => validate('post', body);

describe('text length', () => {
  test('ASM-12 each platform answers with its count and limit', async () => {
    const body = await validate('post-length', { text: 'a'.repeat(281) });
    expect(body['platforms']?.['twitter']).toEqual({ count: 281, limit: 280, valid: false });
    expect(body['platforms']?.['bluesky']).toEqual({ count: 281, limit: 300, valid: true });
    for (const [platform, { text: limit }] of LIMITED_PLATFORMS) {
      expect(body['platforms']?.[platform]).toMatchObject({ limit });
    }
  });

  test('ASM-12 links and wide characters weigh on twitter as the platform weighs them', async () => {
    const body = await validate('post-length', { text: `日本 https://example.com/${'x'.repeat(100)}` });
    expect(body['platforms']?.['twitter']).toMatchObject({ count: 28 });
  });
});

describe('a post', () => {
  test('a post that fits is valid', async () => {
    expect(await post({ content: 'Hi', platforms: [{ platform: 'twitter' }] })).toMatchObject({
      valid: true,
      warnings: [],
    });
  });

  test('ASM-13 each target is judged by its own text', async () => {
    const body = await post({
      content: 'a'.repeat(281),
      platforms: [
        { platform: 'twitter' },
        { platform: 'bluesky' },
        { platform: 'threads', customContent: 'b'.repeat(501) },
      ],
    });
    expect(body).toMatchObject({ valid: false, errors: [{ platform: 'twitter' }, { platform: 'threads' }] });
  });

  test('ASM-14 media are judged by the size that is known', async () => {
    const image = { type: 'image', url: 'https://a.example/large.jpg', size: 6 * MB };
    const body = await post({ platforms: [{ platform: 'twitter' }, { platform: 'instagram' }], mediaItems: [image] });
    expect(body).toMatchObject({
      valid: false,
      errors: [{ platform: 'twitter', error: expect.stringContaining('5 MB') }],
    });
  });

  test('PLT-11 a discord poll does not stand beside media', async () => {
    const image = { type: 'image', url: 'https://a.example/i.jpg' };
    const platformSpecificData = {
      channelId: '121395413380137',
      poll: { question: { text: 'Tea?' }, answers: [{ poll_media: { text: 'Yes' } }] },
    };
    const platforms = [{ platform: 'discord', platformSpecificData }];
    expect(await post({ content: 'x', platforms, mediaItems: [image] })).toMatchObject({ valid: false });
    expect(await post({ content: 'x', platforms })).toMatchObject({ valid: true });
  });

  test('a text too long, no content, and an account of another platform are errors', async () => {
    const { _id } = await service.account('bluesky');
    const platforms = [
      { platform: 'linkedin', customContent: 'x'.repeat(3001) },
      { platform: 'threads' },
      { platform: 'twitter', customContent: 'x', accountId: _id },
      { platform: 'twitter', customContent: 'x', accountId: 'f'.repeat(24) },
    ];
    const body = await post({ platforms });
    expect((body['errors'] as unknown as { platform: string }[]).map(({ platform }) => platform)).toEqual([
      'linkedin',
      'threads',
      'twitter',
      'twitter',
    ]);
  });

  test('ASM-13 a setting that a create drops is named, and is not judged', async () => {
    const { _id } = await service.account('youtube');
    const mediaItems = [{ type: 'video', url: 'https://a.example/clip.mp4' }];
    const platformSpecificData = { tags: ['x'.repeat(501)], playlist: 'PL1' };
    const target = { platform: 'youtube', accountId: _id, platformSpecificData };
    const body = { content: 'Hi', title: 'A roast', mediaItems, platforms: [target] };
    expect(await post(body)).toMatchObject({
      valid: true,
      warnings: [
        { platform: 'youtube', warning: 'platformSpecificData.tags is not known here and is ignored.' },
        { platform: 'youtube', warning: expect.stringContaining('Did you mean playlistId?') },
      ],
    });
    const made = await service.api('POST', '/v1/posts', { body: { ...body, publishNow: true } });
    expect(made.status).toBe(201);
    const [item] = await service.feed(_id, 'post');
    expect(item?.['settings']).toEqual({});
  });

  test('text alone on a platform of pictures is an error', async () => {
    const body = await post({ content: 'Hi', platforms: [{ platform: 'instagram' }] });
    expect(body).toMatchObject({ valid: false, errors: [{ platform: 'instagram' }] });
  });
});

describe('a media address', () => {
  test('ASM-14 every platform says whether it takes the file', async () => {
    const body = await validate('media', { url: 'https://a.example/large.jpg' });
    expect(body).toMatchObject({
      valid: true,
      contentType: 'image/jpeg',
      size: 6 * MB,
      sizeFormatted: '6 MB',
      type: 'image',
      platformLimits: {
        twitter: { limit: 5 * MB, limitFormatted: '5 MB', withinLimit: false },
        instagram: { limit: 8 * MB, limitFormatted: '8 MB', withinLimit: true },
      },
    });
  });

  test('a file of unknown size is within every limit', async () => {
    const body = await validate('media', { url: 'https://a.example/clip.mp4' });
    expect(body).toMatchObject({
      valid: true,
      size: null,
      type: 'video',
      platformLimits: { twitter: { withinLimit: true } },
    });
  });

  test('what is neither image nor video, and what cannot be reached, is not valid', async () => {
    expect(await validate('media', { url: 'https://a.example/page' })).toMatchObject({ valid: false, type: 'unknown' });
    expect(await validate('media', { url: 'https://a.example/gone' })).toMatchObject({
      valid: false,
      error: expect.any(String),
    });
    const answer = await service.api('POST', '/v1/tools/validate/media', { body: { url: 'not a url' } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_field_value', param: 'url' } });
  });
});

describe('a subreddit', () => {
  const ask = (name: string, more = {}) =>
    service.api('GET', '/v1/tools/validate/subreddit', { query: { name, ...more } });

  test('a well-formed name is a subreddit, the same each time', async () => {
    const { body } = await ask('typescript');
    expect(body).toMatchObject({ exists: true, subreddit: { name: 'typescript', type: 'public', allowImages: true } });
    expect((await ask('r/typescript')).body).toEqual(body);
  });

  test.each(['no_such_place', 'a', 'with space', 'x'.repeat(22)])('%s is none', async (name) => {
    expect((await ask(name)).body).toEqual({ exists: false, error: expect.any(String) });
  });

  test('words in the name say what kind it is', async () => {
    expect((await ask('private_club')).body['subreddit']).toMatchObject({ type: 'private' });
    expect((await ask('restricted_club')).body['subreddit']).toMatchObject({ type: 'restricted' });
    expect((await ask('textonly')).body['subreddit']).toMatchObject({ allowImages: false, allowVideos: false });
  });

  test('the account asked with is a reddit account', async () => {
    const reddit = await service.account('reddit');
    const twitter = await service.account('twitter');
    expect((await ask('typescript', { accountId: reddit._id })).status).toBe(200);
    expect((await ask('typescript', { accountId: twitter._id })).status).toBe(400);
    expect((await ask('typescript', { accountId: 'f'.repeat(24) })).status).toBe(404);
  });
});
