import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/kernel/clock.ts';
import { clockState, continuedAt, openServiceClock, ServiceStopping, steadyClock } from '../../src/service/clock.ts';
import { openClock } from '../../src/world/clock.ts';
import { startService, testDoors } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

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

describe('what answers show', () => {
  const open = (mode: 'real' | 'frozen') => {
    const { wall, state } = machine(1_000);
    return { clock: openServiceClock(wall, clockState(wall, mode)), state };
  };

  test('a frozen clock that moves is shown there once that is kept', () => {
    const { clock } = open('frozen');
    clock.moveTo(5_000);
    const kept = clock.keeping();
    clock.moveTo(9_000);
    expect(clock.shown()).toBe(1_000);
    clock.note(kept);
    expect(clock.shown()).toBe(5_000);
    clock.note(clock.keeping());
    expect(clock.shown()).toBe(9_000);
  });

  test('a real clock goes on, and one that was just frozen later is shown there once that is kept', () => {
    const { clock, state } = open('real');
    const kept = clock.keeping();
    state.now = 2_000;
    expect(clock.shown()).toBe(2_000);
    clock.set('frozen', 7_000);
    clock.note(kept);
    expect(clock.shown()).toBe(2_000);
    clock.note(clock.keeping());
    expect(clock.shown()).toBe(7_000);
  });

  test('a state that is restored is kept already', () => {
    const { clock, state } = open('frozen');
    clock.moveTo(5_000);
    clock.restore(clockState({ ...openClock(), now: () => state.now }, 'frozen', 9_000));
    expect(clock.shown()).toBe(9_000);
  });
});

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

describe('the machine’s clock without its steps back', () => {
  test('waits out a small step, and goes on from where it was after a large one', () => {
    const { wall, state } = machine(100_000);
    const steady = steadyClock(wall);
    const at = (now: number): number => {
      state.now = now;
      return steady.now();
    };
    expect([at(100_000), at(99_500), at(99_900), at(100_007)]).toEqual([100_000, 100_000, 100_000, 100_007]);
    expect([at(10_000), at(10_005), at(20_000)]).toEqual([100_007, 100_012, 110_007]);
  });

  test('a kept clock goes on from where it was seen last', () => {
    const { wall } = machine(1_000);
    expect(continuedAt(wall, { mode: 'real', at: 10, seen: 5_000 })).toBe(5_000);
    expect(continuedAt(wall, { mode: 'real', at: 10, seen: 900 })).toBe(1_010);
    expect(continuedAt(wall, { mode: 'real', at: 10 })).toBe(1_010);
    expect(continuedAt(wall, { mode: 'frozen', at: 10 })).toBe(10);
  });
});

const DAY_MS = 86_400_000;

/** A machine whose clock is put forward or back. */
function shiftedMachine() {
  const real = openClock();
  const shift = { ms: 0 };
  return { shift, doors: testDoors({ clock: { ...real, now: () => real.now() + shift.ms } }) };
}

describe('a service whose machine’s clock goes back', () => {
  test('does what is due when its own time has passed', async () => {
    const { shift, doors } = shiftedMachine();
    const { service, api, control, account } = await startService({ clock: { mode: 'real' }, doors });
    const { _id: accountId } = await account('twitter');
    const scheduledFor = new Date(service.clock.now() + 3_600_000).toISOString();
    const body = { content: 'due', platforms: [{ platform: 'twitter', accountId }], scheduledFor };
    const { post } = (await api<{ post: { _id: string } }>('POST', '/v1/posts', { body })).body;
    const before = service.clock.now();
    shift.ms = -DAY_MS;
    expect(service.clock.now()).toBeGreaterThanOrEqual(before);
    expect((await control('POST', '/_local/worker', { state: 'paused' })).status).toBe(200);
    shift.ms += 3_601_000;
    // Whatever else has become due in that hour is before it or with it.
    await control('POST', '/_local/worker', { step: 100 });
    expect((await api(`GET`, `/v1/posts/${post._id}`)).body).toMatchObject({ post: { status: 'published' } });
  });

  test('is not earlier after a restart, and goes on from there', async () => {
    const dataDir = await temporaryFolder();
    const { shift, doors } = shiftedMachine();
    const options = { dataDir, ephemeral: false, clock: { mode: 'real' }, doors } as const;
    const first = await startService(options);
    await first.api('POST', '/v1/profiles', { body: { name: 'Acme' } });
    const before = first.service.clock.now();
    await first.close();
    shift.ms = -DAY_MS;
    const second = await startService(options);
    const { clock } = second.service;
    expect(clock.now()).toBeGreaterThanOrEqual(before - 1_000);
    const then = clock.now();
    shift.ms += 60_000;
    expect(clock.now() - then).toBeGreaterThanOrEqual(60_000);
  });

  test('keeps the time to which it was moved when its clock runs again, across restarts', async () => {
    const dataDir = await temporaryFolder();
    const options = { dataDir, ephemeral: false, clock: { mode: 'real' } } as const;
    const first = await startService(options);
    await first.control('PUT', '/_local/clock', { mode: 'frozen' });
    await first.advance(30 * 86_400);
    const moved = first.service.clock.now();
    expect((await first.control('PUT', '/_local/clock', { mode: 'real' })).body.mode).toBe('real');
    expect(first.service.clock.now()).toBeGreaterThanOrEqual(moved);
    await first.close();
    const second = await startService(options);
    expect(second.service.clock.now()).toBeGreaterThanOrEqual(moved);
  });
});
