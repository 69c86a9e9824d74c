/** Fills one noun with its verbs, and the chosen verb with its flags; every other branch stays a name. Next stop: leaf.ts. */
import type { Command as CommanderCommand } from 'commander';
import type { Catalog } from '../catalog/catalog.ts';
import { failure } from '../kernel/failure.ts';
import { isCommand, type Command, type Override } from './command.ts';
import { GLOBAL_FLAGS } from './globals.ts';
import { addFlag, fillLeaf, type Typed } from './leaf.ts';
import { specOf, specOfCommand, type Spec } from './spec.ts';
import { commandSuggestion } from './suggestion.ts';
import { relatedTopics } from './topics/topics.ts';
import { branchesUnder, GENERAL, lastWord, leavesUnder, type Leaf, type Tree } from './tree.ts';

/** The command a person chose, and what was typed for it. */
export interface Choice {
  readonly spec: Spec;
  /** The hand-made command or override, when there is one. */
  readonly made?: Command | Override;
  readonly typed: Typed;
}

export interface Growth {
  readonly tree: Tree;
  readonly catalog: Catalog;
  readonly argv: readonly string[];
  /** True for `--help --all`. */
  readonly all: boolean;
  /** Called for each noun or verb that is recognized: `posts`, then `posts create`. */
  readonly reached: (path: string) => void;
  readonly chosen: (choice: Choice) => void;
}

/** Gives a noun (the program itself for `''`) its children as names, and fills the one that commander dispatches to. */
export async function growBranch(noun: CommanderCommand, path: string, growth: Growth): Promise<void> {
  const { tree } = growth;
  noun.enablePositionalOptions().helpCommand(false).usage('<command> [flags]');
  const next = nextPath(path, growth);
  if (next === undefined) await addChildren(noun, path, tree);
  else noun.command(lastWord(next)).description(tree.branches.find(({ name }) => name === next)?.summary ?? '');
  noun.on('command:*', (words: string[]) => {
    throw unknownCommand(tree, path, words);
  });
  noun.hook('preSubcommand', (_, child) => fill(child, [path, child.name()].filter(Boolean).join(' '), growth));
}

/** The child that argv names literally, with no flag before it: then its siblings need not be built at all. */
function nextPath(path: string, { tree, argv }: Growth): string | undefined {
  const above = path === '' ? 0 : path.split(' ').length;
  const next = argv.slice(0, above + 1).join(' ');
  const isBelow = next.startsWith(path) && next.length > path.length;
  return isBelow && (tree.leaves.has(next) || tree.branches.some(({ name }) => name === next)) ? next : undefined;
}

/** A noun may be a command as well: `svc api GET /v1/posts` beside `svc api search`. */
async function fill(child: CommanderCommand, path: string, growth: Growth): Promise<void> {
  growth.reached(path);
  const isNoun = growth.tree.branches.some(({ name }) => name === path);
  const leaf = growth.tree.leaves.get(path);
  if (isNoun) await growBranch(child, path, growth);
  if (leaf === undefined || nextPath(path, growth) !== undefined) return;
  const made = (await leaf.load?.())?.default;
  const spec = specOfLeaf(leaf, made, growth.catalog);
  const words = growth.argv.slice(path.split(' ').length);
  const [spare] = words;
  if (isNoun && spec.args.length === 0 && spare !== undefined && !spare.startsWith('-'))
    throw unknownCommand(growth.tree, path, [spare]);
  const chosen = (typed: Typed): void => growth.chosen({ spec, typed, ...(made && { made }) });
  fillLeaf(child, spec, chosen, { all: growth.all, words });
  if (isNoun && !runsBare(made) && growth.argv.length === path.split(' ').length) child.help();
}

/** The words of a command, from its card, its module, or both. */
export function specOfLeaf({ path, entry }: Leaf, made: Command | Override | undefined, catalog: Catalog): Spec {
  if (isCommand(made))
    return specOfCommand(made, made.filtersOf === undefined ? undefined : catalog.command(made.filtersOf));
  if (entry === undefined) throw failure('internal', { message: `The override ${path} has no operation.` });
  const { card, schemas } = catalog.command(entry.id);
  return specOf(card, schemas, made);
}

async function addChildren(noun: CommanderCommand, path: string, tree: Tree): Promise<void> {
  if (!tree.leaves.has(path)) for (const flag of GLOBAL_FLAGS) addFlag(noun, flag);
  const branches = branchesUnder(tree, path);
  const isMixed = path === '' || new Set(branches.map(({ heading }) => heading)).size > 1;
  for (const { name, summary, heading } of branches) {
    const branch = noun.command(lastWord(name)).description(summary);
    if (isMixed) branch.helpGroup(`${heading}:`);
  }
  const nested = new Set(branches.map(({ name }) => name));
  for (const leaf of leavesUnder(tree, path).filter((one) => !nested.has(one.path))) {
    const { entry, own } = leaf;
    const command = noun.command(lastWord(leaf.path), { hidden: (entry ?? own)?.hidden ?? false });
    command.summary((entry ?? own)?.summary ?? (await summaryOf(leaf))).aliases(entry?.aliases ?? []);
    if (path === '') command.helpGroup(TOP_COMMANDS);
  }
  if (path !== '') noun.addHelpText('after', `\n${relatedTopics(path)}`);
}

const TOP_COMMANDS = `${GENERAL}:`;

/** A hand-made command that the names do not tell of says its summary itself. */
async function summaryOf({ load }: Leaf): Promise<string> {
  const made = (await load?.())?.default;
  return isCommand(made) ? made.summary : '';
}

/**
 * @param path the noun that was understood
 * @param words what followed it
 * @param topic of `svc help`, where that is nearer than any command
 */
export function unknownCommand(tree: Tree, path: string, words: readonly string[], topic?: string) {
  const near = topic ?? commandSuggestion(tree, path, words);
  const place = ['svc', path].filter(Boolean).join(' ');
  return failure('usage', {
    message: `There is no command \`${place} ${words[0] ?? ''}\`.`,
    hint: near === undefined ? `\`${place} --help\` lists the commands.` : `Did you mean \`svc ${near}\`?`,
  });
}

const runsBare = (made: Command | Override | undefined): boolean => isCommand(made) && made.runsBare === true;
