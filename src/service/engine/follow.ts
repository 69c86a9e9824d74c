/** What an area adds to the changes of a declared deed, in the same commit: events, due work, records that change along, or a refusal. Called by deeds.ts. */
import type { Reply } from '../call.ts';
import type { Changes } from '../change.ts';
import type { Kind, Reader, RecordOf } from '../store/store.ts';
import type { Scene } from './scene.ts';

/** A record that a deed wrote: without `before` it is new, without `after` it is gone. */
export interface Written<K extends Kind = Kind> {
  readonly before?: RecordOf<K>;
  readonly after?: RecordOf<K>;
}

/** With a refusal nothing is written, and it is the answer. */
export type Followed = Changes & { readonly refusal?: Reply | undefined };

/**
 * Reads and says what changes besides. A record of it replaces the deed's own with the same id, in the answer too.
 * `K` is the kind that the operation declares, where the function reads its fields: `Follow<'call'>`.
 */
export type Follow<K extends Kind = Kind> = (
  written: readonly Written<K>[],
  scene: Scene,
  view: Reader,
) => Promise<Followed> | Followed;

export const nothing: Follow = () => ({});
