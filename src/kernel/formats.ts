/** The forms in which results are written and dates are read. Chosen by cli/globals, written by output/. */

/** Source: design §4, "Output". */
export const FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'lines'] as const;

export type Format = (typeof FORMATS)[number];

/** What `--color` takes. */
export const COLORS = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLORS)[number];

/** How a date in figures is read: 06.12.2027 is in December by `dmy` and in June by `mdy`. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const isDateOrder = (text: string): text is DateOrder => (DATE_ORDERS as readonly string[]).includes(text);
