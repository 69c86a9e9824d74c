/** Whether a law is kept by everything that was tried. */
import { expect } from 'vitest';

/**
 * Names every operation or kind that breaks the law, with what is wrong about it.
 * @param breaking what breaks it, each perhaps with details
 */
export function expectKept(law: string, breaking: readonly (string | readonly [string, unknown])[]): void {
  const found = breaking.map((one) => (typeof one === 'string' ? one : `${one[0]} ${JSON.stringify(one[1])}`));
  expect([...new Set(found)].sort(), `break the law "${law}"`).toEqual([]);
}
