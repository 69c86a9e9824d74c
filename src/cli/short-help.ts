/** The first page of a command's help: what it is for, examples and the flags that matter, on one screen. Pure. */
import { stripVTControlCharacters } from 'node:util';
import type { Command, Help } from 'commander';
import type { Flag } from './flag.ts';
import { bold, exampleLines, examplesText, flagDescription, flagTerm } from './help.ts';
import { HELP_WIDTH } from './help-pages.ts';
import type { Spec } from './spec.ts';

/** A page has no more lines, except where a command has more required flags than fit. */
const SHORT_LINES = 20;
const MAX_EXAMPLES = 3;

/** An argument or a flag. */
interface Row {
  readonly term: string;
  readonly words: string;
  readonly required: boolean;
}

/** Everything where that is one screen; otherwise as many flags as fit, each in few words. */
export function shortHelp(target: Command, spec: Spec, helper: Help): string {
  const columns = helper.helpWidth ?? HELP_WIDTH;
  const rows = [...argumentRows(spec), ...flagRows(spec)];
  const head = [...wrapped(`Usage: ${helper.commandUsage(target)}`, columns), '', ...wrapped(spec.summary, columns)];
  const description = spec.description === undefined ? [] : ['', ...wrapped(spec.description, columns)];
  const examples = examplesText(bestExamples(spec.examples, columns), columns).split('\n');
  const below = commandsBelow(target, columns);
  // A noun ends with an empty line and its topics.
  const limit = SHORT_LINES - (below.length > 0 ? 2 : 0);
  const pageOf = (words: readonly string[], { lines, hidden, isBrief }: Table): readonly string[] => [
    ...[...head, ...words, ...examples, ...titled(spec, lines), ...below, ''],
    ...closing(spec, { hidden, hasDetails: isBrief || words.length < description.length, columns }),
  ];
  const whole = { lines: tableOf(rows, wholeText, columns), hidden: 0, isBrief: false };
  const pages = [pageOf(description, whole), pageOf([], whole)];
  const fitting = pages.find(({ length }) => length <= limit);
  if (fitting !== undefined) return shownPage(fitting);
  const room = limit - pageOf([], { lines: [], hidden: 1, isBrief: true }).length - 2;
  return shownPage(pageOf([], mostUseful(rows, { room, columns })));
}

const shownPage = (lines: readonly string[]): string => `${lines.join('\n')}\n`.replace(/^Usage:/, bold('Usage:'));

const argumentRows = ({ args }: Spec): readonly Row[] =>
  args.map(({ label, summary, choices, required }) => ({
    term: `    ${label}`,
    words: choices === undefined ? sentence(summary) : `${sentence(summary)} (one of ${choices.join(', ')})`,
    required,
  }));

const flagRows = ({ flags }: Spec): readonly Row[] =>
  flags
    .filter(({ hidden, deprecated }) => hidden !== true && !deprecated)
    .map((flag) => ({ term: termOf(flag), words: flagDescription(flag), required: flag.required }));

const termOf = (flag: Flag): string => flagTerm(flag).replace(/^--/, '    --');

const sentence = (summary: string): string => summary.replace(/\.$/, '');

/** Rows as they are shown. */
interface Table {
  readonly lines: readonly string[];
  /** Number of flags that the page does not have. */
  readonly hidden: number;
  /** Whether the words of a row are not all there. */
  readonly isBrief: boolean;
}

/** The required ones, then the first ones while there is room; in the order of the page. */
function mostUseful(rows: readonly Row[], { room, columns }: { room: number; columns: number }): Table {
  let shown = rows.filter(({ required }) => required);
  for (const row of rows.filter(({ required }) => !required)) {
    const more = rows.filter((one) => one === row || shown.includes(one));
    if (tableOf(more, briefText, columns).length > room) break;
    shown = more;
  }
  return {
    lines: tableOf(shown, briefText, columns),
    hidden: rows.length - shown.length,
    isBrief: shown.some((row) => briefText(row, wordsWidth(shown, columns)) !== row.words),
  };
}

/** Those that need no second line come first; a command has few whose every example does. */
function bestExamples(examples: readonly string[], columns: number): readonly string[] {
  const short = examples.filter((example) => exampleLines(example, columns - 2).length === 1);
  return (short.length === 0 ? examples.slice(0, 1) : short).slice(0, MAX_EXAMPLES);
}

