/** A command's words to commander: arguments, flags, examples. What was typed comes back as plain text. Next stop: input.ts. */
import { Argument as CommanderArgument, Help, Option, type Command } from 'commander';
import { FlagOption } from './flag-option.ts';
import type { Argument } from './flags.ts';
import type { Flag } from './flag.ts';
import { FIELDS_HELP } from './globals.ts';
import { HELP_WIDTH } from './help-pages.ts';
import { examplesText, exitsText, GROUPS, HELP_FLAG, HELP_WORDS, isNegatable } from './help.ts';
import { shortHelp } from './short-help.ts';
import type { Spec } from './spec.ts';

/** What a person typed. Keys are the names of the arguments and flags; absent ones have no key. */
export interface Typed {
  readonly args: Readonly<Record<string, string | readonly string[]>>;
  /** Text, a list of texts for a flag that repeats, true or false for a boolean. */
  readonly flags: Readonly<Record<string, unknown>>;
}

interface Filling {
  /** True where `--help --all` asks for every flag. */
  readonly all?: boolean;
  /** What is going to be parsed, where that is known: flags that it does not name are then left away. */
  readonly words?: readonly string[];
}

/**
 * Fills a commander command with a spec.
 * @param chosen receives the parsed arguments and flags
 */
export function fillLeaf(
  target: Command,
  spec: Spec,
  chosen: (typed: Typed) => void,
  { all = false, words }: Filling = {},
): void {
  const isNamed = namedIn(words, [...spec.flags, ...spec.globals]);
  target.description([spec.summary, spec.description].filter(Boolean).join('\n\n'));
  for (const argument of spec.args) target.addArgument(commanderArgument(argument));
  target.usage(usageWords(spec)).addHelpOption(new Option(HELP_FLAG, HELP_WORDS).helpGroup(GROUPS.global));
  for (const flag of spec.flags)
    if (isNamed(flag)) addFlag(target, flag, flag.hidden ? undefined : flag.common ? GROUPS.common : GROUPS.own);
  for (const flag of spec.globals) if (isNamed(flag)) addFlag(target, flag, GROUPS.global);
  const formatHelp = all ? fullHelp : shortHelp;
  target.configureHelp({ ...target.configureHelp(), formatHelp: (_, helper) => formatHelp(target, spec, helper) });
  const parse = target.parseOptions.bind(target);
  target.parseOptions = (argv) => {
    if (asksForFields(argv)) forgive(target);
    return parse([...withImplied(argv, [...spec.flags, ...spec.globals])]);
  };
  target.action(() => chosen({ args: typedArguments(target, spec), flags: typedFlags(target) }));
}

/** Everything, as commander lays it out, with the examples before the flags. */
function fullHelp(target: Command, spec: Spec, helper: Help): string {
  const columns = helper.helpWidth ?? HELP_WIDTH;
  helper.commandDescription = () => `${target.description()}\n${examplesText(spec.examples, columns)}`;
  return `${Help.prototype.formatHelp.call(helper, target, helper)}${exitsText(spec, columns)}\n`;
}

/** Gives a command a flag; its value is stored under `flag.name`. Without a group it works and is not shown. */
export function addFlag(target: Command, flag: Flag, group?: string): void {
  const option = new FlagOption(flag, flag.long);
  if (group === undefined) option.hideHelp();
  else option.helpGroup(group);
  target.addOption(option);
  if (!isNegatable(flag)) return;
  const negation = new FlagOption(flag, negationOf(flag)).hideHelp();
  negation.negate = true;
  target.addOption(negation);
}

/**
 * Forty options take commander longer than everything else it does for an ordinary command line. As soon as one word is not
 * exactly the name of a flag, it needs them all: to split the word, to say what was probably meant, or to show the help.
 */
function namedIn(words: readonly string[] | undefined, flags: readonly Flag[]): (flag: Flag) => boolean {
  if (words === undefined) return () => true;
  const end = words.indexOf('--');
  const dashed = words.slice(0, end === -1 ? undefined : end).filter((word) => /^-./.test(word));
  const named = dashed.map((word) => flags.find((flag) => namesOf(flag).includes(word.split('=', 1)[0] ?? '')));
  return named.includes(undefined) ? () => true : (flag) => named.includes(flag);
}

const namesOf = (flag: Flag): readonly (string | undefined)[] => [
  flag.long,
  flag.short,
  ...(isNegatable(flag) ? [negationOf(flag)] : []),
];

const negationOf = ({ long }: Flag): string => long.replace('--', '--no-');

/** `--fields help` is a question about the command, which then needs no arguments. */
const asksForFields = (argv: readonly string[]): boolean =>
  argv.some((word, at) => word === `--fields=${FIELDS_HELP}` || (word === '--fields' && argv[at + 1] === FIELDS_HELP));

function forgive({ registeredArguments }: Command): void {
  for (const argument of registeredArguments) argument.required = false;
}

const usageWords = ({ args }: Spec): string => [...args.map((argument) => argumentTerm(argument)), '[flags]'].join(' ');

/** Bare `--wait` becomes `--wait=published`, since commander would take the next word for its value. */
export function withImplied(argv: readonly string[], flags: readonly Flag[]): readonly string[] {
  const implied = new Map(flags.flatMap(({ long, implied: word }) => (word === undefined ? [] : [[long, word]])));
  const end = argv.indexOf('--');
  return argv.map((word, at) =>
    implied.has(word) && (end === -1 || at < end) ? `${word}=${implied.get(word)}` : word,
  );
}

function commanderArgument(argument: Argument): CommanderArgument {
  const { summary, choices } = argument;
  const words = choices === undefined ? summary : `${summary} (one of ${choices.join(', ')})`;
  return new CommanderArgument(argumentTerm(argument), words);
}

function argumentTerm({ label, required, repeat }: Argument): string {
  const name = repeat ? `${label}...` : label;
  return required ? `<${name}>` : `[${name}]`;
}

function typedArguments(target: Command, { args }: Spec): Typed['args'] {
  const typed = args.map(({ name }, at) => [name, target.processedArgs[at] as unknown] as const);
  return Object.fromEntries(typed.filter(([, value]) => value !== undefined)) as Typed['args'];
}

/** Flags of the parent nouns count too; the last one in the line wins. */
const typedFlags = (target: Command): Typed['flags'] => ({ ...target.parent?.optsWithGlobals(), ...target.opts() });
