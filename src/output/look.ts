/** What a person's terminal allows: how wide, in colour, guarded. Decided in render.ts. */

export interface Look {
  /** Columns of the terminal; undefined where nothing needs to be cut. */
  readonly width?: number | undefined;
  readonly color: boolean;
  /** True on a terminal: text from outside is made harmless. */
  readonly guard: boolean;
}
