import { expect, test } from 'vitest';
import { sameStem } from '../../../src/service/generic/stem.ts';

test.each([
  ['activate', 'active'],
  ['pause', 'paused'],
  ['cancel', 'cancelled'],
  ['cancel', 'canceled'],
  ['schedule', 'scheduled'],
  ['publish', 'PUBLISHED'],
  ['deprecate', 'DEPRECATED'],
  ['send', 'sent'],
  ['hide', 'hidden'],
  ['pin', 'pinned'],
  ['like', 'liked'],
  ['archive', 'archived'],
])('%s leads to %s', (verb, word) => {
  expect(sameStem(verb, word)).toBe(true);
});

test.each([
  ['pause', 'active'],
  ['send', 'draft'],
  ['cancel', 'completed'],
  ['pin', 'paused'],
  ['publish', 'pending'],
])('%s does not lead to %s', (verb, word) => {
  expect(sameStem(verb, word)).toBe(false);
});
