/** State tables: the specification's rows as data, and one function that follows them. */

/** `[from, event, to, effect, rule id]`; `from` may be `'*'` for any state. */
export type Row<S extends string, E extends string, F extends string> = readonly [
  from: S | '*',
  event: E,
  to: S,
  effect: F | null,
  rule: string,
];

export interface Move<S extends string, F extends string> {
  readonly to: S;
  readonly effect: F | null;
  readonly rule: string;
}

export interface Machine<S extends string, E extends string, F extends string> {
  /** Every state, that of the beginning first. */
  readonly states: readonly S[];
  readonly rows: readonly Row<S, E, F>[];
  /** The move for a state and event, or undefined when the table has none. */
  move(from: S, event: E): Move<S, F> | undefined;
  /** The states in which `event` is allowed. */
  allows(event: E): readonly S[];
}

export function machine<S extends string, E extends string, F extends string>(table: {
  readonly states: readonly S[];
  readonly rows: readonly Row<S, E, F>[];
}): Machine<S, E, F> {
  const find = (from: S, event: E) =>
    table.rows.find((row) => row[0] === from && row[1] === event) ??
    table.rows.find((row) => row[0] === '*' && row[1] === event);
  return {
    states: table.states,
    rows: table.rows,
    move(from, event) {
      const row = find(from, event);
      return row && { to: row[2], effect: row[3], rule: row[4] };
    },
    allows: (event) => table.states.filter((state) => find(state, event) !== undefined),
  };
}
