/** The state in the data folder of a stopped service. Handed in by commands/local/reset.ts, for export and import. */
import type { Carried, RefusedDocument } from '../../kernel/portable.ts';

export interface StoppedState {
  /** Lets a document be read, as long as `take` does. */
  exported(take: (pieces: AsyncIterable<string>) => Promise<Carried>): Promise<Carried>;
  /** Puts what a document holds in its place. @returns where and why a document is refused */
  replace(bytes: AsyncIterable<Uint8Array>): Promise<Carried | RefusedDocument>;
}
