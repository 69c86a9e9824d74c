/** "Did you mean" for commands and topics: word by word down the tree, each by what others call it or by its nearest name. */
import { suggestion } from '../schema/suggest.ts';
import { TOPICS } from './topics/topics.ts';
import { branchesUnder, lastWord, leavesUnder, type Tree } from './tree.ts';

/**
 * The command path that was probably meant.
 * @param path the noun that was understood, `''` for none
 * @param words what followed it; spare ones may be arguments: `post get 64…` still means `posts get`
 */
export function commandSuggestion(tree: Tree, path: string, words: readonly string[]): string | undefined {
  const plain = words.filter((word) => !word.startsWith('-')).slice(0, 3);
  if (path === '' && plain[0] === 'version') return '--version';
  return walked(tree, path, plain) ?? reversed(tree, path, plain);
}

function walked(tree: Tree, path: string, words: readonly string[]): string | undefined {
  let reached: string | undefined;
  for (const word of words) {
    const near = childMeant(tree, reached ?? path, word);
    if (near === undefined) break;
    reached = near;
  }
  return reached;
}

function childMeant(tree: Tree, path: string, word: string): string | undefined {
  const names = [
    ...branchesUnder(tree, path).map(({ name }) => lastWord(name)),
    ...leavesUnder(tree, path).map((leaf) => lastWord(leaf.path)),
  ];
  const near = names.includes(word) ? word : (otherWord(word, names) ?? suggestion(word, notOpposite(word, names)));
  return near === undefined ? undefined : [path, near].filter(Boolean).join(' ');
}

/** What other programs call a verb; the first that is there is meant. */
const OTHER_WORDS: readonly (readonly [typed: readonly string[], meant: readonly string[]])[] = [
  [
    ['remove', 'rm', 'del', 'destroy', 'drop'],
    ['delete', 'remove', 'disconnect', 'revoke'],
  ],
  [
    ['get', 'show', 'view', 'describe', 'read', 'info'],
    ['get', 'show', 'status'],
  ],
  [
    ['list', 'ls', 'all', 'index', 'search', 'find'],
    ['list', 'search'],
  ],
  [
    ['add', 'create', 'make', 'new'],
    ['create', 'add'],
  ],
  [['publish', 'schedule', 'post', 'send'], ['create']],
  [
    ['modify', 'change', 'set', 'patch'],
    ['update', 'set', 'edit'],
  ],
  [['freeze', 'unfreeze', 'pin'], ['set']],
  [['forward', 'skip', 'tick', 'travel'], ['advance']],
];

const otherWord = (word: string, names: readonly string[]): string | undefined =>
  OTHER_WORDS.filter(([typed]) => typed.includes(word))
    .flatMap(([, meant]) => meant)
    .find((name) => names.includes(name));

/** `unpublish` is near to `publish` in letters alone. */
const notOpposite = (word: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => !['un', 'dis'].some((not) => name === not + word || word === not + name));

/** `create post` for `posts create`: the words in the other order, the noun perhaps in the singular. */
function reversed(tree: Tree, path: string, [verb = '', noun = '']: readonly string[]): string | undefined {
  if (path !== '' || noun === '') return undefined;
  return [`${noun} ${verb}`, `${noun}s ${verb}`].find((known) => tree.leaves.has(known));
}

/** `help environment` for the word `enviroment` after `help`. */
export function topicNear([word = '']: readonly string[]): string | undefined {
  const near = suggestion(
    word,
    TOPICS.map(({ name }) => name),
  );
  return near && `help ${near}`;
}
