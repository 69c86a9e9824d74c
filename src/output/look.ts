/** What a person's terminal allows: how wide, and in colour. Decided in render.ts. */

export interface Look {
  /** Columns of the terminal; undefined where nothing needs to be cut. */
  readonly width?: number | undefined;
  readonly color: boolean;
}
