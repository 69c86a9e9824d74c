/** Figures of posts as they were last read from the networks. They are no state: a service that begins again reads them anew. Read and filled by areas/analytics. */
import type { NetworkAnswer } from './driver.ts';
import type { Figures, PostInsight, Reading } from './figures.ts';

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

/** The figures of a post with the number of their change; numbers grow within a team. */
export interface FigureChange {
  readonly number: number;
  /** Milliseconds. */
  readonly syncedAt: number;
  readonly figures: Figures;
  readonly isDeleted: boolean;
}

/** The changes of a team's figures that were read so far. */
export interface TeamChanges {
  /** Milliseconds: when the counting began. A cursor of an earlier count says nothing of this one. */
  readonly since: number;
  last: number;
  /** By account and native id. */
  readonly byPost: Map<string, FigureChange>;
}

export interface KeptFigures {
  /** The shelf of an account, by its id. */
  of(accountId: string): AccountShelf;
  /** @param now ms; the beginning of a new count */
  changesOf(teamId: string, now: number): TeamChanges;
  clear(): void;
}

export function openKeptFigures(): KeptFigures {
  const shelves = new Map<string, AccountShelf>();
  const teams = new Map<string, TeamChanges>();
  return {
    of(accountId) {
      const shelf = shelves.get(accountId) ?? { posts: new Map() };
      shelves.set(accountId, shelf);
      return shelf;
    },
    changesOf(teamId, now) {
      const changes = teams.get(teamId) ?? { since: now, last: 0, byPost: new Map<string, FigureChange>() };
      teams.set(teamId, changes);
      return changes;
    },
    clear() {
      shelves.clear();
      teams.clear();
    },
  };
}
