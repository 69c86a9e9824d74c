/** The command tree as names: nouns, verbs and where each is described. Pure. Next stop: program.ts. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Branch, CommandEntry, Names, OwnEntry } from '../kernel/card.ts';
import { failure } from '../kernel/failure.ts';
import type { Families, HandMade } from './command.ts';
import { HELP } from './help-pages.ts';

export interface Leaf {
  /** `posts create`. */
  readonly path: string;
  /** The card's entry; absent for a hand-made command. */
  readonly entry?: CommandEntry;
  /** The words of a hand-made command, where the names were pressed with them. */
  readonly own?: OwnEntry;
  /** The module of the hand-made command or override. */
  readonly load?: HandMade[string];
}

export interface Tree {
  /** Nouns and nested nouns, in the order of the help. */
  readonly branches: readonly Branch[];
  readonly leaves: ReadonlyMap<string, Leaf>;
}

/** What the hand-made commands add to the names of the cards. */
export interface OwnWords {
  readonly handMade: HandMade;
  readonly ownBranches: readonly Branch[];
  readonly families: Families;
  /** The order of the headings of these; nouns of the cards come first, in the order of their groups. */
  readonly headings: readonly string[];
}

/** As many names as the words need: those of the noun they begin with, the top of the tree for none, else all. */
export function namesFor(catalog: Catalog, words: readonly string[]): Names {
  // `help posts create` is about what follows the word.
  const [first, second] = words[0] === HELP_WORDS[0] && words[1] !== undefined ? words.slice(1) : words;
  const isAboutAll = first === undefined || (HELP_WORDS.includes(first) && second === undefined);
  return catalog.names(isAboutAll ? undefined : first) ?? catalog.index();
}

const HELP_WORDS: readonly string[] = ['help', ...HELP];

export function treeOf(index: Names, { handMade, families, ownBranches, headings }: OwnWords): Tree {
  const leaves = new Map<string, Leaf>();
  for (const [path, entry] of Object.entries(index.commands)) {
    const load = handMade[path];
    leaves.set(path, load === undefined ? { path, entry } : { path, entry, load });
  }
  for (const [path, own] of Object.entries(index.own ?? {})) {
    const family = families[nounOf(path)];
    const load = handMade[path] ?? (family && (() => memberOf(path, family)));
    if (load !== undefined) leaves.set(path, { path, own, load });
  }
  const rank = ({ heading }: Branch): number => headings.indexOf(heading);
  const branches = [...index.branches, ...ownBranches].sort((a, b) => rank(a) - rank(b));
  return { branches, leaves };
}

/** A command of a family, loaded with the others of its noun. */
async function memberOf(path: string, load: Families[string]) {
  const made = (await load()).commands.find((one) => one.path.join(' ') === path);
  if (made === undefined) throw failure('internal', { message: `The names know ${path}, and nothing makes it.` });
  return { default: made };
}

/** The nested nouns directly under a noun; the top nouns for the empty path. */
export const branchesUnder = (tree: Tree, path: string): readonly Branch[] =>
  tree.branches.filter(({ name }) => isChild(path, name));

/** The commands directly under a noun. */
export const leavesUnder = (tree: Tree, path: string): readonly Leaf[] =>
  [...tree.leaves.values()].filter((leaf) => isChild(path, leaf.path));

/** The longest path at the beginning of the words that is a noun or a command, an alias put for its name, and what follows. */
export function understood(tree: Tree, words: readonly string[]): { path: string; rest: readonly string[] } {
  let path = '';
  for (const [at, word] of words.entries()) {
    const isNamed = (name: string): boolean => lastWord(name) === word;
    const next =
      branchesUnder(tree, path).find(({ name }) => isNamed(name))?.name ??
      leavesUnder(tree, path).find((leaf) => isNamed(leaf.path) || leaf.entry?.aliases?.includes(word))?.path;
    if (next === undefined) return { path, rest: words.slice(at) };
    path = next;
  }
  return { path, rest: [] };
}

/** The heading of commands that stand under no noun. */
export const GENERAL = 'General';

export const lastWord = (path: string): string => path.slice(path.lastIndexOf(' ') + 1);

const nounOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(' ')));

const isChild = (parent: string, path: string): boolean =>
  path.startsWith(parent === '' ? '' : `${parent} `) &&
  !path.slice(parent === '' ? 0 : parent.length + 1).includes(' ');
