/** How help reads: groups, choices, defaults, examples, exit codes. Commander lays it out to the width of the terminal. */
import type { Command, HelpConfiguration, Option } from 'commander';
import { EXITS, type ExitName } from '../kernel/exits.ts';
import { FlagOption } from './flag-option.ts';
import type { Flag } from './flag.ts';
import type { Spec } from './spec.ts';
import { rowsText } from './topics/topic.ts';
import { TOPICS } from './topics/topics.ts';

/** Commander takes the escapes away where nobody sees colors. */
export const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;

export const GROUPS = { common: 'Common flags:', own: 'Flags:', global: 'Flags of every command:' } as const;

export const HELP_FLAG = '-h, --help';
export const HELP_WORDS = 'Show this help';

/** Commander's help with our terms; inherited by every subcommand. */
export const helpStyle: HelpConfiguration = {
  minWidthToWrap: 20,
  optionTerm: (option: Option) => termOf(option).replace(/^--/, '    --'),
  optionDescription: (option: Option) =>
    option instanceof FlagOption ? flagDescription(option.flag) : option.description,
  subcommandTerm: (command: Command) => command.name(),
  styleTitle: bold,
};

const termOf = (option: Option): string => (option instanceof FlagOption ? flagTerm(option.flag) : option.flags);

/** `--tag <text>`, with the word for the value: the flag's own, else that of its type. */
export function flagTerm(flag: Flag): string {
  const names = [flag.short, flag.long].filter(Boolean).join(', ');
  if (flag.type === 'boolean') return flag.either === true ? names.replace('--', '--[no-]') : names;
  const word = flag.placeholder ?? (flag.choices ? 'word' : PLACEHOLDERS[flag.type]);
  return flag.implied === undefined ? `${names} <${word}>` : `${names}[=${word}]`;
}

/** Booleans of an operation may be said to be false; a flag of every command is either there or not. */
export const isNegatable = (flag: Flag): boolean => flag.type === 'boolean' && flag.in !== 'global';

const PLACEHOLDERS = {
  string: 'text',
  integer: 'n',
  number: 'number',
  file: 'file',
  json: 'json',
} as const satisfies Partial<Record<Flag['type'], string>>;

/** The summary and what else one must know before typing the flag. */
export function flagDescription(flag: Flag): string {
  const notes = [
    flag.required ? 'required' : '',
    flag.repeat ? 'may repeat' : '',
    flag.choices ? `one of ${flag.choices.join(', ')}` : '',
    flag.default === undefined ? '' : `default ${valueText(flag.default)}`,
    flag.deprecated ? 'deprecated' : '',
  ].filter(Boolean);
  const summary = flag.summary.replace(/\.$/, '');
  return notes.length === 0 ? summary : `${summary} (${notes.join('; ')})`.trimStart();
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** @param columns of the terminal; a longer line is continued before a flag, as a shell reads it */
export const examplesText = (examples: readonly string[], columns: number): string =>
  examples.length === 0
    ? ''
    : section(
        'Examples:',
        examples.flatMap((example) => exampleLines(example, columns - 2)),
      );

/** Where one flag and its value are longer than a line, the line is longer too. */
export function exampleLines(example: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const part of example.split(/ (?=--?\w)/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + part.length + 3 <= columns) lines[lines.length - 1] = `${line} ${part}`;
    else lines.push(line === undefined ? part : `    ${part}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line} \\` : line));
}

/** What `svc help WORD` explains beside the commands. */
export function topicsText(columns: number): string {
  const rows = TOPICS.map(({ name, summary }) => [`svc help ${name}`, summary.replace(/\.$/, '')] as const);
  return `\n${bold('Topics:')}\n${rowsText(rows, columns)}`;
}

/** The exit codes of a command beside 0, 1 and 2, which every command has. */
export function exitsText({ exits }: Spec, width: number): string {
  const names: readonly ExitName[] = ['ok', 'internal', 'usage', ...exits];
  const ordered = [...new Set(names)].sort((a, b) => EXITS[a] - EXITS[b]);
  const lines = ordered.map((name) => `${String(EXITS[name]).padStart(3)}  ${name.replaceAll('_', ' ')}`);
  return section('Exit codes:', columns(lines, width - 2));
}

const section = (title: string, lines: readonly string[]): string =>
  `\n${bold(title)}\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** Short lines side by side, at most four to a row. */
function columns(lines: readonly string[], available: number): readonly string[] {
  const width = Math.max(...lines.map((line) => line.length)) + 2;
  const count = Math.min(4, Math.max(1, Math.floor(available / width)));
  const rows: string[] = [];
  for (let at = 0; at < lines.length; at += count)
    rows.push(
      lines
        .slice(at, at + count)
        .map((line) => line.padEnd(width))
        .join('')
        .trimEnd(),
    );
  return rows;
}
