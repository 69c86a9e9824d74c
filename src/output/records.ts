/** Records written one after the other, no faster than the reader takes them. Used by render.ts. */
import type { Format } from '../kernel/formats.ts';
import type { Sink } from '../world/sink.ts';
import { neutral } from './neutral.ts';
import { cellsOf, csvRow, lineOf, tsvRow } from './separated.ts';

/** Formats one record, with its line break, and the header before the first. */
export interface Writer {
  readonly head?: string;
  line(record: unknown): string | Promise<string>;
}

/** Writes until the records end or the reader has gone. The head waits for the first record, or for the end. */
export async function writeRecords(
  records: AsyncIterable<unknown> | Iterable<unknown>,
  { head, line }: Writer,
  out: Sink,
): Promise<void> {
  let ahead = head;
  for await (const record of records) {
    if (out.closed) return;
    out.write(`${ahead ?? ''}${await line(record)}`);
    ahead = undefined;
    await out.ready();
  }
  if (ahead !== undefined) out.write(ahead);
}

/** @param guard true where a terminal would obey what comes from outside */
export const lineWriter = (columns: readonly string[], guard: boolean): Writer => ({
  line: (record) => `${harmless(lineOf(record, columns), guard)}\n`,
});

export function rowWriter(format: Format, columns: readonly string[], guard: boolean): Writer {
  const row = format === 'csv' ? csvRow : tsvRow;
  return {
    head: `${harmless(row(columns), guard)}\n`,
    line: (record) => `${harmless(row(cellsOf(record, columns)), guard)}\n`,
  };
}

const harmless = (text: string, guard: boolean): string => (guard ? neutral(text) : text);
