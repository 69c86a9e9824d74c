/** Areas move from inference to what they declare, and never back. */
import { expect, test } from 'vitest';
import { GUESSED } from '../../../src/service/generic/areas.ts';

/** Areas that were served by inference when the engine began. */
const AT_FIRST = 29;

test('fewer areas are served by inference than at first', () => {
  expect(GUESSED.size).toBeLessThanOrEqual(AT_FIRST);
});
