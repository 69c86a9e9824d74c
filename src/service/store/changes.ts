/** What the units of a batch change, kept until their commit, so that those who look on hear of it then and of nothing else. Used by sqlite.ts and writer.ts. */
import { isOwnKind } from './record.ts';
import type { StoreChange } from './store.ts';

/** What is noted of the units of a batch. */
export interface UnitNotes {
  /** Where the notes stand before a unit. */
  mark(): number;
  /** Drops what was noted since then: the unit was undone. */
  dropSince(mark: number): void;
}

export interface ChangeNotes extends UnitNotes {
  add(change: StoreChange): void;
  /** The notes, which are empty afterwards. */
  take(): readonly StoreChange[];
}

/** @param isRead false while nobody would hear of it: nothing is noted then */
export function openChangeNotes(isRead: () => boolean): ChangeNotes {
  let notes: StoreChange[] = [];
  return {
    add(change) {
      // What the service keeps for itself is nothing to look at.
      if (isRead() && !isOwnKind(change.kind ?? '')) notes.push(change);
    },
    mark: () => notes.length,
    dropSince(mark) {
      notes.length = mark;
    },
    take() {
      const all = notes;
      notes = [];
      return all;
    },
  };
}

export interface Onlookers {
  isRead(): boolean;
  /** Called after a commit with what it changed. */
  change(changes: readonly StoreChange[]): void;
  /** Called after all tables were replaced. */
  replace(): void;
}

/** Nothing is noted for it. */
export const NOBODY: Onlookers = { isRead: () => false, change: () => undefined, replace: () => undefined };
