import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/kernel/clock.ts';
import { clockState, openServiceClock, ServiceStopping } from '../../src/service/clock.ts';

/** A machine clock that the test moves; sleeping on it never ends by itself. */
function machine(start: number) {
  const state = { now: start };
  const wall: Clock = {
    now: () => state.now,
    sleep: (_ms, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  return { wall, state };
}

describe('a real clock', () => {
  test('passes with the machine, from the time it was given', () => {
    const { wall, state } = machine(1_000);
    const clock = openServiceClock(wall, clockState(wall, 'real', 50_000));
    expect(clock.now()).toBe(50_000);
    state.now += 7;
    expect(clock.now()).toBe(50_007);
  });

  test('freezes where it is', () => {
    const { wall, state } = machine(1_000);
    const clock = openServiceClock(wall, clockState(wall, 'real'));
    state.now = 2_000;
    expect(clock.set('frozen')).toBe(true);
    state.now = 9_000;
    expect(clock.now()).toBe(2_000);
    expect(clock.mode).toBe('frozen');
  });
});

describe('a frozen clock', () => {
  test('moves only when it is moved, and never back', () => {
    const { wall, state } = machine(0);
    const clock = openServiceClock(wall, clockState(wall, 'frozen', 100));
    state.now = 5_000;
    expect(clock.now()).toBe(100);
    clock.moveTo(150);
    clock.moveTo(120);
    expect(clock.now()).toBe(150);
    expect(clock.set('frozen', 149)).toBe(false);
    expect(clock.now()).toBe(150);
    expect(clock.set('frozen', 200)).toBe(true);
    expect(clock.now()).toBe(200);
  });

  test.each([
    ['behind the machine takes the machine’s time', 100, 5_000],
    ['ahead of the machine goes on from its own', 9_000, 9_000],
  ])('that runs again and is %s', (_case, frozenAt, expected) => {
    const { wall } = machine(5_000);
    const clock = openServiceClock(wall, clockState(wall, 'frozen', frozenAt));
    expect(clock.set('real')).toBe(true);
    expect(clock.now()).toBe(expected);
  });

  test('wakes who sleeps when the time has come, and not before', async () => {
    const { wall } = machine(0);
    const clock = openServiceClock(wall, clockState(wall, 'frozen', 0));
    let isAwake = false;
    const sleeping = clock.sleep(100).then(() => (isAwake = true));
    expect(clock.sleepers()).toEqual([100]);
    clock.moveTo(99);
    await Promise.resolve();
    expect(isAwake).toBe(false);
    clock.moveTo(100);
    await sleeping;
    expect(isAwake).toBe(true);
    expect(clock.sleepers()).toEqual([]);
  });

  test('lets a sleeper go that no longer wants to wait', async () => {
    const { wall } = machine(0);
    const clock = openServiceClock(wall, clockState(wall, 'frozen', 0));
    const controller = new AbortController();
    const sleeping = clock.sleep(100, controller.signal);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
  });

  test('sends all sleepers away when the service stops', async () => {
    const { wall } = machine(0);
    const clock = openServiceClock(wall, clockState(wall, 'frozen', 0));
    const sleeping = clock.sleep(100);
    clock.interrupt();
    await expect(sleeping).rejects.toBeInstanceOf(ServiceStopping);
  });
});
