/** The `console` blocks of a page: what is typed, what it shows, and how it ends. */

export interface Typed {
  /** A command line as bash takes it. */
  readonly command: string;
  /** Lines that the page shows after it; none where it shows nothing. */
  readonly shown: readonly string[];
  /** From a comment `# exit 3` behind the command; 0 without one. */
  readonly exit: number;
  /** Line of the page, from 1. */
  readonly line: number;
}

const OPEN = /^```console\s*$/;
const CLOSE = /^```\s*$/;
const PROMPT = '$ ';
/** A command that goes on in the next line, as bash shows it. */
const MORE = '> ';

export function typedIn(page: string): readonly Typed[] {
  const typed: { command: string; shown: string[]; line: number }[] = [];
  let isInside = false;
  for (const [at, text] of page.split('\n').entries()) {
    const last = typed.at(-1);
    if (!isInside) isInside = OPEN.test(text);
    else if (CLOSE.test(text)) isInside = false;
    else if (text.startsWith(PROMPT)) typed.push({ command: text.slice(PROMPT.length), shown: [], line: at + 1 });
    else if (text.startsWith(MORE) && last?.shown.length === 0) last.command += `\n${text.slice(MORE.length)}`;
    else last?.shown.push(text);
  }
  return typed.map((one) => ({ ...one, exit: Number(/\s# exit (\d+)$/.exec(one.command)?.[1] ?? 0) }));
}

/** What is another on each run stands for itself: ids, times, ports, sizes of waits. */
const CHANGING: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<uuid>'],
  [/\b[\da-f]{24}\b/g, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\b)/g, '<time>'],
  [/\b127\.0\.0\.1:\d+/g, '<address>'],
  [/\bsk_[\w*]+/g, '<key>'],
];

const settled = (line: string): string =>
  CHANGING.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), line.trimEnd());

/** True when the output is what the page shows. A line `…` stands for any lines, `…` within a line for any text. */
export function isAsShown(shown: readonly string[], output: string): boolean {
  const lines = shown.map((line) => (line.trim() === '…' ? '(?:.*\n)*?' : `${pieces(settled(line))}\n`));
  const actual = output.trimEnd().split('\n').map(settled).join('\n');
  return new RegExp(`^${lines.join('')}$`).test(`${actual}\n`);
}

const pieces = (line: string): string =>
  line
    .split('…')
    .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    .join('.*');
