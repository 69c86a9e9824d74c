/** Every platform that publishes refuses what its network refuses, and takes what it takes. */
import { describe, expect, test } from 'vitest';
import { platformLabel } from '../../src/platforms/labels.ts';
import { contentProblems } from '../../src/platforms/content.ts';
import { INNER_LIMITS } from '../../src/platforms/inner-limits.ts';
import { MEDIA_RULES } from '../../src/platforms/media-rules.ts';
import { SHAPE_RULES } from '../../src/platforms/media-shapes.ts';
import { contentOf } from '../../src/platforms/sent.ts';
import { TEXT_RULES } from '../../src/platforms/text-rules.ts';
import { POSTING_PLATFORMS } from '../../src/platforms/platforms.ts';
import { POST_ROWS, type PostRow } from './post-rows.ts';

const problems = (platform: string, { text, title, tags, media, settings }: PostRow): Promise<string[]> =>
  contentProblems(
    platform,
    contentOf({ content: text, title, tags, mediaItems: media }, { platform, platformSpecificData: settings }),
  );

test.each(Object.entries({ MEDIA_RULES, SHAPE_RULES, TEXT_RULES, INNER_LIMITS }))(
  'every row of %s names the page that it follows and the day on which it was compared',
  (_, rows) => {
    for (const [platform, { source, checked }] of Object.entries(rows)) {
      expect(POSTING_PLATFORMS).toContain(platform);
      expect(source, platform).toMatch(/^[A-Z].{10,}$/);
      expect(checked, platform).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  },
);

test('every platform has twelve posts that it refuses and six that it takes', () => {
  for (const [platform, { refused, taken }] of Object.entries(POST_ROWS)) {
    expect(refused.length, platform).toBeGreaterThanOrEqual(12);
    expect(taken.length, platform).toBeGreaterThanOrEqual(6);
  }
});

test('PLT-01 every platform that publishes has its rows', () => {
  expect(Object.keys(POST_ROWS).sort()).toEqual([...POSTING_PLATFORMS].sort());
});

describe.each(Object.entries(POST_ROWS))('%s', (platform, { refused, taken }) => {
  test.each(refused)('ASM-12 ASM-14 ASM-27 refuses $about', async (row) => {
    const found = await problems(platform, row);
    expect(found).not.toEqual([]);
    for (const sentence of found) expect(sentence).toContain(platformLabel(platform));
  });

  test.each(taken)('ASM-12 ASM-14 ASM-27 takes $about', async (row) => {
    expect(await problems(platform, row)).toEqual([]);
  });
});
