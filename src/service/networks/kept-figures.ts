/** Figures of posts as they were last read from the networks. They are no state: a service that begins again reads them anew. Read and filled by areas/analytics. */
import type { NetworkAnswer } from './driver.ts';
import type { PostInsight, Reading } from './figures.ts';

/** What is kept of one post on one account. */
export interface Kept {
  /** Milliseconds. */
  readonly readAt: number;
  readonly readings: readonly Reading[];
  /** The platform would not be read when these were last due. */
  readonly isThrottled?: boolean;
}

/** A reading of all posts that the next who asks is served. */
export interface Renewal {
  /** Milliseconds. */
  readonly readAt: number;
  readonly answer: NetworkAnswer<PostInsight[]>;
}

export interface AccountShelf {
  /** By native id. */
  readonly posts: Map<string, Kept>;
  renewal?: Renewal | undefined;
}

export interface KeptFigures {
  /** The shelf of an account, by its id. */
  of(accountId: string): AccountShelf;
  clear(): void;
}

export function openKeptFigures(): KeptFigures {
  const shelves = new Map<string, AccountShelf>();
  return {
    of(accountId) {
      const shelf = shelves.get(accountId) ?? { posts: new Map() };
      shelves.set(accountId, shelf);
      return shelf;
    },
    clear: () => shelves.clear(),
  };
}
