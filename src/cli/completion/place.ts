/** Where in a command line the cursor stands: behind a noun, at a flag, at its value, at an argument. Next stop: candidates.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Names } from '../../kernel/card.ts';
import { specOfLeaf } from '../branch.ts';
import type { Argument, Flag } from '../flags.ts';
import { GLOBAL_FLAGS } from '../globals.ts';
import type { Spec } from '../spec.ts';
import { treeOf, type Leaf, type OwnWords, type Tree } from '../tree.ts';

/** The names that a cursor can see. */
export interface Sight {
  readonly tree: Tree;
  readonly names: Names;
}

export type Place =
  | ({ readonly at: 'child'; readonly path: string; readonly isHelp: boolean; readonly spec: Spec | undefined } & Sight)
  | { readonly at: 'flag'; readonly spec: Spec | undefined; readonly given: ReadonlySet<string> }
  | { readonly at: 'value'; readonly of: Flag | Argument; readonly spec: Spec | undefined; readonly prefix: string }
  | { readonly at: 'nowhere' };

export interface Finding {
  readonly catalog: Catalog;
  readonly own: OwnWords;
}

const NOWHERE: Place = { at: 'nowhere' };

/** Reads the names of one noun and the card of one command, and no more. */
export async function placeAt(words: readonly string[], begun: string, finding: Finding): Promise<Place> {
  const walk = await walked(words, finding);
  if (walk === undefined) return NOWHERE;
  const { spec, awaited, given, ended, isNoun } = walk;
  if (awaited !== undefined) return { at: 'value', of: awaited, spec, prefix: '' };
  if (begun.startsWith('-') && !ended) return atFlag(begun, spec, given);
  if (isNoun) return { at: 'child', ...walk };
  const argument = argumentAt(spec?.args ?? [], walk.count);
  return argument === undefined ? NOWHERE : { at: 'value', of: argument, spec, prefix: '' };
}

/** The last argument may repeat. */
function argumentAt(args: readonly Argument[], count: number): Argument | undefined {
  const last = args.at(-1);
  return args[count] ?? (last?.repeat === true ? last : undefined);
}

function atFlag(begun: string, spec: Spec | undefined, given: ReadonlySet<string>): Place {
  const equals = begun.indexOf('=');
  if (equals === -1) return { at: 'flag', spec, given };
  const flag = flagNamed(begun, flagsOf(spec));
  return flag === undefined ? NOWHERE : { at: 'value', of: flag, spec, prefix: begun.slice(0, equals + 1) };
}

export const flagsOf = (spec: Spec | undefined): readonly Flag[] =>
  spec === undefined ? GLOBAL_FLAGS : [...spec.flags, ...spec.globals];

/** What the words before the cursor have come to. */
interface Walk extends Sight {
  path: string;
  readonly isHelp: boolean;
  /** True while a name may follow. */
  isNoun: boolean;
  /** The command, once it is known; a noun may be one as well. */
  spec: Spec | undefined;
  /** The flag whose value is to come. */
  awaited: Flag | undefined;
  /** Names of the flags so far. */
  readonly given: Set<string>;
  /** Arguments so far. */
  count: number;
  /** True behind `--`. */
  ended: boolean;
}

/** @returns undefined when a word is no command */
async function walked(typed: readonly string[], { catalog, own }: Finding): Promise<Walk | undefined> {
  const isHelp = typed[0] === 'help';
  const words = isHelp ? typed.slice(1) : typed;
  const noun = nounIn(words);
  const names = catalog.names(noun);
  if (names === undefined) return undefined;
  const sight = { names, tree: treeOf(names, own) };
  // prettier-ignore
  const walk: Walk = { ...sight, path: '', isHelp, isNoun: true, spec: undefined, awaited: undefined, given: new Set(), count: 0, ended: false };
  for (const word of words) {
    if (walk.awaited !== undefined) walk.awaited = undefined;
    else if (isFlag(word) && !walk.ended) passFlag(walk, word);
    else if (!walk.isNoun || !(await passName(walk, word, catalog))) {
      if (walk.spec === undefined) return undefined;
      walk.isNoun = false;
      walk.count += 1;
    }
  }
  return walk;
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

/** The first word that is neither a flag nor the value of one. */
function nounIn(words: readonly string[]): string | undefined {
  return words.find((word, at) => {
    const before = words[at - 1];
    return !isFlag(word) && !(before !== undefined && isFlag(before) && awaitsValue(before, GLOBAL_FLAGS));
  });
}

function passFlag(walk: Walk, word: string): void {
  if (word === '--') {
    walk.ended = walk.spec !== undefined;
    return;
  }
  const flags = flagsOf(walk.spec);
  const flag = flagNamed(word, flags);
  if (flag === undefined) return;
  walk.given.add(flag.name);
  if (awaitsValue(word, flags)) walk.awaited = flag;
}

function awaitsValue(word: string, flags: readonly Flag[]): boolean {
  const flag = flagNamed(word, flags);
  const isWhole = word === flag?.long || word === flag?.short;
  return flag !== undefined && isWhole && flag.type !== 'boolean' && flag.implied === undefined;
}

/** `--status`, `--status=draft`, `-o` and `-ojson` alike. */
function flagNamed(word: string, flags: readonly Flag[]): Flag | undefined {
  if (!word.startsWith('--')) return flags.find(({ short }) => short === word.slice(0, 2));
  const [long = ''] = word.split('=', 1);
  return flags.find((flag) => flag.long === long);
}

/** Goes down by one name, an alias included. */
async function passName(walk: Walk, word: string, catalog: Catalog): Promise<boolean> {
  const { tree, path } = walk;
  const next = [path, word].filter(Boolean).join(' ');
  const isBranch = tree.branches.some(({ name }) => name === next);
  const leaf = tree.leaves.get(next) ?? aliased(tree, path, word);
  if (!isBranch && leaf === undefined) return false;
  walk.path = leaf?.path ?? next;
  walk.isNoun = isBranch;
  walk.spec = leaf && specOfLeaf(leaf, (await leaf.load?.())?.default, catalog);
  return true;
}

const aliased = ({ leaves }: Tree, path: string, word: string): Leaf | undefined =>
  [...leaves.values()].find(
    (leaf) => leaf.entry?.aliases?.includes(word) === true && leaf.path.slice(0, leaf.path.lastIndexOf(' ')) === path,
  );
