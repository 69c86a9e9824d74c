/** What the service and the command line both say of an exported state. */

/** In the first line of every export. */
export const EXPORT_FORMAT = 'svc-local-state';

/** What a state holds, as an import answers and the end of a document counts it. */
export interface Carried {
  /** Rows of all tables. */
  readonly records: number;
  readonly media: number;
  readonly sizeBytes: number;
}

/** A document that is refused. */
export interface RefusedDocument {
  /** From 1. */
  readonly line: number;
  /** A sentence. */
  readonly problem: string;
}

export const sentenceOf = ({ line, problem }: RefusedDocument): string =>
  `Line ${String(line)}: ${problem} Nothing was changed.`;
