/** What `--chart` draws of an answer, as src/contract/tables/charts.yaml declares it. Compiled by build/charts.ts, drawn by cli/charting.ts. */

export interface Chart {
  /** `lines` over days, `bars` for anything else. */
  readonly draw: 'lines' | 'bars';
  /** Where the rows are. */
  readonly rows?: string;
  /** Where lists of rows, or plain figures, are by their names. */
  readonly groups?: string;
  /** Where in a group its rows are; the group itself unless said. */
  readonly in?: string;
  /** The fields that name a row. */
  readonly by?: readonly string[];
  /** The figures of `rows`; the first one is drawn unless another is asked for. */
  readonly of?: readonly string[];
  /** The figure of a row in a group. */
  readonly value?: string;
  /** The figure of a whole group, drawn where no group has rows. */
  readonly total?: string;
}

/** What a person calls a figure: its last name. */
export const figureName = (field: string): string => field.slice(field.lastIndexOf('.') + 1);
