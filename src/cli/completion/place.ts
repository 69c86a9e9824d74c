/** Where in a command line the cursor is: after a noun, at a flag, at its value, at an argument. Next stop: candidates.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Names } from '../../kernel/card.ts';
import type { Completable, FlagSlot, Slot } from '../../kernel/completion.ts';
import { treeOf, type Leaf, type OwnWords, type Tree } from '../tree.ts';

/** The names that a cursor can see. */
interface Sight {
  readonly tree: Tree;
  readonly names: Names;
}

/** A noun, below which a name may follow. It may be a command as well, and take its first argument in the same place. */
export interface AtName extends Sight {
  readonly at: 'name';
  readonly path: string;
  readonly isHelp: boolean;
  readonly command: Completable | undefined;
}

export interface AtFlag {
  readonly at: 'flag';
  readonly isCommand: boolean;
  /** Those that may still stand. */
  readonly flags: readonly FlagSlot[];
}

export interface AtValue {
  readonly at: 'value';
  readonly slot: Slot;
  /** What precedes the value in the same word, such as `--status=`. */
  readonly prefix: string;
  readonly command: Completable | undefined;
}

export type Place = AtName | AtFlag | AtValue | { readonly at: 'nowhere' };

export interface Finding {
  readonly catalog: Catalog;
  readonly own: OwnWords;
}

const NOWHERE: Place = { at: 'nowhere' };

/** Reads the names of one noun, what is known of one command, and no more. */
export function placeAt(words: readonly string[], begun: string, { catalog, own }: Finding): Place {
  const walk = walked(words, { catalog, own });
  if (walk === undefined) return NOWHERE;
  const { command, awaited, isNoun } = walk;
  if (awaited !== undefined) return { at: 'value', slot: awaited, prefix: '', command };
  if (begun.startsWith('-') && !walk.ended) return atFlag(begun, walk);
  if (isNoun) return { at: 'name', ...walk };
  const slot = argumentAt(command?.args ?? [], walk.count);
  return slot === undefined ? NOWHERE : { at: 'value', slot, prefix: '', command };
}

/** The last argument may repeat. */
function argumentAt(args: readonly Slot[], count: number): Slot | undefined {
  const last = args.at(-1);
  return args[count] ?? (last?.repeat === true ? last : undefined);
}

function atFlag(begun: string, { flags, given, command }: Walk): Place {
  const equals = begun.indexOf('=');
  if (equals === -1) {
    const open = flags.filter((flag) => flag.repeat === true || !given.has(flag));
    return { at: 'flag', isCommand: command !== undefined, flags: open };
  }
  const slot = flagNamed(begun, flags);
  return slot === undefined ? NOWHERE : { at: 'value', slot, prefix: begun.slice(0, equals + 1), command };
}

/** What the words before the cursor have come to. */
interface Walk extends Sight {
  readonly everywhere: readonly FlagSlot[];
  path: string;
  readonly isHelp: boolean;
  /** True while a name may follow. */
  isNoun: boolean;
  command: Completable | undefined;
  /** The flags that may stand here. */
  flags: readonly FlagSlot[];
  /** The flag whose value is to come. */
  awaited: FlagSlot | undefined;
  readonly given: Set<FlagSlot>;
  /** Arguments so far. */
  count: number;
  /** True behind `--`. */
  ended: boolean;
}

/** @returns undefined when a word is no command */
function walked(typed: readonly string[], { catalog, own }: Finding): Walk | undefined {
  const isHelp = typed[0] === 'help';
  const words = isHelp ? typed.slice(1) : typed;
  const everywhere = catalog.completion().flags;
  const names = catalog.names(nounIn(words, everywhere));
  if (names === undefined) return undefined;
  const walk: Walk = {
    ...{ names, tree: treeOf(names, own), everywhere, flags: everywhere },
    ...{ path: '', isHelp, isNoun: true, command: undefined, awaited: undefined },
    ...{ given: new Set(), count: 0, ended: false },
  };
  for (const word of words) {
    if (walk.awaited !== undefined) walk.awaited = undefined;
    else if (isFlag(word) && !walk.ended) passFlag(walk, word);
    else if (!walk.isNoun || !passName(walk, word, catalog)) {
      if (walk.command === undefined) return undefined;
      walk.isNoun = false;
      walk.count += 1;
    }
  }
  return walk;
}

const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-';

/** The first word that is neither a flag nor the value of one. */
const nounIn = (words: readonly string[], flags: readonly FlagSlot[]): string | undefined =>
  words.find((word, at) => !isFlag(word) && !awaitsValue(words[at - 1] ?? '', flags));

function passFlag(walk: Walk, word: string): void {
  if (word === '--') {
    walk.ended = walk.command !== undefined;
    return;
  }
  const flag = flagNamed(word, walk.flags);
  if (flag === undefined) return;
  walk.given.add(flag);
  if (awaitsValue(word, walk.flags)) walk.awaited = flag;
}

function awaitsValue(word: string, flags: readonly FlagSlot[]): boolean {
  const flag = isFlag(word) ? flagNamed(word, flags) : undefined;
  return flag?.takesValue === true && (word === flag.long || word === flag.short);
}

/** `--status`, `--status=draft`, `-o` and `-ojson` alike. */
function flagNamed(word: string, flags: readonly FlagSlot[]): FlagSlot | undefined {
  if (!word.startsWith('--')) return flags.find(({ short }) => short === word.slice(0, 2));
  const [long = ''] = word.split('=', 1);
  return flags.find((flag) => flag.long === long);
}

/** Goes down by one name, an alias included. */
function passName(walk: Walk, word: string, catalog: Catalog): boolean {
  const { tree, path, everywhere } = walk;
  const next = [path, word].filter(Boolean).join(' ');
  const isNoun = tree.branches.some(({ name }) => name === next);
  const leaf = tree.leaves.get(next) ?? aliased(tree, path, word);
  if (!isNoun && leaf === undefined) return false;
  walk.path = leaf?.path ?? next;
  walk.isNoun = isNoun;
  walk.command = leaf && catalog.completion(leaf.path);
  walk.flags = [...(walk.command?.flags ?? []), ...everywhere];
  return true;
}

const aliased = ({ leaves }: Tree, path: string, word: string): Leaf | undefined =>
  [...leaves.values()].find(
    (leaf) => leaf.entry?.aliases?.includes(word) === true && leaf.path.slice(0, leaf.path.lastIndexOf(' ')) === path,
  );
