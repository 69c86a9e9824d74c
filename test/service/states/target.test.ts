/** The target table: every pair of a status and an event, and the three statuses of the specification. */
import { describe, expect, test } from 'vitest';
import { TARGET_EVENTS, TARGET_STATES, target } from '../../../src/service/states/target.ts';

const LEADS_TO: Readonly<Record<string, string>> = {
  'pending accepted': 'published',
  'pending refused': 'failed',
  'pending tryLater': 'pending',
  'pending retry': 'pending',
  'pending hold': 'pending',
  'failed retry': 'pending',
  'published missing': 'failed',
  'published removedNatively': 'published',
  'published urlResolved': 'published',
  'published unpublish': 'published',
  'published edit': 'published',
};

const PAIRS = TARGET_STATES.flatMap((state) => TARGET_EVENTS.map((event) => [state, event] as const));

describe('the target table', () => {
  test.each(PAIRS)('POST-16 a target that is %s meets %s as the table says', (state, event) => {
    expect(target.move(state, event)?.to).toBe(LEADS_TO[`${state} ${event}`]);
  });

  test('POST-38 what is temporary emits nothing', () => {
    expect(target.move('pending', 'tryLater')?.effect).toBeNull();
  });
});
