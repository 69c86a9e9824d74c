/** The forms in which a result is written. Chosen by cli/globals, written by output/. */

/** Source: design §4, "Output". */
export const FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'lines'] as const;

export type Format = (typeof FORMATS)[number];

/** What `--color` takes. */
export const COLORS = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLORS)[number];
