/** The words of `x-svc-view`: the columns of a table. Compiled by build/views.ts into the cards, drawn by output/table.ts. */

/** A dotted field, or what else the table says of it. */
export type Column = string | ColumnWords;

export interface ColumnWords {
  /** Dotted, within a record: `budget.amount`. */
  readonly field: string;
  /** What the table says above the column; without it the name of the field. */
  readonly heading?: string;
  /** 1 unless declared. Where a terminal is too narrow, the columns with the highest number are left out first, of these the last. */
  readonly priority?: number;
}

export const fieldOf = (column: Column): string => (typeof column === 'string' ? column : column.field);

export const fieldsOf = (columns: readonly Column[]): readonly string[] => columns.map(fieldOf);
