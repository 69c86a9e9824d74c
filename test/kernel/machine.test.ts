/** State tables and the function that follows them. */
import { expect, test } from 'vitest';
import { machine } from '../../src/kernel/machine.ts';

type State = 'closed' | 'open' | 'broken';

const door = machine<State, 'push' | 'kick', 'creak'>({
  states: ['closed', 'open', 'broken'],
  rows: [
    ['closed', 'push', 'open', 'creak', 'DOOR-01'],
    ['broken', 'kick', 'broken', null, 'DOOR-02'],
    ['*', 'kick', 'broken', 'creak', 'DOOR-03'],
  ],
});

test('a row gives the next state, the effect and its rule', () => {
  expect(door.move('closed', 'push')).toEqual({ to: 'open', effect: 'creak', rule: 'DOOR-01' });
});

test('a pair without a row has no move', () => {
  expect(door.move('open', 'push')).toBeUndefined();
});

test('a row of its own goes before the row for any state', () => {
  expect(door.move('broken', 'kick')?.rule).toBe('DOOR-02');
  expect(door.move('open', 'kick')?.rule).toBe('DOOR-03');
});

test('the states in which an event is allowed are listed in order', () => {
  expect(door.allows('push')).toEqual(['closed']);
  expect(door.allows('kick')).toEqual(['closed', 'open', 'broken']);
});
