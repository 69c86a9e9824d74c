/** The words of `x-svc-view`: the columns of a table. Compiled by build/views.ts into the cards, drawn by output/table.ts. */

/**
 * How the values of a column read, where they are not plain text or numbers.
 * - `id`: shortened where there is little room, and after everything else
 * - `path`: of a file or folder, never cut: others give way to it
 * - `time`: an instant, or seconds or milliseconds since 1970
 * - `seconds`, `minutes`, `milliseconds`: a span of time
 * - `cents`: hundredths of a dollar
 * - `rgb`: a color as one number of 24 bits
 * - `state`: words of a list, in color where `output/tones.ts` has one
 * - `weekday-0`, `weekday-1`: a day of the week by its number, and the number of Monday
 */
export type Form = (typeof FORMS)[number];

export const FORMS = [
  'id',
  'path',
  'time',
  'seconds',
  'minutes',
  'milliseconds',
  'cents',
  'rgb',
  'state',
  'weekday-0',
  'weekday-1',
] as const;

/** A dotted field, or what else the table says of it. */
export type Column = string | ColumnWords;

export interface ColumnWords {
  /** Dotted, within a record: `budget.amount`. */
  readonly field: string;
  /** What the table says above the column; without it the last name of the field. */
  readonly heading?: string;
  /** 1 unless declared. Where a terminal is too narrow, the columns with the highest number are left out first, of these the last. */
  readonly priority?: number;
  readonly form?: Form;
  /** Code to the word for it, where the network has numbers. Data keeps the code. */
  readonly words?: Readonly<Record<string, string>>;
  /** A figure of the rows that the field holds, drawn as a sparkline. They are in the record itself, or beside the list under its id. Only tables have such a column. */
  readonly series?: string;
}

export const fieldOf = (column: Column): string => (typeof column === 'string' ? column : column.field);

export const fieldsOf = (columns: readonly Column[]): readonly string[] => columns.map(fieldOf);

/** The columns that every form has: a series is drawn and not written. */
export const withoutSeries = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => wordsOf(column).series === undefined);

export const wordsOf = (column: Column): ColumnWords => (typeof column === 'string' ? { field: column } : column);
