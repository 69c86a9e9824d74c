/** The words that may stand at the cursor. Next stop: shells.ts, which writes them for a shell. */
import type { Completable, Slot } from '../../kernel/completion.ts';
import { TOPICS } from '../topics/topics.ts';
import { branchesUnder, lastWord, leavesUnder, type Leaf } from '../tree.ts';
import type { AtFlag, AtName, AtValue, Place } from './place.ts';
import { valuesFrom, type Scene } from './values.ts';
import type { Candidate } from './candidate.ts';

export interface Answer {
  /** Files and folders are found by the shell itself. */
  readonly mode: 'words' | 'files' | 'folders';
  /** What precedes each candidate in the same word, such as `--status=` or `name,`. */
  readonly prefix: string;
  readonly candidates: readonly Candidate[];
}

export interface Asking extends Scene {
  /** The word at the cursor, as far as it was typed. */
  readonly begun: string;
}

export function answerAt(place: Place, asking: Asking): Answer {
  switch (place.at) {
    case 'name':
      return words([...namesAt(place, asking.begun), ...firstWords(place, asking)]);
    case 'flag':
      return words(flagsAt(place, asking.begun));
    case 'value':
      return valuesAt(place, asking);
    case 'nowhere':
      return words([]);
  }
}

const words = (candidates: readonly Candidate[], prefix = ''): Answer => ({ mode: 'words', prefix, candidates });

function namesAt({ path, isHelp, tree }: AtName, begun: string): readonly Candidate[] {
  const branches = branchesUnder(tree, path);
  const nested = new Set(branches.map(({ name }) => name));
  const leaves = leavesUnder(tree, path).filter((leaf) => !nested.has(leaf.path) && wordsOf(leaf)?.hidden !== true);
  const names = [
    ...branches.map(({ name, summary }) => ({ value: lastWord(name), about: summary })),
    ...leaves.map((leaf) => ({ value: lastWord(leaf.path), about: wordsOf(leaf)?.summary ?? '' })),
    ...(path === '' ? besideNouns(isHelp) : []),
  ];
  if (names.some(({ value }) => value.startsWith(begun))) return unique(names);
  // An alias is offered only to somebody who has begun to type it.
  return leaves.flatMap(({ entry }) => (entry?.aliases ?? []).map((value) => ({ value, about: entry?.summary ?? '' })));
}

const wordsOf = ({ entry, own }: Leaf) => entry ?? own;

const besideNouns = (isHelp: boolean): readonly Candidate[] =>
  isHelp
    ? TOPICS.map(({ name, summary }) => ({ value: name, about: summary }))
    : [{ value: 'help', about: 'Explain a command or a topic.' }];

/** A topic may have the name of a noun. */
const unique = (names: readonly Candidate[]): readonly Candidate[] =>
  names.filter(({ value }, at) => names.findIndex((other) => other.value === value) === at);

/** A noun that is a command as well takes its first argument in the same place. */
function firstWords({ command, isHelp }: AtName, asking: Asking): readonly Candidate[] {
  const [first] = command?.args ?? [];
  return first === undefined || isHelp ? [] : wordsFor(first, command, asking);
}

function flagsAt({ flags, isCommand }: AtFlag, begun: string): readonly Candidate[] {
  const isLong = begun.startsWith('--');
  const negations = begun.startsWith('--no-') ? flags.filter(({ negatable }) => negatable === true) : [];
  return [
    ...flags.flatMap(({ long, short, summary }) => [
      { value: long, about: summary },
      ...(short === undefined || isLong ? [] : [{ value: short, about: summary }]),
    ]),
    ...negations.map(({ long, summary }) => ({ value: long.replace('--', '--no-'), about: `Not: ${summary}` })),
    { value: '--help', about: 'Show help' },
    ...(isCommand ? [] : [{ value: '--version', about: 'Print the version' }]),
  ];
}

function valuesAt({ slot, prefix, command }: AtValue, asking: Asking): Answer {
  if (slot.source === 'file' || slot.source === 'folder') return { ...words([], prefix), mode: `${slot.source}s` };
  const typed = asking.begun.slice(prefix.length);
  const before = slot.listed === true ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  return words(wordsFor(slot, command, asking), prefix + before);
}

function wordsFor(slot: Slot, command: Completable | undefined, scene: Scene): readonly Candidate[] {
  if (slot.choices !== undefined) return slot.choices.map((value) => ({ value, about: '' }));
  if (slot.source !== undefined) return valuesFrom(slot.source, scene);
  return slot.listed === true && command !== undefined ? fieldsOf(command) : [];
}

/** The one list of words that is no choice is that of `--fields`. */
const fieldsOf = ({ fields }: Completable): readonly Candidate[] => [
  { value: 'help', about: 'List the fields' },
  ...fields.map((value) => ({ value, about: '' })),
];
