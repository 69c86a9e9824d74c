import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settling } from '../../../../../src/service/console/app/data/settle.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** Readings that end when the test says so. */
const readings = () => {
  let count = 0;
  let finish: () => void = () => undefined;
  const read = (): Promise<void> => {
    count += 1;
    return new Promise((resolve) => (finish = resolve));
  };
  const endAfter = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    finish();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...settling(read), count: () => count, endAfter };
};

test('many changes are one reading, and one more after those that come meanwhile', async () => {
  const { soon, count, endAfter } = readings();
  for (let at = 0; at < 50; at += 1) soon();
  await vi.advanceTimersByTimeAsync(300);
  expect(count()).toBe(1);
  for (let at = 0; at < 50; at += 1) soon();
  await endAfter(100);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(count()).toBe(2);
});

test('a slow reading rests three times as long as it takes', async () => {
  const { soon, count, endAfter } = readings();
  soon();
  await vi.advanceTimersByTimeAsync(250);
  await endAfter(1_000);
  soon();
  await vi.advanceTimersByTimeAsync(2_900);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(count()).toBe(2);
});

test('nothing is read after its end', async () => {
  const { soon, stop, count } = readings();
  soon();
  stop();
  soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(count()).toBe(0);
});
