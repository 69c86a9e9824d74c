import { expect, test } from 'vitest';
import {
  count,
  relativeTime,
  toneOf,
  toneOfStatus,
  words,
  money,
} from '../../../../../src/service/console/app/parts/text.ts';

const NOW = Date.parse('2026-01-05T09:00:00Z');

test.each([
  [0, 'now'],
  [-30, '30 seconds ago'],
  [3_600, 'in 1 hour'],
  [-86_400, 'yesterday'],
  [172_800, 'in 2 days'],
  [-31_536_000 * 2, '2 years ago'],
])('%d s from now is %s', (seconds, text) => {
  expect(relativeTime(NOW + seconds * 1_000, NOW)).toBe(text);
});

test('an amount has its currency, or the word in its place', () => {
  expect([money(12.5, 'EUR'), money(12.5, 'points')]).toEqual(['€12.50', '12.5 points']);
});

test('codes become words, and states and statuses a tone', () => {
  expect([words('in_review'), words('whatsappTier')]).toEqual(['In review', 'WhatsApp tier']);
  expect(['published', 'PARTIAL', 'failed', 'anything'].map(toneOf)).toEqual(['good', 'warn', 'bad', 'calm']);
  expect([200, 404, 500, 0].map(toneOfStatus)).toEqual(['good', 'warn', 'bad', 'bad']);
  expect([count(1, 'try', 'tries'), count(2_000, 'event')]).toEqual(['1 try', '2,000 events']);
});
