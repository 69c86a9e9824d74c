/** Completion scripts of four shells: the table of words written into each shell's template. They start no process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionTable, type CompletionTable, type Rows, type Word } from './completion-table.ts';
import { MARK, type Outputs } from './outputs.ts';
import type { Tree } from './specs.ts';

/** How a shell writes what the table holds. */
interface Dialect {
  readonly row: (key: string, words: readonly Word[]) => string;
  readonly list: (words: readonly Word[]) => string;
  /** For a list of plain names; `list` unless told. */
  readonly names?: (words: readonly Word[]) => string;
}

const TEMPLATES = join(import.meta.dirname, 'completions');

/** Between single quotes, safe in every POSIX shell. */
const posix = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** fish escapes only the quote and the backslash between single quotes. */
const fish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** PowerShell also ends a text at typographic quotes. */
const power = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;

const tabbed = ({ name, summary }: Word): string => (summary === '' ? name : `${name}\t${flat(summary)}`);

/** `name:summary`, as `_describe` reads it. */
const pair = ({ name, summary }: Word): string =>
  name.replaceAll(':', String.raw`\:`) + (summary === '' ? '' : `:${flat(summary)}`);

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

const names = (words: readonly Word[]): string => words.map(({ name }) => name).join(' ');

/** Template, which is also the name of the script, to the way of writing. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  'svc.bash': { row: (key, words) => `    ${posix(key)}) echo ${posix(names(words))} ;;`, list: names },
  _svc: {
    row: (key, words) => `    ${posix(key)}) reply=(${words.map((word) => posix(pair(word))).join(' ')}) ;;`,
    list: (words) => words.map((word) => posix(pair(word))).join(' '),
    names,
  },
  'svc.fish': {
    row: (key, words) => `        case ${fish(key)}\n            printf '%s\\n' ${fished(words)}`,
    list: fished,
    names,
  },
  'svc.ps1': { row: (key, words) => `    ${power(key)} = @(${powered(words)})`, list: powered },
};

function fished(words: readonly Word[]): string {
  return words.map((word) => fish(tabbed(word))).join(' ');
}

function powered(words: readonly Word[]): string {
  return words.map((word) => power(tabbed(word))).join(', ');
}

/** The scripts by path, for `completions/`. */
export function completionsOf(tree: Tree): Outputs {
  const table = completionTable(tree);
  const scripts = Object.entries(DIALECTS).map(([file, dialect]) => {
    const template = readFileSync(join(TEMPLATES, file), 'utf8');
    return [`completions/${file}`, filled(template, table, dialect)];
  });
  return Object.fromEntries(scripts) as Outputs;
}

function filled(template: string, table: CompletionTable, { row, list, names: plain = list }: Dialect): string {
  const rows = (entries: Rows): string =>
    entries
      .filter(([, words]) => words.length > 0)
      .map(([key, words]) => row(key, words))
      .join('\n');
  const parts: Readonly<Record<string, string>> = {
    MARK,
    BELOW: rows(table.below),
    FLAGS: rows(table.flags),
    CHOICES: rows(table.choices),
    VALUES: rows(table.values),
    EVERYWHERE: list(table.everywhere),
    TAKING: plain(table.taking),
  };
  return template.replaceAll(/@([A-Z]+)@/g, (hole, name: string) => parts[name] ?? hole);
}
