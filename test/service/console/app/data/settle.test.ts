import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settling } from '../../../../../src/service/console/app/data/settle.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const takes = (ms: number) => {
  let count = 0;
  const read = async (): Promise<void> => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
  };
  return { ...settling(read), count: () => count };
};

test('many changes are one reading, and one more after those that come meanwhile', async () => {
  const { soon, count } = takes(100);
  for (let at = 0; at < 50; at += 1) soon();
  await vi.advanceTimersByTimeAsync(300);
  expect(count()).toBe(1);
  for (let at = 0; at < 50; at += 1) soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(count()).toBe(2);
});

test('a slow reading rests three times as long as it takes', async () => {
  const { soon, count } = takes(1_000);
  soon();
  await vi.advanceTimersByTimeAsync(1_300);
  soon();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(count()).toBe(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(count()).toBe(2);
});

test('nothing is read after its end', async () => {
  const { soon, stop, count } = takes(10);
  soon();
  stop();
  soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(count()).toBe(0);
});
