import { expect, test } from 'vitest';
import {
  FAULT_KINDS,
  faultOf,
  wordsFor,
  type Fault,
} from '../../../../../../src/service/console/app/panels/faults/fault.ts';
import { startService } from '../../../../../support/service.ts';

test('the service takes every kind of fault and lists it under its words', async () => {
  const { control } = await startService();
  const kinds = Object.keys(FAULT_KINDS) as (keyof typeof FAULT_KINDS)[];
  for (const kind of kinds)
    expect((await control('POST', '/_local/faults', faultOf({ kind, path: '/v1/posts*', times: '2' }))).status).toBe(
      201,
    );
  const { faults } = (await control<{ faults: Fault[] }>('GET', '/_local/faults')).body;
  expect(faults.map(wordsFor).toSorted()).toEqual(kinds.map((kind) => FAULT_KINDS[kind].text).toSorted());
  expect(faultOf({ kind: 'slow', path: ' ', times: '' })).toEqual({ match: {}, action: { delayMs: 5_000 } });
});
