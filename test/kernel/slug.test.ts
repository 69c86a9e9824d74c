import { expect, test } from 'vitest';
import { slugOf } from '../../src/kernel/slug.ts';

test.each([
  ['Ten soups', 'ten-soups'],
  ['  What, now? ', 'what-now'],
  ['Äpfel & Birnen 2026', 'äpfel-birnen-2026'],
])('%s is reached under %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
