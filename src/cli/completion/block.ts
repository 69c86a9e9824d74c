/** A marked block in a file that is otherwise a person's own. Pure. Called by install.ts. */

const BEGIN = '# >>> svc completion >>>';
const NOTE = '# `svc completion uninstall` removes this block.';
const END = '# <<< svc completion <<<';

export class BrokenBlock extends Error {
  /** Line of the mark that has no partner, from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`The marker in line ${line} is unmatched.`);
    this.line = line;
  }
}

/** The lines of a block, without the end of the last one. */
export const blockOf = (code: string): string => [BEGIN, NOTE, code, END].join('\n');

/**
 * The text with the block in it: in place of an earlier one, else at its end. Nothing else changes.
 * @throws BrokenBlock when a mark has no partner
 */
export function withBlock(text: string, block: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = `${block.replaceAll('\n', eol)}${eol}`;
  const found = spanOf(text);
  if (found !== undefined) return text.slice(0, found.from) + lines + text.slice(found.to);
  const gap = text === '' || text.endsWith('\n') ? '' : eol;
  return text + gap + lines;
}

/**
 * The text without the block; undefined when it has no block.
 * @throws BrokenBlock when a mark has no partner
 */
export function withoutBlock(text: string): string | undefined {
  const found = spanOf(text);
  return found && text.slice(0, found.from) + text.slice(found.to);
}

interface Span {
  readonly from: number;
  /** Behind the end of its last line. */
  readonly to: number;
}

function spanOf(text: string): Span | undefined {
  const begin = lineAt(text, BEGIN, 0);
  const end = lineAt(text, END, begin?.to ?? 0);
  if (begin === undefined && end === undefined) return undefined;
  const lone = begin === undefined || end === undefined ? (begin ?? end) : undefined;
  if (lone !== undefined) throw new BrokenBlock(text.slice(0, lone.from).split('\n').length);
  return begin && end && { from: begin.from, to: end.to };
}

/** A line that is exactly this mark, blanks around it aside. */
function lineAt(text: string, mark: string, from: number): Span | undefined {
  const escaped = mark.replaceAll(/[<>#]/g, String.raw`\$&`);
  const line = new RegExp(String.raw`^[ \t]*${escaped}[ \t]*(?:\r?\n|$)`, 'gm');
  line.lastIndex = from;
  const found = line.exec(text);
  return found === null ? undefined : { from: found.index, to: found.index + found[0].length };
}
