import { expect, test } from 'vitest';
import { violationsIn } from '../../../../src/build/prove/history/check.ts';
import { attempt, CALLS, historyOf } from '../../../support/history/sound.ts';

const found = (status: number): string[] =>
  violationsIn(historyOf([...CALLS, attempt(37, { does: 'report' }, { status })])).map(({ sentence }) => sentence);

test('an answer of an unexpected error is found, and one of a service that is not there for a while is none', () => {
  expect(found(500)).toEqual(['The service answered 500 to ada.']);
  expect(found(503)).toEqual([]);
});
