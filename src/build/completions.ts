/** Completion scripts of four shells from one table. They know nouns, verbs, flags and choices; they start no process. */
import type { Flag } from '../cli/flags.ts';
import { GLOBAL_FLAGS } from '../cli/globals.ts';
import type { Spec } from '../cli/spec.ts';
import { bash } from './completions/bash.ts';
import { fish } from './completions/fish.ts';
import { powershell } from './completions/powershell.ts';
import { zsh } from './completions/zsh.ts';
import { compareText } from './compile.ts';
import type { Outputs } from './outputs.ts';
import type { Tree } from './specs.ts';

export interface Word {
  readonly name: string;
  readonly summary: string;
}

export interface FlagWord extends Word {
  readonly takesValue: boolean;
  readonly takesFile: boolean;
  readonly choices: readonly string[];
}

/** What stands below a noun, or on a command. Keys are paths: `''`, `posts`, `posts create`. */
export interface CompletionTable {
  readonly below: ReadonlyMap<string, readonly Word[]>;
  /** Flags of a command, without those of every command. */
  readonly flags: ReadonlyMap<string, readonly FlagWord[]>;
  /** Words that a positional argument of a command may be. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly everywhere: readonly FlagWord[];
}

/** The scripts by path, for `completions/`. */
export function completionsOf(tree: Tree): Outputs {
  const table = tableOf(tree);
  return {
    'completions/svc.bash': bash(table),
    'completions/_svc': zsh(table),
    'completions/svc.fish': fish(table),
    'completions/svc.ps1': powershell(table),
  };
}

export function tableOf({ specs, branches }: Tree): CompletionTable {
  const shown = specs.filter(({ hidden }) => !hidden);
  const nodes = [
    ...branches.map(({ name, summary }) => ({ path: name.split(' '), summary })),
    ...shown.map(({ path, summary }) => ({ path, summary })),
  ];
  const below = new Map<string, Word[]>();
  for (const { path, summary } of nodes) {
    const parent = path.slice(0, -1).join(' ');
    below.set(parent, [...(below.get(parent) ?? []), { name: String(path.at(-1)), summary }]);
  }
  for (const words of below.values()) words.sort((a, b) => compareText(a.name, b.name));
  return {
    below,
    flags: new Map(shown.map((spec) => [spec.path.join(' '), flagWords(spec)])),
    values: new Map(shown.flatMap(valuesOf)),
    everywhere: [...GLOBAL_FLAGS.flatMap(wordsOf), { ...PLAIN, name: '--help', summary: 'Show help' }],
  };
}

const PLAIN = { takesValue: false, takesFile: false, choices: [] };

function flagWords({ flags, globals }: Spec): FlagWord[] {
  const own = [...flags, ...globals.filter((flag) => !GLOBAL_FLAGS.includes(flag))];
  return own.filter(({ deprecated }) => !deprecated).flatMap(wordsOf);
}

function wordsOf({ long, short, summary, type, choices, implied }: Flag): FlagWord[] {
  const word: FlagWord = {
    name: long,
    summary,
    takesValue: type !== 'boolean' && implied === undefined,
    takesFile: type === 'file',
    choices: choices ?? [],
  };
  return short === undefined ? [word] : [word, { ...word, name: short }];
}

function valuesOf({ path, args }: Spec): [string, readonly string[]][] {
  const words = args.flatMap(({ choices }) => choices ?? []);
  return words.length === 0 ? [] : [[path.join(' '), words]];
}
