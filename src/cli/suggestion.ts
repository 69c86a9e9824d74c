/** "Did you mean" for commands: the nearest sibling, or the nearest path of the whole tree. */
import { suggestion } from '../schema/suggest.ts';
import { branchesUnder, lastWord, leavesUnder, type Tree } from './tree.ts';

/**
 * The command path that was probably meant.
 * @param path the noun that was understood, `''` for none
 * @param words what followed it
 */
export function commandSuggestion(tree: Tree, path: string, words: readonly string[]): string | undefined {
  const plain = words.filter((word) => !word.startsWith('-')).slice(0, 3);
  const full = [path, ...plain].filter(Boolean).join(' ');
  const paths = [...tree.leaves.keys()];
  return (
    (plain.length > 1 ? nearestPath(paths, full) : undefined) ??
    nearestSibling(tree, path, plain[0] ?? '') ??
    paths.find((known) => isReversed(known, full))
  );
}

/** Spare words may be arguments: `post get 64…` still means `posts get`. */
function nearestPath(paths: readonly string[], full: string): string | undefined {
  const words = full.split(' ');
  const lengths = words.map((_, at) => words.length - at).filter((length) => length > 1);
  return lengths
    .map((length) => suggestion(words.slice(0, length).join(' '), paths))
    .find((near) => near !== undefined);
}

function nearestSibling(tree: Tree, path: string, word: string): string | undefined {
  const siblings = [
    ...branchesUnder(tree, path).map(({ name }) => name),
    ...leavesUnder(tree, path).map((leaf) => leaf.path),
  ];
  const near = suggestion(word, siblings.map(lastWord));
  return near === undefined ? undefined : [path, near].filter(Boolean).join(' ');
}

/** `create post` for `posts create`: the words in the other order, the noun perhaps in the singular. */
function isReversed(known: string, typed: string): boolean {
  const [noun = '', verb = ''] = known.split(' ');
  const [first = '', second = ''] = typed.split(' ');
  return verb === first && second !== '' && (noun === second || noun === `${second}s`);
}
