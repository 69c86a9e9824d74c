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

/** Everything where that is one screen; otherwise as many flags as fit, with a line each. */
export function shortHelp(target: Command, spec: Spec, helper: Help): string {
  const columns = helper.helpWidth ?? HELP_WIDTH;
  const rows = [...argumentRows(spec), ...flagRows(spec)];
  const head = [...wrapped(`Usage: ${helper.commandUsage(target)}`, columns), '', ...wrapped(spec.summary, columns)];
  const description = spec.description === undefined ? [] : ['', ...wrapped(spec.description, columns)];
  const examples = examplesText(bestExamples(spec.examples, columns), columns).split('\n');
  const whole = tableOf(rows, ({ words }, width) => wrapped(words, width), columns);
  const below = commandsBelow(target, columns);
  // A noun ends with an empty line and its topics.
  const limit = SHORT_LINES - (below.length > 0 ? 2 : 0);
  const pageOf = (words: readonly string[], table: readonly string[], hidden: number): readonly string[] => [
    ...[...head, ...words, ...examples, ...titled(spec, table), ...below, ''],
    ...closing(spec, { hidden, words: words.length === 0 ? description : [], columns }),
  ];
  const pages = [pageOf(description, whole, 0), pageOf([], whole, 0)];
  const fitting = pages.find(({ length }) => length <= limit);
  if (fitting !== undefined) return shownPage(fitting);
  const shown = mostUseful(rows, limit - pageOf([], [], 1).length - 2);
  return shownPage(pageOf([], tableOf(shown, cutLines, columns), rows.length - shown.length));
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

/** The required ones, then the first ones; in the order of the page. */
function mostUseful(rows: readonly Row[], count: number): readonly Row[] {
  const ranked = [...rows.filter(({ required }) => required), ...rows.filter(({ required }) => !required)];
  const required = rows.filter((row) => row.required).length;
  const chosen = new Set(ranked.slice(0, Math.max(count, required)));
  return rows.filter((row) => chosen.has(row));
}

/** Those that need no second line come first; a command has few whose every example does. */
function bestExamples(examples: readonly string[], columns: number): readonly string[] {
  const short = examples.filter((example) => exampleLines(example, columns - 2).length === 1);
  return (short.length === 0 ? examples.slice(0, 1) : short).slice(0, MAX_EXAMPLES);
}

function tableOf(
  rows: readonly Row[],
  linesOf: (row: Row, width: number) => readonly string[],
  columns: number,
): readonly string[] {
  const width = Math.min(MAX_TERM, Math.max(0, ...rows.map(({ term }) => term.length))) + 2;
  return rows.flatMap((row) => {
    const { term } = row;
    const [first = '', ...more] = linesOf(row, columns - width - 2);
    const start = `  ${term.padEnd(width)}`;
    const isLong = term.length > width - 2;
    const rest = (isLong ? [first, ...more] : more).map((line) => `${' '.repeat(width + 2)}${line}`);
    return [(isLong ? `  ${term}` : `${start}${first}`).trimEnd(), ...rest];
  });
}

/** One line, in which `required` is never cut off. */
function cutLines({ words, required }: Row, width: number): readonly string[] {
  if (!required || words.length <= width) return [cut(words, width)];
  return [`${cut(words.replace(/ \(required.*$/, ''), width - REQUIRED.length)}${REQUIRED}`];
}

const REQUIRED = ' (required)';

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
  /** The description, where the page does not have it. */
  readonly words: readonly string[];
  readonly columns: number;
}

/** The flags of every command in one line, and where everything is. */
function closing({ globals, examples }: Spec, { hidden, words, columns }: Left): readonly string[] {
  const names = SHARED.filter((long) => globals.some((flag) => flag.long === long));
  const more = [
    ...(words.length > 0 ? ['details'] : []),
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

/** The first line of a text: up to the end of a clause where one fits, otherwise up to a word. */
function cut(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const clause = /^.*?(?=[.;:] | \()/.exec(text)?.[0];
  if (clause !== undefined && clause.length <= columns) return clause;
  const start = text.slice(0, Math.max(columns - 1, 0));
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), 0)).replace(/[,;:.]$/, '')} …`.trimStart();
}
