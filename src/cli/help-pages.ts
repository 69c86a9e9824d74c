/** Help that the build has rendered: a file for each noun below dist/help, with a page for each of its commands. Pure. */
import { stripVTControlCharacters } from 'node:util';

/** Columns of a page: those of a terminal that nobody has widened, and what commander assumes of a pipe. */
export const HELP_WIDTH = 80;

/** Before and after a page; no help has it. */
const MARK = '\0';

/** Below dist/. */
export const pagesFile = (path: string): string => `help/${path.split(' ', 1)[0] || 'svc'}.txt`;

/** A page as its file has it. */
export const pageText = (path: string, text: string): string => `${MARK}${path}\n${text}${MARK}`;

/** The page of a command in a file of pages; undefined where it has none. */
export function pageIn(pages: string, path: string): string | undefined {
  const title = `${MARK}${path}\n`;
  const at = pages.indexOf(title);
  return at === -1 ? undefined : pages.slice(at + title.length, pages.indexOf(MARK, at + 1));
}

/** The command whose help is asked for and nothing else; undefined for any other command line. */
export function pathAsked(argv: readonly string[]): string | undefined {
  const words = argv.slice(0, -1);
  const isHelp = ['--help', '-h'].includes(argv.at(-1) ?? '');
  return isHelp && words.every((word) => /^[a-z][a-z0-9-]*$/.test(word)) ? words.join(' ') : undefined;
}

export const withoutColor = (page: string): string => stripVTControlCharacters(page);
