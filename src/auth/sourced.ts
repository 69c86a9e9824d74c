/** A value with the place it came from, for `config explain`. */

/** A value and the place that gave it: a flag, a variable's name, a file, a context. */
export interface Sourced {
  readonly value: string;
  readonly source: string;
}
