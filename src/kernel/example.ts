/** The records in the examples of the help: their fixed ids, and what the examples ask for. Created by service/seed. */
import { createHash } from 'node:crypto';

/** What one example asks for, in wire names and JSON values. */
export interface Asked {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Operation to what its examples ask for; operations whose examples ask for nothing in particular are not there. */
export type Examples = Readonly<Record<string, readonly Asked[]>>;

/** Ids chosen by hand, for the kinds that every reader meets first. */
const CHOSEN: Readonly<Record<string, string>> = {
  profile: '64f0a1b2c3d4e5f601234567',
  account: '64f0a1b2c3d4e5f60123abcd',
  post: '65a1b2c3d4e5f60718293a4b',
  account_group: '65b2c3d4e5f60718293a4b5c',
  webhook: '65c3d4e5f60718293a4b5c6d',
  queue: '65d4e5f60718293a4b5c6d7e',
  user: '65e5f60718293a4b5c6d7e8f',
  api_key: '65f60718293a4b5c6d7e8f90',
};

/**
 * The id that examples use for a kind of record, the same everywhere.
 * @param kind as in `src/contract/kinds`; `account:discord` for an account of a platform
 */
export const exampleId = (kind: string): string =>
  CHOSEN[kind] ?? `65${createHash('sha256').update(kind).digest('hex').slice(0, 22)}`;

/** The event that examples send again, by its type: the first one of that type in the history of the demo pack. */
export const EXAMPLE_EVENTS: Readonly<Record<string, string>> = {
  'post.failed': '0b0e7e4c-5f0a-4d3e-9b1a-2c3d4e5f6a7b',
};
