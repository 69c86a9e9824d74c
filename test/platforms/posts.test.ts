/** Every platform that publishes refuses what its network refuses, and takes what it takes. */
import { describe, expect, test } from 'vitest';
import { contentProblems } from '../../src/platforms/content.ts';
import { POSTING_PLATFORMS } from '../../src/platforms/platforms.ts';
import { POST_ROWS, type PostRow } from './post-rows.ts';

const problems = (platform: string, { text = '', title, media = [], settings = {} }: PostRow): Promise<string[]> =>
  contentProblems(platform, { text, title, media: media.map((one) => ({ ...one })), settings });

test('PLT-01 every platform that publishes has its rows', () => {
  expect(Object.keys(POST_ROWS).sort()).toEqual([...POSTING_PLATFORMS].sort());
});

describe.each(Object.entries(POST_ROWS))('%s', (platform, { refused, taken }) => {
  test.each(refused)('ASM-12 ASM-14 ASM-27 refuses $about', async (row) => {
    const found = await problems(platform, row);
    expect(found).not.toEqual([]);
    for (const sentence of found) expect(sentence).toContain(platform);
  });

  test.each(taken)('ASM-12 ASM-14 ASM-27 takes $about', async (row) => {
    expect(await problems(platform, row)).toEqual([]);
  });
});
