/** A row of a batch: its fields and its position. Read by the files of the forms, understood by fields.ts. */

import type { Fields } from '../../kernel/json.ts';

export interface Row {
  /** Position in the whole batch, from 1. */
  readonly number: number;
  /** The file as it was named; `-` for standard input. */
  readonly file: string;
  /** Where in the file, for people: `posts.csv:4`, `posts.json, item 3`, `welcome.md`. */
  readonly place: string;
  /** Line on which the row begins, where the form has lines. */
  readonly line?: number;
  /** Folder against which its local media are read. */
  readonly folder: string;
  /** What it says, by the names of the columns; without what is empty. */
  readonly fields: Fields;
  /** True when every value came as text, as in CSV: numbers and lists are then still to be read out of it. */
  readonly isText: boolean;
}

/** A row as a form reads it; number, file and folder are added by read.ts. */
export type FoundRow = Pick<Row, 'fields' | 'isText'> & Partial<Pick<Row, 'line' | 'place'>>;

/** Why a row cannot be sent. */
export interface RowProblem {
  /** The column, dotted where it is nested; absent when the row as a whole is at fault. */
  readonly param?: string;
  /** A sentence with its full stop. */
  readonly message: string;
}

/** A row that cannot be sent, or a part of a file that is no row at all. */
export interface FaultyRow {
  readonly place: string;
  readonly file: string;
  readonly line?: number;
  /** Absent for what is no row. */
  readonly number?: number;
  readonly key?: string;
  readonly problems: readonly RowProblem[];
}

/** What a form makes of a text: rows, and what it could not read. */
export interface Reading {
  readonly rows: readonly FoundRow[];
  /** Headings of a table, also of columns that every row leaves empty. */
  readonly columns?: readonly string[];
  readonly faults: readonly { readonly line?: number; readonly place?: string; readonly message: string }[];
}

/** Nothing and empty text say nothing. */
export const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
