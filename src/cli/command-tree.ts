/** The manifest as `svc commands` shows it: the flags of every command once, and of each command what is its own. Pure. */
import type { Branch } from '../kernel/card.ts';
import type { ExitName } from '../kernel/exits.ts';
import type { Manifest, ManifestCommand, ManifestFlag } from '../kernel/manifest.ts';

export interface CommandTree {
  /** Version of the published description. */
  readonly version: string;
  readonly exits: Readonly<Record<ExitName, number>>;
  /** Flags that every command takes. */
  readonly flags: readonly FlagWords[];
  readonly nouns: readonly Branch[];
  readonly commands: readonly CommandWords[];
}

interface FlagWords extends Omit<
  ManifestFlag,
  'char' | 'options' | 'multiple' | 'helpGroup' | 'required' | 'deprecated'
> {
  /** With its dashes. */
  readonly name: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  readonly required: boolean;
  readonly repeat: boolean;
  readonly deprecated: boolean;
}

interface CommandWords extends Omit<ManifestCommand, 'id' | 'path' | 'args' | 'flags' | 'exits'> {
  /** `posts create`. */
  readonly path: string;
  readonly arguments: readonly unknown[];
  readonly flags: readonly FlagWords[];
  /** Every exit it may end with. */
  readonly exits: readonly ExitName[];
}

/** Ends that no command is free of. */
const ALWAYS: readonly ExitName[] = ['ok', 'internal', 'usage'];

/** @param words the commands whose path, summary or operation holds all of them */
export function commandTree({ version, exits, branches, commands }: Manifest, words: readonly string[]): CommandTree {
  const all = Object.values(commands);
  const globals = new Map(all.flatMap(({ flags }) => Object.entries(flags).filter(([, flag]) => isGlobal(flag))));
  const kept = all.filter((one) => holds(one, words)).map((one) => wordsOf(one, exits));
  const nouns = branches.filter(({ name }) => kept.some(({ path }) => path.startsWith(`${name} `)));
  return { version, exits, flags: [...globals].map(flagWords), nouns, commands: kept };
}

const isGlobal = ({ helpGroup }: ManifestFlag): boolean => helpGroup === 'GLOBAL';

function holds({ path, summary, operation }: ManifestCommand, words: readonly string[]): boolean {
  const text = [path.join(' '), summary, operation?.id, operation?.path].join(' ').toLowerCase();
  return words.every((word) => text.includes(word.toLowerCase()));
}

function wordsOf(
  { id: _, path, args, flags, exits, ...words }: ManifestCommand,
  codes: CommandTree['exits'],
): CommandWords {
  const own = Object.entries(flags).filter(([, flag]) => !isGlobal(flag));
  return {
    path: path.join(' '),
    ...words,
    arguments: Object.entries(args).map(([name, argument]) => ({ name, ...argument })),
    flags: own.map(flagWords),
    exits: [...new Set([...ALWAYS, ...exits])].sort((a, b) => codes[a] - codes[b]),
  };
}

function flagWords([name, flag]: readonly [string, ManifestFlag]): FlagWords {
  const { char, type, summary, options, field, in: place } = flag;
  return {
    name: `--${name}`,
    ...(char !== undefined && { short: `-${char}` }),
    type,
    summary,
    ...(options && { choices: options }),
    ...('default' in flag && { default: flag.default }),
    required: flag.required ?? false,
    repeat: flag.multiple ?? false,
    deprecated: flag.deprecated ?? false,
    ...(field !== undefined && { field }),
    ...(place !== undefined && { in: place }),
  };
}

/** Nouns and verbs by their headings, indented by depth. */
export function treeText({ nouns, commands }: CommandTree, hidden: boolean): string {
  const shown = commands.filter((one) => hidden || !one.hidden);
  const headings = [...new Set(nouns.map(({ heading }) => heading))];
  const top = shown.filter(({ path }) => !path.includes(' ') && !nouns.some(({ name }) => name === path));
  const sections = headings.map((heading) => {
    const roots = nouns.filter((noun) => noun.heading === heading && !noun.name.includes(' '));
    return [`${heading}:`, ...roots.flatMap(({ name, summary }) => linesBelow({ name, summary }, { nouns, shown }))];
  });
  const rest = top.length === 0 ? [] : [top.map(({ path, summary }) => line(path, summary))];
  const blocks = [...sections.filter((lines) => lines.length > 1), ...rest].map((lines) => lines.join('\n'));
  return blocks.length === 0 ? 'No command matches.' : `${blocks.join('\n\n')}\n\n${shown.length} commands`;
}

interface Shown {
  readonly nouns: readonly Branch[];
  readonly shown: readonly CommandWords[];
}

function linesBelow({ name, summary }: Pick<Branch, 'name' | 'summary'>, all: Shown): readonly string[] {
  const isChild = (path: string): boolean => path.startsWith(`${name} `) && !path.slice(name.length + 1).includes(' ');
  const inner = all.nouns.filter((noun) => isChild(noun.name));
  const verbs = all.shown.filter(({ path }) => isChild(path) && !inner.some((noun) => noun.name === path));
  return [
    line(name, summary),
    ...verbs.map((verb) => line(verb.path, verb.summary)),
    ...inner.flatMap((noun) => linesBelow(noun, all)),
  ];
}

const SUMMARY_AT = 38;

function line(path: string, summary: string): string {
  const words = path.split(' ');
  const name = `${'  '.repeat(words.length)}${words.at(-1) ?? ''}`;
  return `${name.padEnd(SUMMARY_AT)}  ${summary}`;
}
