/** A row of a bulk file in which nothing is wrong. Judged by judge.ts; media.ts goes on. */
import type { Row } from './row.ts';
import type { PostBody, Said } from '../compose.ts';
import type { Identity } from './fingerprint.ts';
import type { Seen } from './shelf.ts';

/** A row that is sound as far as is known without the service. */
export interface SoundRow extends Identity {
  readonly row: Row;
  readonly key?: string;
  readonly said: Said;
  /** The body of the create call; local files are in it by name. */
  readonly body: PostBody;
  /** Local files by the names that the body has for them. */
  readonly files: ReadonlyMap<string, Seen>;
  /** The post goes out so late that its files must be sure to stay. */
  readonly isFar: boolean;
}
