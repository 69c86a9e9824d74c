/** What a person's terminal allows, and from when and where they look. Decided in render.ts. */
import type { Moment } from './when.ts';

export interface Look extends Moment {
  /** Columns of the terminal; undefined where nothing needs to be cut. */
  readonly width?: number | undefined;
  readonly color: boolean;
  /** False where the terminal has no signs but ASCII. */
  readonly isUnicode: boolean;
  /** Everything whole, however wide. */
  readonly isWide: boolean;
}
