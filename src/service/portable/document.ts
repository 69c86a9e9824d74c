/**
 * The form of an exported state: one JSON document a line. The first line is the `Head`, then a line for each row
 * (`{"post": {…}}`), then each media file (`{"media": {…}}`, followed by its bytes in pieces: `{"bytes": "<base64>"}`), last counts and a checksum: `{"end": {"counts": {…}, "sha256": "…"}}`, of all lines before it in lowercase hex.
 * Written by write.ts, read by read.ts.
 */
import type { EXPORT_FORMAT } from '../../kernel/portable.ts';
import type { ClockMode, PlanPreset } from '../../kernel/steering.ts';
import type { TableName } from '../store/view.ts';

/** Of this form. What the rows hold has a number of its own, `schema`. */
export const FORMAT_VERSION = 1;

export interface Head {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: number;
  readonly schema: number;
  /** Version of the svc that wrote it. */
  readonly svc: string;
  /** The service's clock at the instant that the document shows. */
  readonly clock: { readonly mode: ClockMode; readonly now: string };
  /** Plan of teams that have none of their own. */
  readonly plan: PlanPreset;
}

export type Counts = Readonly<Partial<Record<TableName | 'media', number>>>;

export interface MediaHead {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Text columns that hold JSON, and are JSON in the document. The body of an event stays text: its bytes are signed. */
export const JSON_COLUMNS: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  record: ['doc'],
  post: ['doc'],
  due: ['payload'],
  feed_item: ['doc'],
  answer: ['reply'],
};

/** Columns about the process that runs the service, which stay behind. */
export const LEFT_COLUMNS: Readonly<Partial<Record<TableName, readonly string[]>>> = { due: ['lease_until', 'claim'] };

/** Where a store keeps what it knows of itself. */
export const FACTS_TABLE = 'meta';

/** Of what a store knows of itself. The rest is about its folder. */
export const CARRIED_FACTS: readonly string[] = ['team', 'key', 'ids', 'requests', 'clock'];

/** Rows that stay behind, as SQL: the log of requests is nobody's state. */
export const CARRIED_ROWS: Readonly<Partial<Record<TableName, string>>> = {
  record: "kind <> '$requests'",
  [FACTS_TABLE]: `key IN (${CARRIED_FACTS.map((name) => `'${name}'`).join(', ')})`,
};

/** Bytes of media in one line. */
export const PIECE_BYTES = 192 * 1024;

/** A line of a document is at most that long. */
export const LONGEST_LINE_BYTES = 64 * 1024 * 1024;
