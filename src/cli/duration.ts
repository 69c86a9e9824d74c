/** Durations as people type them: `90`, `90s`, `2m`, `1h30m`. A bare number means seconds. */
import { failure } from '../kernel/failure.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;

/**
 * @returns milliseconds
 * @throws Failure `usage` that names the flag
 */
export function durationMs(text: string, flag: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  const parts = [...text.matchAll(PART)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text)
    throw failure('usage', {
      message: `${flag} takes a time such as 30s, 2m or 1h30m, not ${JSON.stringify(text)}.`,
      param: flag,
    });
  return Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? 's'] ?? 0), 0));
}
