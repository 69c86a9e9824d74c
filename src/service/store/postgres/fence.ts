/** Who may write: the process whose term it is. A successor raises the number under a lock that every transaction shares, so that nothing of an earlier term is written after it began. Used by store.ts, files.ts and members/. */
import { StoreUnavailable } from '../connection.ts';

/** Shared by every transaction that writes; whoever begins a term takes it alone. */
export const FENCE_LOCK = 7_824_002;

/** A process that was paused, or cut off, meets it. */
export const superseded = (): StoreUnavailable => new StoreUnavailable('Another process serves this database now.');

export interface Term {
  /** Grows with every term. */
  readonly epoch: number;
}

/** What a transaction begins with: its last row has the number of the running term. */
export const fenceOf = (term: Term | undefined): string =>
  term === undefined
    ? 'SELECT 1'
    : `SELECT pg_advisory_xact_lock_shared(${String(FENCE_LOCK)}); SELECT epoch FROM term`;

/**
 * The same as a condition of one statement, which holds the row of the term until it is done, so that no successor begins meanwhile.
 * @param place of the value that has the epoch
 */
export const fencedBy = (term: Term | undefined, place: number): string =>
  term === undefined ? 'TRUE' : `EXISTS (SELECT FROM term WHERE epoch = $${String(place)}::bigint FOR SHARE)`;
