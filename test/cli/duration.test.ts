import { describe, expect, test } from 'vitest';
import { durationMs } from '../../src/cli/duration.ts';

describe('durations', () => {
  test.each([
    ['90', 90_000],
    ['0', 0],
    ['1.5', 1500],
    ['250ms', 250],
    ['30s', 30_000],
    ['2m', 120_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
  ])('%s', (text, ms) => {
    expect(durationMs(text, '--timeout')).toBe(ms);
  });

  test.each(['', 'soon', '-5', '5x', '1h 30m', '1h30', 's'])('%j is none', (text) => {
    expect(() => durationMs(text, '--timeout')).toThrow(/^--timeout takes a time such as/);
  });
});
