import { expect, test } from 'vitest';
import { openRates, type RateWindow } from '../../../src/service/limits/rate.ts';
import { openWindows } from '../../../src/service/limits/windows.ts';
import { seeded } from '../../support/seeded.ts';

const MINUTE: RateWindow = { limit: 60, spanMs: 60_000 };

/** A process with its windows, and what of them is on disk. */
function process(begun?: { readonly kept: string; readonly now: number }) {
  let kept = begun?.kept ?? '{}';
  let commits = 0;
  const rates = openRates(true);
  const windows = openWindows(async () => {
    commits += 1;
    kept = windows.state();
  });
  if (begun !== undefined) windows.restore(begun.kept, rates, begun.now);
  const passes = async (now: number): Promise<boolean> => {
    if (rates.take('team', MINUTE, now).retryAfterSeconds !== undefined) return false;
    await windows.cover('team', MINUTE, () => now);
    return true;
  };
  return { passes, kept: () => kept, commits: () => commits };
}

async function countPassing({ passes }: ReturnType<typeof process>, times: readonly number[]): Promise<number> {
  let count = 0;
  for (const now of times) if (await passes(now)) count += 1;
  return count;
}

const many = (count: number, now: number): readonly number[] => Array.from({ length: count }, () => now);

test.each([1, 2, 10, 59, 60])(
  'a window that a process used for %i requests before it was killed is never exceeded after it',
  async (used) => {
    const first = process();
    expect(await countPassing(first, many(used, 1_000))).toBe(used);
    const next = process({ kept: first.kept(), now: 2_000 });
    const passed = await countPassing(next, many(100, 2_000));
    expect(used + passed).toBeLessThanOrEqual(60);
    // No more is lost than what was written down and not given out.
    expect(used + passed).toBeGreaterThanOrEqual(57);
  },
);

test('what was used slides out of the window when it would have without the kill', async () => {
  const first = process();
  await countPassing(first, many(30, 1_000));
  await countPassing(first, many(30, 20_000));
  const next = process({ kept: first.kept(), now: 21_000 });
  expect(await countPassing(next, many(100, 62_000))).toBeGreaterThanOrEqual(27);
  expect(await countPassing(next, many(100, 79_000))).toBe(0);
});

test('room is written down for several requests at a time', async () => {
  const one = process();
  await countPassing(one, many(60, 1_000));
  expect(one.commits()).toBe(20);
});

const SECOND: RateWindow = { limit: 6, spanMs: 1_000 };

/** Requests that begin and end in turns of their own while the clock stands still or jumps, up to a kill. */
async function killedAmid(random: () => number) {
  const turns = async (most: number): Promise<void> => {
    for (let turn = Math.floor(random() * most); turn > 0; turn -= 1) await Promise.resolve();
  };
  let now = 0;
  let kept = '{}';
  const rates = openRates(true);
  const windows = openWindows(async () => {
    await turns(6);
    kept = windows.state();
    await turns(6);
  });
  const passed: number[] = [];
  const request = async (): Promise<void> => {
    await turns(40);
    const at = now;
    if (rates.take('team', SECOND, at).retryAfterSeconds !== undefined) return;
    await windows.cover('team', SECOND, () => now);
    passed.push(at);
  };
  const jump = async (): Promise<void> => {
    await turns(40);
    now += 900_000;
  };
  void Promise.all([...Array.from({ length: 12 }, request), jump()]);
  await turns(120);
  return { now, kept, passed: passed.filter((at) => at > now - SECOND.spanMs) };
}

test('however requests, jumps of the clock and a kill fall together, no window is exceeded', async () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = seeded(seed);
    const { now, kept, passed } = await killedAmid(random);
    const rates = openRates(true);
    openWindows(async () => undefined).restore(kept, rates, now);
    const more = Array.from({ length: 10 }, () => rates.take('team', SECOND, now)).filter(
      ({ retryAfterSeconds }) => retryAfterSeconds === undefined,
    );
    expect(passed.length + more.length, `seed ${String(seed)}`).toBeLessThanOrEqual(SECOND.limit);
  }
});
