/** Every command of the tree in one form, generated ones and those made by hand, for manifest, reference and completions. */
import { specOf, specOfCommand, type Spec } from '../cli/spec.ts';
import type { Command, Families, HandMade, Override } from '../cli/command.ts';
import type { Branch, CardIndex, CommandFile, OwnEntry } from '../kernel/card.ts';
import type { Compiled } from './compile.ts';
import { compareText } from './compile.ts';
import type { Refuse } from './refusal.ts';

/** The command line as a whole. */
export interface Tree {
  /** In the order of their paths. */
  readonly specs: readonly Spec[];
  /** Nouns of cards and of hand-made commands, in the order of their names. */
  readonly branches: readonly Branch[];
}

/** What src/commands hands over. */
export interface Hand {
  readonly handMade: HandMade;
  readonly families: Families;
  readonly ownBranches: readonly Branch[];
}

/** Loads the hand-made commands and lays them over the cards. An override of a command that no card has is refused. */
export async function treeOf(
  { files, index }: Compiled,
  { handMade, families, ownBranches }: Hand,
  refuse: Refuse,
): Promise<Tree> {
  const made = await madeByHand({ handMade, families });
  const overrides = new Map(made.filter((entry): entry is [string, Override] => entry[1].kind === 'override'));
  const commands = made.filter((entry): entry is [string, Command] => entry[1].kind === 'command');
  const generated = files.flatMap(({ operations, schemas }) =>
    operations.map((card) => specOf(card, schemas, overrides.get(card.command.path.join(' ')))),
  );
  const taken = new Set(generated.map(({ path }) => path.join(' ')));
  for (const [path] of overrides)
    if (!taken.has(path)) refuse(placeOf(path), 'overrides a command that no operation has');
  for (const [path] of commands)
    if (taken.has(path)) refuse(placeOf(path), 'is a command of an operation; make it an override');
  const listOf = (id: string | undefined): CommandFile | undefined =>
    files.flatMap(({ operations, schemas }) =>
      operations.filter((card) => card.id === id).map((card) => ({ card, schemas })),
    )[0];
  const specs = [...generated, ...commands.map(([, command]) => specOfCommand(command, listOf(command.filtersOf)))];
  const cardNouns = new Set(index.branches.map(({ name }) => name));
  return {
    specs: specs.sort((a, b) => compareText(a.path.join(' '), b.path.join(' '))),
    branches: [...index.branches, ...ownBranches.filter(({ name }) => !cardNouns.has(name))].sort((a, b) =>
      compareText(a.name, b.name),
    ),
  };
}

/** Every command made by hand by its path, those of families included. */
export async function madeByHand({ handMade, families }: Pick<Hand, 'handMade' | 'families'>) {
  const single = Object.entries(handMade).map(async ([path, load]) => [path, (await load()).default] as const);
  const several = await Promise.all(Object.values(families).map((load) => load()));
  const members = several.flatMap(({ commands }) => commands.map((one) => [one.path.join(' '), one] as const));
  return [...(await Promise.all(single)), ...members];
}

const placeOf = (path: string) => ({ file: `src/commands/${path.replaceAll(' ', '/')}.ts` });

/** The names index with the words of the commands that are no operation. */
export function indexOf({ index }: Compiled, { specs }: Tree): CardIndex {
  const own = specs.filter(({ card }) => card === undefined);
  const entries = own.map(({ path, summary, hidden }): [string, OwnEntry] => [
    path.join(' '),
    { summary, ...(hidden && { hidden }) },
  ]);
  return { ...index, own: Object.fromEntries(entries) };
}