function tableOf(
  rows: readonly Row[],
  textOf: (row: Row, width: number) => string,
  columns: number,
): readonly string[] {
  const words = wordsWidth(rows, columns);
  const width = columns - words - 2;
  return rows.flatMap((row) => {
    const { term } = row;
    const [first = '', ...more] = wrapped(textOf(row, words), words);
    const start = `  ${term.padEnd(width)}`;
    const isLong = term.length > width - 2;
    const rest = (isLong ? [first, ...more] : more).map((line) => `${' '.repeat(width + 2)}${line}`);
    return [(isLong ? `  ${term}` : `${start}${first}`).trimEnd(), ...rest];
  });
}

/** Columns for the words beside the terms. */
const wordsWidth = (rows: readonly Row[], columns: number): number =>
  columns - Math.min(MAX_TERM, Math.max(0, ...rows.map(({ term }) => term.length))) - 4;

const wholeText = ({ words }: Row): string => words;

/** As many clauses as fit on a line, or on two where the row is required; never a part of a clause. */
function briefText({ words, required }: Row, width: number): string {
  const isFitting = (text: string): boolean => wrapped(text, width).length <= (required ? 2 : 1);
  if (isFitting(words)) return words;
  // Of an argument, the usage line says so.
  const note = words.includes(REQUIRED_NOTE) ? `${REQUIRED_NOTE})` : '';
  const texts = clausesOf(note === '' ? words : words.slice(0, words.indexOf(REQUIRED_NOTE))).map(
    (text) => `${text}${note}`,
  );
  return texts.find(isFitting) ?? texts.at(-1) ?? words;
}

const REQUIRED_NOTE = ' (required';

/** A longer name of a flag has a line to itself. */
const MAX_TERM = 40;

function titled({ args, flags }: Spec, table: readonly string[]): readonly string[] {
  if (table.length === 0) return [];
  const title = flags.length === 0 ? 'Arguments:' : args.length === 0 ? 'Flags:' : 'Arguments and flags:';
  return ['', bold(title), ...table];
}

/** A command may be a noun as well, as `svc api` is. */
function commandsBelow(target: Command, columns: number): readonly string[] {
  const names = target.commands.map((command) => command.name());
  return names.length === 0 ? [] : ['', ...hanging(bold('Commands:'), names.join(', '), columns)];
}

/** The flags of every command that people use most, by name. */
const SHARED = ['--output', '--fields', '--jq', '--context', '--watch', '--dry-run', '--yes'];

interface Left {
  /** Number of flags that the page does not have. */
  readonly hidden: number;
  /** Whether there are words that the page does not have. */
  readonly hasDetails: boolean;
  readonly columns: number;
}

/** The flags of every command in one line, and where everything is. */
function closing({ globals, examples }: Spec, { hidden, hasDetails, columns }: Left): readonly string[] {
  const names = SHARED.filter((long) => globals.some((flag) => flag.long === long));
  const more = [
    ...(hasDetails ? ['details'] : []),
    ...(hidden > 0 ? [`${hidden} more ${hidden === 1 ? 'flag' : 'flags'}`] : []),
    ...(examples.length > MAX_EXAMPLES ? ['all examples'] : []),
    'exit codes',
  ];
  return [
    cut(`Global flags: ${names.join(', ')}, …`, columns),
    ...wrapped(`\`--help --all\` adds ${more.join(', ').replace(/, ([^,]*)$/, ' and $1')}.`, columns),
  ];
}

/** Paragraphs in lines no longer than a number of columns, where words allow it. */
export function wrapped(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [''];
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) ?? '';
      if (line !== '' && line.length + 1 + word.length > columns) lines.push(word);
      else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    }
    return lines;
  });
}

/** A title and a text whose further lines begin below its first word. */
export function hanging(title: string, text: string, columns: number): readonly string[] {
  const width = stripVTControlCharacters(title).length + 1;
  const [first = '', ...more] = wrapped(text, columns - width);
  return [`${title} ${first}`, ...more.map((line) => `${' '.repeat(width)}${line}`)];
}

/** A text, and what is left of it when the last clauses go, the longest first. */
function clausesOf(text: string): readonly string[] {
  const ends = [...text.matchAll(/[.;:] | \(/g)].map(({ index }) => text.slice(0, index));
  return [text, ...ends.filter(isBalanced).reverse()];
}

/** Whether every bracket and backtick of a text has its other half. */
function isBalanced(text: string): boolean {
  const count = (sign: string): number => text.split(sign).length - 1;
  return count('(') === count(')') && count('`') % 2 === 0 && count('"') % 2 === 0;
}

/** A line up to a word, where it is too long. */
function cut(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const start = text.slice(0, Math.max(columns - 1, 0));
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), 0)).replace(/[,;:.]$/, '')} …`.trimStart();
}
