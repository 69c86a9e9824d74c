/** One form for every command, generated or by hand: what help, the manifest, the reference and commander read. */
import type { Card, CommandFile } from '../kernel/card.ts';
import type { ExitName } from '../kernel/exits.ts';
import type { Schemas } from '../schema/reference.ts';
import type { Command, Override } from './command.ts';
import { argumentsOf, flagsOf, ownArguments, ownFlags, type Argument } from './flags.ts';
import type { Flag } from './flag.ts';
import { chartFlag, DRY_RUN_FLAG, GLOBAL_FLAGS, OPERATION_FLAGS, PAGING_FLAGS, WATCH_FLAG } from './globals.ts';

export interface Spec {
  /** `['posts', 'create']`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly args: readonly Argument[];
  /** The command's own flags, the common ones first. */
  readonly flags: readonly Flag[];
  /** Flags that it shares with others. */
  readonly globals: readonly Flag[];
  readonly examples: readonly string[];
  /** Exits worth naming beside ok, internal and usage. */
  readonly exits: readonly ExitName[];
  readonly confirm?: string;
  readonly aliases: readonly string[];
  readonly hidden: boolean;
  /** True for a hand-made command that changes something; what an operation does, its method says. */
  readonly writes: boolean;
  /** The operation behind it, when there is one. */
  readonly card?: Card;
}

/** Nested fields of a body, and a whole body from a file. */
const BODY_FLAGS: readonly Flag[] = [
  bodyFlag('set', {
    summary: 'Set a nested field of the body: a.b=1 or items[0].name=x',
    placeholder: 'path=value',
    repeat: true,
  }),
  bodyFlag('set-file', {
    summary: 'Set a field of the body to the text of a file; `-` is standard input',
    placeholder: 'path=file',
    repeat: true,
  }),
  bodyFlag('input', {
    summary: 'Read the body from a JSON or YAML file; `-` is standard input; flags override it',
    placeholder: 'file',
  }),
  bodyFlag('edit', { summary: 'Edit the body in VISUAL or EDITOR, then send it', type: 'boolean' }),
];

function bodyFlag(word: string, more: Pick<Flag, 'summary'> & Partial<Flag>): Flag {
  return {
    name: `input:${word}`,
    long: `--${word}`,
    field: word,
    in: 'own',
    type: 'string',
    required: false,
    repeat: false,
    deprecated: false,
    common: false,
    ...more,
  };
}

/** What any operation may end with, by the catalogue of exits. */
const READ_EXITS: readonly ExitName[] = ['rejected', 'auth', 'forbidden', 'billing', 'not_found', 'rate_limited'];
const LATE_EXITS: readonly ExitName[] = ['unavailable', 'network'];

/** A generated command, with an override's data merged over it. */
export function specOf(card: Card, schemas: Schemas, override?: Override): Spec {
  const hidden = new Set(override?.hide);
  const own = override === undefined ? [] : ownFlags(override.flags);
  const generated = flagsOf(card, schemas).filter(({ field, long }) => !hidden.has(field) && !isAmong(long, own));
  const all = [...own, ...generated, ...(card.paging === undefined ? [] : PAGING_FLAGS)];
  return {
    path: card.command.path,
    summary: card.summary,
    ...described(override?.description ?? card.description),
    args: mergedArguments(argumentsOf(card), ownArguments(override?.args ?? {})),
    flags: [...all.filter(({ common }) => common), ...all.filter(({ common }) => !common), ...bodyFlagsOf(card)],
    globals: [...readingFlagsOf(card).filter(({ long }) => !isAmong(long, all)), ...OPERATION_FLAGS, ...GLOBAL_FLAGS],
    examples: override?.examples ?? [...card.command.examples, ...shownWith(override?.shown ?? [], card)],
    exits: [...READ_EXITS, ...partialExit(card), ...(override?.exits ?? []), ...LATE_EXITS],
    ...(card.command.confirm !== undefined && { confirm: card.command.confirm }),
    aliases: card.command.aliases ?? [],
    hidden: card.deprecated ?? false,
    writes: false,
    card,
  };
}

function shownWith(flags: readonly string[], { command: { examples } }: Card): readonly string[] {
  const [shortest] = [...examples].sort((one, other) => one.length - other.length);
  return shortest === undefined ? [] : flags.map((flag) => `${shortest} ${flag}`);
}

/**
 * A command made by hand.
 * @param list the operation that `filtersOf` names
 */
export function specOfCommand(command: Command, list?: CommandFile): Spec {
  const { pages = false } = command;
  const flags = [...ownFlags(command.flags), ...(list ? filterFlags(list) : []), ...(pages ? PAGING_FLAGS : [])];
  return {
    path: command.path,
    summary: command.summary,
    ...described(command.description),
    args: ownArguments(command.args),
    flags: [...flags.filter(({ common }) => common), ...flags.filter(({ common }) => !common)],
    globals: [...callFlagsOf(command), ...GLOBAL_FLAGS].filter(({ long }) => !isAmong(long, flags)),
    examples: command.examples,
    exits: command.exits ?? [],
    ...(command.confirm !== undefined && { confirm: command.confirm }),
    aliases: [],
    hidden: command.hidden ?? false,
    writes: command.writes ?? false,
  };
}

/** The query of a list without its position. */
const filterFlags = ({ card, schemas }: CommandFile): readonly Flag[] =>
  flagsOf(card, schemas).filter(({ in: place, field }) => place === 'query' && !card.paging?.position.includes(field));

const readingFlagsOf = ({ reads, chart }: Card): readonly Flag[] => [
  ...(chart === undefined ? [] : [chartFlag(chart)]),
  ...(reads === true ? [WATCH_FLAG] : []),
];

const callFlagsOf = ({ dryRun, validates, watches }: Command): readonly Flag[] => [
  ...(watches === true ? [WATCH_FLAG] : []),
  ...OPERATION_FLAGS.filter((flag) => (flag === DRY_RUN_FLAG ? dryRun : validates)),
];

const described = (description: string | undefined) => (description === undefined ? {} : { description });

const isAmong = (long: string, flags: readonly Flag[]): boolean => flags.some((flag) => flag.long === long);

/** An argument of the override with the name of a generated one replaces it; the others follow. */
function mergedArguments(generated: readonly Argument[], own: readonly Argument[]): readonly Argument[] {
  const replaced = generated.map((argument) => own.find(({ name }) => name === argument.name) ?? argument);
  return [...replaced, ...own.filter(({ name }) => !generated.some((argument) => argument.name === name))];
}

const bodyFlagsOf = ({ body }: Card): readonly Flag[] =>
  body === undefined || body.kind === 'binary'
    ? []
    : BODY_FLAGS.filter(({ field }) => field !== 'edit' || body.kind === 'json');

const partialExit = ({ partial }: Card): readonly ExitName[] => (partial === true ? ['partial'] : []);
