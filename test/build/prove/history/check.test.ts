import { expect, test } from 'vitest';
import { violationsIn, violationText } from '../../../../src/build/prove/history/check.ts';
import { attempt, CALLS, CREATE, historyOf } from '../../../support/history/sound.ts';

test('a history in which all is well has no violation', () => {
  expect(violationsIn(historyOf())).toEqual([]);
});

test('a violation is a sentence with the calls that show it, the earliest first', () => {
  const calls = [attempt(9, CREATE), attempt(2, CREATE, { status: 201, id: 'a' })];
  expect(violationText({ sentence: 'It is lost.', calls })).toBe(
    [
      'It is lost.',
      '  ada 2.0 to 7.0 ms: create {"post":"p1","content":"p1 0","accounts":["bird"],"dueMs":1767603660000} (key 2 create) → {"status":201,"id":"a"}',
      '  ada 9.0 to 14.0 ms: create {"post":"p1","content":"p1 0","accounts":["bird"],"dueMs":1767603660000} (key 9 create) → no answer',
    ].join('\n'),
  );
});

test('a call without an answer that was repeated counts once', () => {
  const repeated = CALLS.flatMap((call) =>
    call.act.does === 'create' ? [{ ...attempt(15, call.act), key: call.key }, call] : [call],
  );
  expect(violationsIn(historyOf(repeated))).toEqual([]);
});
