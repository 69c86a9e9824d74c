import { expect, test } from 'vitest';
import { attemptsIn, doneIn, effectsOf, outcomeOf, type Outcome } from '../../../../src/build/prove/history/effects.ts';
import type { Act } from '../../../../src/build/prove/history/history.ts';
import { attempt, CREATE, EDIT } from '../../../support/history/sound.ts';

const DELETE: Act = { does: 'delete', post: 'p1' };

const first = [attempt(0, DELETE)];

test.each<[what: string, act: Act, status: number | undefined, ...then: [Outcome, isRepeat: boolean]]>([
  ['an answer of 200', EDIT, 200, 'done', false],
  ['no answer', EDIT, undefined, 'unknown', false],
  ['a failure of the service', EDIT, 500, 'unknown', false],
  ['a redirect', EDIT, 300, 'refused', false],
  ['a refusal', EDIT, 499, 'refused', false],
  ['a repeated deletion that finds nothing', DELETE, 404, 'done', true],
  ['a first deletion that finds nothing', DELETE, 404, 'refused', false],
  ['a repeated deletion that is refused', DELETE, 400, 'refused', true],
  ['a repeated edit that finds nothing', EDIT, 404, 'refused', true],
])('%s', (_what, act, status, ...then) => {
  const [outcome, isRepeat] = then;
  const call = attempt(5, act, status === undefined ? undefined : { status });
  expect(outcomeOf(call, isRepeat ? first : [])).toBe(outcome);
});

test('attempts of a call are in the order in which they were sent', () => {
  const [later, earlier] = [attempt(9, EDIT, {}, { key: 'k' }), attempt(2, EDIT, undefined, { key: 'k' })];
  expect(attemptsIn([later, earlier]).get('k')).toEqual([earlier, later]);
  const deleted = [attempt(2, DELETE), attempt(9, DELETE, { status: 404 })];
  expect(doneIn(deleted)).toBe(deleted[1]);
});

test('a create that was repeated takes effect once, before its answer', () => {
  const calls = [
    attempt(0, CREATE, undefined, { key: 'k' }),
    attempt(10, CREATE, { id: 'a' }, { key: 'k' }),
    attempt(20, EDIT, {}),
  ];
  const effects = effectsOf(calls, []);
  expect(effects.allowed(30, 35)).toEqual(new Set(['p1 1']));
  expect(effects.allowed(16, 17)).toEqual(new Set(['p1 0']));
  expect(effects.allowed(3, 4)).toEqual(new Set([undefined, 'p1 0']));
});

test('an edit that was repeated may take effect again with its first attempt, unless no process was left', () => {
  const other: Act = { does: 'edit', post: 'p1', content: 'p1 2' };
  const edits = [
    attempt(20, EDIT, undefined, { key: 'k' }),
    attempt(30, EDIT, {}, { key: 'k' }),
    attempt(40, other, {}),
  ];
  const calls = [attempt(0, CREATE, { id: 'a' }), ...edits];
  expect(effectsOf(calls, []).allowed(50, 55)).toEqual(new Set(['p1 1', 'p1 2']));
  expect(effectsOf(calls, [20]).allowed(50, 55)).toEqual(new Set(['p1 2']));
});
