/** The table of a location's verification: every pair of a state and an event. */
import { expect, test } from 'vitest';
import {
  LISTING_EVENTS,
  LISTING_STATES,
  listingVerification,
} from '../../../src/service/states/listing-verification.ts';

const MOVES: Readonly<Record<string, string>> = {
  'PENDING rightCode': 'COMPLETED',
  'PENDING guess': 'FAILED',
  'PENDING runOut': 'FAILED',
  'PENDING replace': 'FAILED',
};

test.each(LISTING_STATES.flatMap((state) => LISTING_EVENTS.map((event) => [state, event] as const)))(
  'readings, "Google Business": a verification that is %s meets %s as the table says',
  (state, event) => {
    expect(listingVerification.move(state, event)?.to).toBe(MOVES[`${state} ${event}`]);
  },
);
