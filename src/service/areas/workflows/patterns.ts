/** Regular expressions that callers write in triggers and conditions. They are tried in any case, for a moment only: one that takes for ever is not found. */
import { runInNewContext } from 'node:vm';

/** Milliseconds, far more than a pattern takes that does not go wrong. */
const LONGEST_MS = 100;

export function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'i');
    return true;
  } catch {
    return false;
  }
}

/** Whether the text has something that fits; nothing fits an invalid pattern. */
export function isFound(pattern: string, text: string): boolean {
  if (!isPattern(pattern)) return false;
  try {
    return runInNewContext('new RegExp(pattern, "i").test(text)', { pattern, text }, { timeout: LONGEST_MS }) === true;
  } catch {
    return false;
  }
}
