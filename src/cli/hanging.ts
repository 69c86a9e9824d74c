/** Texts for people in columns: what does not fit a line goes on below the last column, broken between words. */
import type { Sink } from '../world/sink.ts';
import { wrapped } from './topics/topic.ts';

/** A column that is narrower than this has no room below it. */
const NARROWEST = 18;

/** Command lines stay in one piece, so that they can be copied. */
const COMMAND = /^\s*(?:svc|curl) /;

export const hanging = (text: string, { columns }: Pick<Sink, 'columns'>): string =>
  columns === undefined
    ? text
    : text
        .split('\n')
        .map((line) => (line.length <= columns || COMMAND.test(line) ? line : broken(line, columns)))
        .join('\n');

function broken(line: string, width: number): string {
  const starts = [...line.matchAll(/(?<=^|\s{2})(?=\S)/g)].map(({ index }) => index);
  const indent = starts.findLast((at) => at <= width - NARROWEST) ?? 0;
  return line.slice(0, indent) + wrapped(line.slice(indent), width - indent, `\n${' '.repeat(indent)}`);
}
