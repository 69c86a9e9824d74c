import { expect, test } from 'vitest';
import { inTurns, pauses } from '../../src/service/turns.ts';

/** A clock on which every look takes that long. */
function doorsAt(stepMs: number) {
  let now = 0;
  const doors = { turns: 0, clock: { now: () => (now += stepMs) }, turn: async () => void (doors.turns += 1) };
  return doors;
}

function* countTo(most: number) {
  for (let at = 0; at < most; at += 1) yield;
  return most;
}

test('steps are done without a turn as long as they are short', async () => {
  const doors = doorsAt(1);
  expect(await inTurns(countTo(10), doors)).toBe(10);
  expect(doors.turns).toBe(0);
});

test('long work takes a turn of the event loop again and again', async () => {
  const doors = doorsAt(10);
  expect(await inTurns(countTo(100), doors)).toBe(100);
  expect(doors.turns).toBeGreaterThan(20);
  expect(doors.turns).toBeLessThan(100);
});

test('there is nothing to wait for while there is time left', () => {
  expect(pauses(doorsAt(1))()).toBeUndefined();
  expect(pauses(doorsAt(30))()).toBeInstanceOf(Promise);
});
