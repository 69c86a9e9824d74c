/** What `svc local start` says of wishes that a folder with data of before cannot take. */
import { expect, test } from 'vitest';

import { ignoredOptions, type Asked } from '../../src/cli/local-asked.ts';

const ASKED: Asked = {
  dataDir: '/d',
  port: 0,
  host: '127.0.0.1',
  seedPack: 'demo',
  clock: 'real',
  plan: 'full',
  rateLimits: 'on',
};

test('nothing is said of the same again', () => {
  expect(ignoredOptions({}, ASKED)).toEqual([]);
  const other = { ...ASKED, seedPack: 'empty', seed: 7 };
  expect(ignoredOptions(other, other)).toEqual([]);
});

test('another pack and another seed are for a new folder', () => {
  expect(ignoredOptions(ASKED, { ...ASKED, seedPack: 'empty', seed: 7 })).toEqual([
    'The existing data is kept: --seed-pack and --seed apply only to a new folder. `svc local reset` starts over with these options.',
  ]);
  expect(ignoredOptions(ASKED, { ...ASKED, seed: 7 })[0]).toContain('--seed applies only to a new folder');
});

test('a time to begin with may be earlier than the time there', () => {
  expect(ignoredOptions(ASKED, { ...ASKED, now: '2026-01-05T09:00:00.000Z' })[0]).toContain('a clock never goes back');
});
