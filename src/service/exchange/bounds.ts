/** How much one request may hold: the one table, for JSON bodies, forms and CSV files. Asked before anything walks a body. */

const MEGABYTE = 1024 * 1024;

export const BOUNDS = {
  /** Largest body by its kind, in bytes. */
  bytes: {
    json: 10 * MEGABYTE,
    multipart: 25 * MEGABYTE,
    binary: 25 * MEGABYTE,
    /** JSON with an image of 30 MB in base64. Source: ADS-43 */
    image: 41 * MEGABYTE,
  },
  /** Lists and objects within one another. */
  depth: 100,
  /** Entries of one list, keys of one object; the contract's largest list has as many. */
  entries: 10_000,
  /** Values in a body, the lists and objects included. */
  values: 100_000,
  /** Parts of a form. */
  parts: 200,
  /** Lines of a CSV file below its heading line. */
  rows: 1_000,
  columns: 100,
  /** Characters of a CSV line, its line breaks in quotes included. */
  rowCharacters: 200_000,
  /** Values of a CSV cell that takes several. */
  cellValues: 1_000,
} as const;
