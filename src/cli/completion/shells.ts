/** Writes an answer for a shell, a line a candidate below a line that says what follows. The scripts in completions/ read it. */
import type { Answer } from './candidates.ts';
import type { Candidate } from './candidate.ts';
import type { Line } from './line.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof SHELLS)[number];

/** What bash says of the line and of itself. */
export interface BashView {
  readonly line: Line;
  /** True when the candidates are only listed, and not put into the line. */
  readonly isListing: boolean;
  /** Width of the terminal. */
  readonly columns: number;
}

/** bash inserts candidates verbatim, so quoting and filtering are up to us. */
export function forBash(answer: Answer, { line, isListing, columns }: BashView): string {
  const { begun, kept, quote } = line;
  const fitting = safe(answer)
    .map(({ value, about }) => ({ value: answer.prefix + value, about }))
    .filter(({ value }) => value.startsWith(begun))
    .map(({ value, about }) => ({ value: value.slice(kept.length), about }));
  const isDescribed = isListing && fitting.length > 1;
  const width = Math.max(...fitting.map(({ value }) => value.length));
  const lines = fitting.map((one) => (isDescribed ? listed(one, width, columns) : quoted(one.value, quote)));
  return written(answer.mode, lines);
}

/** `draft   (What it is for)`, cut to a line of the terminal. */
function listed({ value, about }: Candidate, width: number, columns: number): string {
  const room = columns - width - MARGIN;
  if (about === '' || room < LEAST_ROOM) return value;
  const words = about.length > room ? `${about.slice(0, room - 1)}…` : about;
  return `${value.padEnd(width)}  (${words})`;
}

/** Two signs between value and words, two parentheses, two of bash between columns. */
const MARGIN = 6;
const LEAST_ROOM = 12;

const quoted = (value: string, quote: Line['quote']): string =>
  quote === '' ? value.replaceAll(/[^\w@%+=:,./-]/g, String.raw`\$&`) : value;

/** zsh narrows and quotes by itself; `_describe` parts value and words at the first colon. */
export const forZsh = (answer: Answer): string =>
  written(answer.mode, [
    answer.prefix,
    ...safe(answer).map(({ value, about }) => value.replaceAll(/[\\:]/g, String.raw`\$&`) + (about && `:${about}`)),
  ]);

/** fish narrows and quotes by itself; it wants the whole word, which may have its beginning in common with others. */
export const forFish = (answer: Answer): string =>
  written(answer.mode, [
    answer.prefix,
    ...safe(answer).map(({ value, about }) => `${answer.prefix}${value}\t${about}`),
  ]);

/** PowerShell takes text to put in, text to list, and words. */
export const forPowerShell = (answer: Answer, begun: string): string =>
  written(
    answer.mode,
    safe(answer)
      .filter(({ value }) => (answer.prefix + value).startsWith(begun))
      .map(({ value, about }) => [powerQuoted(answer.prefix + value), value, about || value].join('\t')),
  );

/** PowerShell ends a text at typographic quotes as well. */
const powerQuoted = (text: string): string =>
  /^[\w:./=-]+$/.test(text) ? text : `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;

const written = (mode: Answer['mode'], lines: readonly string[]): string => [mode, ...lines, ''].join('\n');

/** Names come from a service: a value that could be taken for more than one word is left out, and words become one line. */
const safe = ({ candidates }: Answer): readonly Candidate[] =>
  candidates
    .filter(({ value }) => value !== '' && !/[\p{C}\p{Z}]/u.test(value))
    .map(({ value, about }) => ({ value, about: about.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim() }));
