import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import type { Call } from '../../../../src/build/prove/history/history.ts';
import { attempt, clockAt, FINAL, historyOf, NINE } from '../../../support/history/sound.ts';

const told = (atMs: number, ms: number, client = 'ada'): Call =>
  attempt(atMs, { does: 'clock' }, clockAt(ms), { client });

const NOTHING = { posts: [], messages: {}, feeds: {}, events: [], arrivals: [] };

const found = (calls: readonly Call[], nowMs = FINAL.nowMs): string[] =>
  violationsIn(historyOf(calls, { ...NOTHING, nowMs })).map(({ sentence }) => sentence);

test('a clock that goes back is found, whoever was told', () => {
  expect(found([told(0, 2_000), told(10, 1_000, 'bo')])).toEqual([
    'The clock was at 2026-01-05T09:00:02.000Z and then at 2026-01-05T09:00:01.000Z.',
  ]);
});

test('the latest of all earlier answers counts, in whatever order they were recorded', () => {
  expect(found([told(30, 1_900, 'cy'), told(10, 2_100, 'bo'), told(0, 2_000)])).toEqual([
    'The clock was at 2026-01-05T09:00:02.100Z and then at 2026-01-05T09:00:01.900Z.',
  ]);
});

test('answers that crossed each other say nothing', () => {
  expect(found([told(0, 2_000), told(3, 1_000, 'bo')])).toEqual([]);
});

test('the date of another answer says nothing', () => {
  const dated: Call = attempt(10, { does: 'report' }, clockAt(1_000));
  expect(found([told(0, 2_500), dated])).toEqual([]);
});

test('a clock that ends behind what was told is found', () => {
  expect(found([told(0, 2_000)], NINE)).toEqual([
    'The clock was at 2026-01-05T09:00:02.000Z and ended at 2026-01-05T09:00:00.000Z.',
  ]);
});
