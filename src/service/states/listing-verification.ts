/** The moves of a location's verification: its code, too many wrong ones, the end of its time, and another one in its place. Whatever is over stays. */
import { machine } from '../../kernel/machine.ts';

export const LISTING_STATES = ['PENDING', 'COMPLETED', 'FAILED'] as const;

export type ListingState = (typeof LISTING_STATES)[number];

export const LISTING_EVENTS = ['rightCode', 'guess', 'runOut', 'replace'] as const;

export type ListingEvent = (typeof LISTING_EVENTS)[number];

/** Source: readings, Google Business */
// prettier-ignore
export const listingVerification = machine<ListingState, ListingEvent, never>({
  states: LISTING_STATES,
  rows: [
    // from      event            to           effect  rule
    ['PENDING', 'rightCode',     'COMPLETED',   null, 'readings'],
    ['PENDING', 'guess',         'FAILED',      null, 'readings'],
    ['PENDING', 'runOut',        'FAILED',      null, 'readings'],
    ['PENDING', 'replace',       'FAILED',      null, 'readings'],
  ],
});
