import { describe, expect, test } from 'vitest';
import { LIMITED_PLATFORMS, POSTING_PLATFORMS } from '../../src/platforms/platforms.ts';
import { textLength, textProblem, titleProblem } from '../../src/platforms/text.ts';

/** The assumption's own numbers, so that a change of the table is noticed. */
const LONGEST: Record<string, number> = {
  twitter: 280, bluesky: 300, threads: 500, instagram: 2_200, tiktok: 2_200, facebook: 63_206, linkedin: 3_000,
  youtube: 5_000, pinterest: 800, reddit: 40_000, telegram: 4_096, discord: 2_000, slack: 40_000, snapchat: 160,
  whatsapp: 4_096, googlebusiness: 1_500, sms: 1_600,
}; // prettier-ignore

describe('text limits', () => {
  test.each(Object.entries(LONGEST))('ASM-12 %s takes %i characters and no more', async (platform, limit) => {
    expect(await textProblem(platform, 'a'.repeat(limit), false)).toBeUndefined();
    expect(await textProblem(platform, 'a'.repeat(limit + 1), false)).toMatchObject({ count: limit + 1, limit });
  });

  test('ASM-12 the table has these platforms and no other', () => {
    expect(LIMITED_PLATFORMS.map(([name]) => name).sort()).toEqual(Object.keys(LONGEST).sort());
    expect(POSTING_PLATFORMS).not.toContain('sms');
  });

  test('ASM-12 telegram takes 1,024 characters beside media', async () => {
    expect(await textProblem('telegram', 'a'.repeat(1_024), true)).toBeUndefined();
    expect(await textProblem('telegram', 'a'.repeat(1_025), true)).toMatchObject({ limit: 1_024 });
    expect(await textProblem('instagram', 'a'.repeat(2_201), true)).toMatchObject({ limit: 2_200 });
  });

  test('a text of megabytes is too long everywhere, and is not counted by rules that would take seconds', async () => {
    const text = 'a.co '.repeat(20_000);
    for (const [platform] of LIMITED_PLATFORMS)
      expect(await textProblem(platform, text, false), platform).toMatchObject({ count: 100_000 });
  });

  test('a platform without a row has no limit, and is counted in UTF-16 units', async () => {
    expect(await textProblem('orkut', 'a'.repeat(100_000), true)).toBeUndefined();
    expect(await textLength('orkut', '👍')).toBe(2);
  });

  test.each([
    ['youtube', 100],
    ['pinterest', 100],
    ['reddit', 300],
  ])('ASM-12 a title on %s has at most %i characters', (platform, limit) => {
    expect(titleProblem(platform, 'a'.repeat(limit))).toBeUndefined();
    expect(titleProblem(platform, 'a'.repeat(limit + 1))).toMatchObject({ limit });
  });

  test('a title is free on a platform without titles', () => {
    expect(titleProblem('twitter', 'a'.repeat(10_000))).toBeUndefined();
  });

  test.each([
    ['a link counts 23 whatever its length', `https://example.com/${'x'.repeat(200)}`, 23],
    ['a bare domain is a link too', 'example.com', 23],
    ['a wide character counts 2', '日本語', 6],
    ['a joined emoji counts 2', '👨‍👩‍👧', 2],
    ['a sign that is drawn as emoji counts 2', '©️', 2],
    ['ASCII counts 1 a character', 'plain text', 10],
    ['a dot alone makes no link', 'one. two.', 9],
  ])('twitter: %s', async (_name, text, expected) => {
    expect(await textLength('twitter', text)).toBe(expected);
  });

  test('bluesky counts visible characters', async () => {
    expect(await textLength('bluesky', '👨‍👩‍👧é')).toBe(2);
    expect(await textLength('bluesky', 'line one\r\nline two')).toBe(17);
    expect(await textLength('bluesky', 'tab\tand\nline')).toBe(12);
  });

  test('other platforms count UTF-16 units', async () => {
    expect(await textLength('threads', '👍')).toBe(2);
  });

  test('the sentence names platform, count and limit', async () => {
    const problem = await textProblem('snapchat', 'a'.repeat(161), false);
    expect(problem?.sentence).toMatch(/Snapchat.*161.*160/);
  });
});
