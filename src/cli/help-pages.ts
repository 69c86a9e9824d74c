/** Help that the build has rendered: a file for each noun below dist/help, with a page for each of its commands. Pure. */
import { stripVTControlCharacters } from 'node:util';

/** Columns of a page: those of a terminal that nobody has widened, and what commander assumes of a pipe. */
export const HELP_WIDTH = 80;

export interface Page {
  /** The command's; empty for svc itself. */
  readonly path: string;
  /** True for `--help --all`. */
  readonly all: boolean;
}

/** Before and after a page; no help has it. */
const MARK = '\0';

/**
 * Below dist/. Whole pages have a file of their own, so that those that most people ask for are read sooner; it is
 * compressed to a tenth.
 */
export function pagesFile({ path, all }: Page): string {
  const noun = path.split(' ', 1)[0] || 'svc';
  return all ? `help/all/${noun}.txt.gz` : `help/${noun}.txt`;
}

/** A page as its file has it. */
export const pageText = (path: string, text: string): string => `${MARK}${path}\n${text}${MARK}`;

/** The page of a command in a file of pages; undefined where it has none. */
export function pageIn(pages: string, path: string): string | undefined {
  const title = `${MARK}${path}\n`;
  const at = pages.indexOf(title);
  return at === -1 ? undefined : pages.slice(at + title.length, pages.indexOf(MARK, at + 1));
}

/** The page that is asked for and nothing else; undefined for any other command line. */
export function pageAsked(argv: readonly string[]): Page | undefined {
  const all = argv.at(-1) === ALL;
  const [help, ...before] = argv.slice(0, all ? -1 : undefined).toReversed();
  const words = before.reverse();
  const isHelp = HELP.includes(help ?? '') && words.every((word) => /^[a-z][a-z0-9-]*$/.test(word));
  return isHelp ? { path: words.join(' '), all } : undefined;
}

export const HELP: readonly string[] = ['--help', '-h'];

/** Beside these: help with every flag. */
export const ALL = '--all';

export const withoutColor = (page: string): string => stripVTControlCharacters(page);
