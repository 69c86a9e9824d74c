import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import type { Answer, Call } from '../../../../src/build/prove/history/history.ts';
import { attempt, clockAt, historyOf } from '../../../support/history/sound.ts';

const SECOND = { window: { name: 'small', spanMs: 1_000 } };

/** A call that the window counts. @param ms after nine, on the service's clock */
const counted = (atMs: number, ms: number, answer: Partial<Answer> = {}): Call =>
  attempt(atMs, { does: 'report' }, { limit: 2, ...clockAt(ms), ...answer }, SECOND);

const found = (calls: readonly Call[], more = {}): string[] =>
  violationsIn(historyOf(calls, { posts: [], messages: {}, feeds: {}, events: [], arrivals: [] }, more)).map(
    ({ sentence }) => sentence,
  );

const EXCEEDED = '3 calls went through the window small within 1 s; its limit is 2.';
const CLOCK = attempt(0, { does: 'clock' }, clockAt(0));
const LATER = attempt(16, { does: 'clock' }, clockAt(700));

test('a window that lets one call too many through is found', () => {
  expect(found([CLOCK, counted(10, 0), counted(20, 500), counted(30, 999)])).toEqual([EXCEEDED]);
});

test('a window that is found exceeded only in its middle is found', () => {
  expect(found([CLOCK, counted(10, 0), LATER, counted(22, 700), counted(30, 1_400), counted(40, 1_699)])).toEqual([
    EXCEEDED,
  ]);
});

test('refusals, calls without an answer and a slot that is free again do not count', () => {
  const unanswered = { ...attempt(25, { does: 'report' }), ...SECOND };
  expect(found([CLOCK, counted(10, 0), counted(20, 0), counted(30, 0, { status: 429 }), unanswered])).toEqual([]);
  expect(found([CLOCK, counted(10, 0), counted(20, 0), counted(30, 1_000)])).toEqual([]);
});

test('a call that may have been counted before or after counts for neither', () => {
  const wide = { ...counted(10, 999), endedMs: 100 };
  expect(found([wide, counted(20, 999), counted(30, 999)])).toEqual([]);
});

test('a window begins anew where no process was left, unless it is to outlive them', () => {
  const calls = [CLOCK, counted(10, 0), counted(20, 0), counted(40, 0)];
  expect(found(calls, { goneMs: [30], windowsOutlive: false })).toEqual([]);
  expect(found(calls, { goneMs: [30], windowsOutlive: true })).toEqual([EXCEEDED]);
});
