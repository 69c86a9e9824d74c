/** One figure of the benchmark beside its control of the same run. */

/** One line of the result: what was measured, the measurement, its control, and the bar of the design. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly control: string;
  readonly bar: string;
  readonly met: boolean;
}
