/** All problems of a text with its media at once, as validate, import and the networks ask for them. */
import { expect, test } from 'vitest';
import { contentProblems } from '../../src/platforms/content.ts';

const MIB = 1024 * 1024;

test('ASM-12 ASM-14 every problem is a sentence of its own, the text first', async () => {
  const problems = await contentProblems('youtube', {
    text: 'a'.repeat(5_001),
    title: 'a'.repeat(101),
    media: [{ type: 'image', size: 3 * MIB }, { type: 'video' }],
    settings: {},
  });
  expect(problems).toEqual([
    'The text for YouTube has 5001 characters; at most 5000 are allowed.',
    'The title for YouTube has 101 characters; at most 100 are allowed.',
    'YouTube takes no images in a post.',
    'The image has 3 MB; YouTube takes at most 2 MB.',
  ]);
});

test('PLT-11 a poll beside media is a problem on the platform that takes one of them', async () => {
  const content = { text: 'Which one?', media: [{ type: 'image' }], settings: { poll: { options: ['a', 'b'] } } };
  expect(await contentProblems('discord', content)).toEqual(['Discord takes a poll or media, not both.']);
  expect(await contentProblems('threads', content)).toEqual([]);
});

test.each(['shopify', 'myspace'])('%s has no limits, so nothing is a problem', async (platform) => {
  const content = { text: 'a'.repeat(100_000), title: 'a'.repeat(1_000), media: [{ type: 'video', size: 1e12 }] };
  expect(await contentProblems(platform, { ...content, settings: {} })).toEqual([]);
});

test('ASM-14 a file one byte off a limit is told from it, below and above', async () => {
  const at = (type: string, size: number) => ({ text: 'Hi', media: [{ type, size }], settings: {} });
  expect(await contentProblems('googlebusiness', at('image', 10 * 1024 - 1))).toEqual([
    'The image has 9.999 KB; Google Business takes at least 10 KB.',
  ]);
  expect(await contentProblems('linkedin', at('document', 100 * MIB + 1))).toEqual([
    'The document has 100.000001 MB; LinkedIn takes at most 100 MB.',
  ]);
});
