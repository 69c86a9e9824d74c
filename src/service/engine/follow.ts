/** What an area adds to the changes of a declared deed, in the same commit: events, due work, records that change along. Called by deeds.ts. */
import type { Changes } from '../change.ts';
import type { Reader, StoredRecord } from '../store/store.ts';
import type { Scene } from './scene.ts';

/** A record that a deed wrote: without `before` it is new, without `after` it is gone. */
export interface Written {
  readonly before?: StoredRecord;
  readonly after?: StoredRecord;
}

/** Reads and says what changes besides. A record of it is written after the deed's own, so that one with the same id replaces that. */
export type Follow = (written: readonly Written[], scene: Scene, view: Reader) => Promise<Changes> | Changes;

export const nothing: Follow = () => ({});
