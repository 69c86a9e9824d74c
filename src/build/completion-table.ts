/** The command tree as words for completion: nouns, verbs, flags and choices. Next stop: completions.ts. */
import type { Flag } from '../cli/flags.ts';
import { GLOBAL_FLAGS } from '../cli/globals.ts';
import type { Spec } from '../cli/spec.ts';
import { compareText } from './compile.ts';
import type { Tree } from './specs.ts';

export interface Word {
  readonly name: string;
  /** Empty where a shell has nothing to say about the word. */
  readonly summary: string;
}

/** Words by key, for example by command path. */
export type Rows = readonly (readonly [key: string, words: readonly Word[]])[];

export interface CompletionTable {
  /** Path of a noun (`''` for the top) to what may follow. */
  readonly below: Rows;
  /** Path of a command to its flags, without those of every command. */
  readonly flags: Rows;
  /** `posts list --status`, or `--output` for every command, to the words its value may be. */
  readonly choices: Rows;
  /** Path of a command to the words that its arguments may be. */
  readonly values: Rows;
  readonly everywhere: readonly Word[];
  /** Flags, of whatever command, that are followed by a value. */
  readonly taking: readonly Word[];
}

const HELP: Word = { name: '--help', summary: 'Show help' };

/** Hidden commands and deprecated flags are left out. */
export function completionTable({ specs, branches }: Tree): CompletionTable {
  const shown = specs.filter(({ hidden }) => !hidden);
  const own = shown.map((spec) => ({ path: spec.path.join(' '), flags: ownFlagsOf(spec) }));
  const every = [...own.flatMap(({ flags }) => flags), ...GLOBAL_FLAGS];
  return {
    below: belowOf([...branches.map(({ name, summary }) => ({ path: name.split(' '), summary })), ...shown]),
    flags: own.map(({ path, flags }) => [path, flags.flatMap(wordsOf)]),
    choices: [...own.flatMap(({ path, flags }) => choicesOf(flags, path)), ...choicesOf(GLOBAL_FLAGS, '')],
    values: shown.map(({ path, args }) => [path.join(' '), args.flatMap(({ choices }) => (choices ?? []).map(bare))]),
    everywhere: [...GLOBAL_FLAGS.flatMap(wordsOf), HELP],
    taking: [...new Set(every.filter(takesValue).flatMap(namesOf))].sort(compareText).map(bare),
  };
}

function ownFlagsOf({ flags, globals }: Spec): readonly Flag[] {
  const own = [...flags, ...globals.filter((flag) => !GLOBAL_FLAGS.includes(flag))];
  return own.filter(({ deprecated }) => !deprecated);
}

function belowOf(nodes: readonly { readonly path: readonly string[]; readonly summary: string }[]): Rows {
  const below = new Map<string, Word[]>();
  for (const { path, summary } of nodes) {
    const parent = path.slice(0, -1).join(' ');
    below.set(parent, [...(below.get(parent) ?? []), { name: String(path.at(-1)), summary }]);
  }
  for (const words of below.values()) words.sort((a, b) => compareText(a.name, b.name));
  return [...below];
}

const choicesOf = (flags: readonly Flag[], path: string): Rows =>
  flags.flatMap((flag) =>
    namesOf(flag).map((name) => [`${path} ${name}`.trimStart(), (flag.choices ?? []).map(bare)] as const),
  );

const namesOf = ({ long, short }: Flag): string[] => (short === undefined ? [long] : [long, short]);

const wordsOf = (flag: Flag): Word[] => namesOf(flag).map((name) => ({ name, summary: flag.summary }));

const takesValue = ({ type, implied }: Flag): boolean => type !== 'boolean' && implied === undefined;

const bare = (name: string): Word => ({ name, summary: '' });
