import { describe, expect, test } from 'vitest';
import { platformLabel } from '../../src/platforms/labels.ts';
import {
  combinationProblem,
  limitsByPlatform,
  mediaLimit,
  mediaProblem,
  mediaTypeOf,
  sizesApart,
  sizeText,
} from '../../src/platforms/media.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Image and video in bytes, as the assumption lists them. */
const SIZES: [platform: string, image: number, video: number][] = [
  ['twitter', 5 * MB, 512 * MB],
  ['instagram', 8 * MB, 300 * MB],
  ['facebook', 10 * MB, 4 * GB],
  ['threads', 8 * MB, 1 * GB],
  ['linkedin', 8 * MB, 5 * GB],
  ['tiktok', 20 * MB, 4 * GB],
  ['youtube', 2 * MB, 256 * GB],
  ['pinterest', 32 * MB, 2 * GB],
  ['reddit', 20 * MB, 1 * GB],
  ['bluesky', 1 * MB, 50 * MB],
  ['telegram', 10 * MB, 50 * MB],
  ['discord', 10 * MB, 10 * MB],
  ['slack', 1 * GB, 1 * GB],
  ['snapchat', 20 * MB, 500 * MB],
  ['whatsapp', 5 * MB, 16 * MB],
  ['googlebusiness', 5 * MB, 75 * MB],
];

describe('media limits', () => {
  test.each(SIZES)('ASM-14 %s takes images and videos up to its sizes', (platform, image, video) => {
    expect(mediaProblem(platform, { type: 'image', size: image })).toBeUndefined();
    expect(mediaProblem(platform, { type: 'image', size: image + 1 })).toContain(platformLabel(platform));
    expect(mediaProblem(platform, { type: 'video', size: video })).toBeUndefined();
    expect(mediaProblem(platform, { type: 'video', size: video + 1 })).toContain(platformLabel(platform));
  });

  test('ASM-14 twitter takes larger GIFs than images', () => {
    expect(mediaProblem('twitter', { type: 'gif', size: 15 * MB })).toBeUndefined();
    expect(mediaProblem('twitter', { type: 'gif', size: 15 * MB + 1 })).toContain('at most 15 MB');
    expect(mediaProblem('instagram', { type: 'gif', size: 8 * MB + 1 })).toContain('at most 8 MB');
  });

  test('ASM-14 sms takes 1 MB images and no video', () => {
    expect(mediaProblem('sms', { type: 'image', size: MB })).toBeUndefined();
    expect(mediaProblem('sms', { type: 'image', size: MB + 1 })).toContain('at most 1 MB');
    expect(mediaProblem('sms', { type: 'video', size: 1 })).toBe('SMS does not take media of the type video.');
  });

  test('an item of unknown size is no problem', () => {
    expect(mediaProblem('bluesky', { type: 'image' })).toBeUndefined();
  });

  test('every platform is named with its limit', () => {
    const byPlatform = limitsByPlatform({ type: 'image', size: 6 * MB });
    expect(byPlatform['twitter']).toEqual({ limit: 5 * MB, fits: false });
    expect(byPlatform['instagram']).toEqual({ limit: 8 * MB, fits: true });
    expect(limitsByPlatform({ type: 'video', size: 1 })['sms']).toEqual({ limit: 0, fits: false });
    expect(limitsByPlatform({ type: 'document', size: 1 })).toEqual({});
  });

  test('PLT-11 discord refuses a poll beside media, and only that', () => {
    const poll = { poll: { question: { text: 'Tea?' } } };
    expect(combinationProblem('discord', poll, 1)).toContain('a poll or media, not both');
    expect(combinationProblem('discord', poll, 0)).toBeUndefined();
    expect(combinationProblem('discord', {}, 1)).toBeUndefined();
    expect(combinationProblem('threads', poll, 1)).toBeUndefined();
  });

  test.each([
    ['image/jpeg', 'image'],
    ['image/gif', 'gif'],
    ['image/gif; charset=binary', 'gif'],
    ['VIDEO/mp4; codecs=avc1', 'video'],
    ['application/pdf', 'document'],
    ['text/html', undefined],
  ])('%s is of the type %s', (contentType, type) => {
    expect(mediaTypeOf(contentType)).toBe(type);
  });

  test.each([
    [512, '512 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [5 * MB, '5 MB'],
    [1.5 * GB, '1.5 GB'],
    [2048 * GB, '2048 GB'],
  ])('%i bytes read as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });

  test.each([
    [5 * MB + 1, 5 * MB, ['5.000001 MB', '5 MB']],
    [5 * MB + 1_000, 5 * MB, ['5.001 MB', '5 MB']],
    [6 * MB, 5 * MB, ['6 MB', '5 MB']],
    [2 * GB - 1, 2 * GB, ['1.999999999 GB', '2 GB']],
    [4 * GB + 1, 4 * GB, ['4.000000001 GB', '4 GB']],
    [5, 5, ['5 B', '5 B']],
  ])('%i and %i bytes read as %j', (one, other, texts) => {
    expect(sizesApart(one, other)).toEqual(texts);
  });

  test('ASM-14 a file one byte too large is told from the limit', () => {
    const limit = mediaLimit('twitter', 'image') ?? 0;
    expect(mediaProblem('twitter', { type: 'image', size: limit + 1 })).toBe(
      'The image has 5.000001 MB; X takes at most 5 MB.',
    );
  });
});
