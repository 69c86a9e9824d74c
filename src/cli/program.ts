/** From argv to the chosen command. The tree holds names only; branch.ts fills what is asked for. */
import { Command, CommanderError, Option } from 'commander';
import { failure, type Failure } from '../kernel/failure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';
import type { Sink } from '../world/sink.ts';
import { growBranch, unknownCommand, type Choice } from './branch.ts';
import { colorTyped } from './globals.ts';
import { habitHint, spareHint } from './habits.ts';
import { bold, HELP_FLAG, HELP_WORDS, helpStyle, topicsText } from './help.ts';
import { ALL, HELP, HELP_WIDTH } from './help-pages.ts';
import { overview } from './overview.ts';
import { topicText } from './topics/topic.ts';
import { topicNear } from './suggestion.ts';
import { topicNamed, type TopicEntry } from './topics/topics.ts';
import { understood, type Tree } from './tree.ts';

export interface Program {
  readonly argv: readonly string[];
  readonly version: string;
  readonly catalog: Catalog;
  readonly tree: Tree;
  /** Help and version go here. */
  readonly out: Sink;
}

/**
 * The command that argv names, with what was typed for it; undefined when help or the version was printed instead.
 * @throws Failure `usage` for an unknown command or flag, a missing or a spare word
 */
export async function choose(program: Program): Promise<Choice | undefined> {
  const topic = topicNamed(program.argv);
  if (topic !== undefined) return explainTopic(topic, program);
  const { argv, all } = helpAsked(withoutHelpWord(program.argv));
  refuseStrangeHelp(program, argv);
  let choice: Choice | undefined;
  let reached = '';
  const root = rootCommand(program, all);
  await growBranch(root, '', {
    tree: program.tree,
    catalog: program.catalog,
    argv,
    all,
    reached: (path) => (reached = path),
    chosen: (made) => (choice = made),
  });
  try {
    await root.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (!SHOWN.has(error.code)) throw usageFailure(error, { reached, argv, ...takenAt(root, reached) });
  }
  return choice;
}

async function explainTopic({ load }: TopicEntry, { argv, catalog, out }: Program): Promise<undefined> {
  const { default: topicOf } = await load();
  const strong = out.color(colorTyped(argv)) ? bold : (text: string) => text;
  out.write(topicText(topicOf({ events: catalog.index().events }), out.columns ?? HELP_WIDTH, strong));
}

/** By the letters behind the dashes alone: two dashes are no likeness. */
function nearFlag(flag: string, flags: ReadonlySet<string>): string | undefined {
  const near = suggestion(
    flag.replace(/^-+/, ''),
    [...flags].map((one) => one.slice(2)),
  );
  return near === undefined ? undefined : didYouMean(`--${near}`);
}

/** Codes of commander after which there is nothing left to do. */
const SHOWN = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version']);

function rootCommand({ argv, out, version, tree }: Program, all: boolean): Command {
  const write = (text: string): void => out.write(text);
  const color = colorTyped(argv);
  const root = new Command('svc')
    .description('Publish, reply and listen through the Service API, or run the whole API on this machine.')
    .version(version)
    .addHelpOption(new Option(HELP_FLAG, HELP_WORDS).hideHelp())
    .configureHelp(helpStyle)
    .configureOutput({
      writeOut: write,
      // Commander sends the help of a bare noun to standard error; ours is a result like any other.
      writeErr: write,
      outputError: () => undefined,
      getOutHelpWidth: () => out.columns ?? HELP_WIDTH,
      getErrHelpWidth: () => out.columns ?? HELP_WIDTH,
      getOutHasColors: () => out.color(color),
      getErrHasColors: () => out.color(color),
    })
    .exitOverride();
  // Nouns come first in the help of the program; these two are listed at its end.
  for (const option of root.options) option.hideHelp();
  // Nouns inherit the style, but not the page of svc itself.
  const width = out.columns ?? HELP_WIDTH;
  const formatHelp = (): string => overview(tree, root, width);
  if (all) root.addHelpText('after', () => `${topicsText(width)}\n\n${CLOSING}`);
  else root.on('beforeHelp', () => void root.configureHelp({ ...helpStyle, formatHelp }));
  return root;
}

const CLOSING = 'Use `svc COMMAND --help` for details.\n`svc --version` prints the version.';

/** `help posts create` is `posts create --help`: commander's own `help` knows only what is already filled. */
const withoutHelpWord = (argv: readonly string[]): readonly string[] =>
  argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;

/** `--all` beside `--help` is about the help, also where a command has a flag of that name. */
function helpAsked(argv: readonly string[]): { readonly argv: readonly string[]; readonly all: boolean } {
  const all = argv.includes(ALL) && argv.some((word) => HELP.includes(word));
  return { argv: all ? argv.filter((word) => word !== ALL) : argv, all };
}

/** Commander answers `pots --help` with the help of svc, as if that had been asked for. */
function refuseStrangeHelp({ argv, tree }: Program, asked: readonly string[]): void {
  if (!asked.some((word) => HELP.includes(word))) return;
  const flag = asked.findIndex((word) => word.startsWith('-'));
  const words = asked.slice(0, flag);
  const { path, rest } = understood(tree, words);
  if (rest.length === 0 || tree.leaves.has(path)) return;
  const topic = argv[0] === 'help' && path === '' ? topicNear(words) : undefined;
  throw unknownCommand(tree, path, rest, topic);
}

const PARTS = /^error: (?<words>.*?)(?:\n\((?<suggestion>Did you mean .*)\))?$/s;

/** Long names of the flags of a command, once it is filled, and names of its arguments. */
function takenAt(root: Command, path: string): Pick<Mistyped, 'flags' | 'args'> {
  let command: Command | undefined = root;
  for (const word of path.split(' ').filter(Boolean)) command = command?.commands.find((one) => one.name() === word);
  return {
    flags: new Set(command?.options.flatMap(({ long }) => long ?? [])),
    args: (command?.registeredArguments ?? []).map((argument) => argument.name()),
  };
}

const SPARE = /^error: too many arguments .* Expected (?<taken>\d+)/s;

const UNKNOWN_FLAG = /^error: unknown option '(?<flag>[^=]+?)(?:=.*)?'/s;

interface Mistyped {
  readonly argv: readonly string[];
  readonly reached: string;
  readonly flags: ReadonlySet<string>;
  readonly args: readonly string[];
}

function usageFailure(error: CommanderError, { argv, reached, flags, args }: Mistyped): Failure {
  const { words = error.message, suggestion: near } = PARTS.exec(error.message)?.groups ?? {};
  const { flag } = UNKNOWN_FLAG.exec(error.message)?.groups ?? {};
  const { taken } = SPARE.exec(error.message)?.groups ?? {};
  const spare = taken === undefined ? undefined : spareHint(argv, flags, Number(taken));
  const meant =
    flag === undefined
      ? (near ?? spare)
      : (habitHint(flag, flags) ?? argumentHint(flag, reached, args) ?? nearFlag(flag, flags));
  const sentence =
    taken === '0'
      ? `\`svc ${reached}\` takes no arguments.`
      : withoutValue(`${words.charAt(0).toUpperCase()}${words.slice(1)}`).replace(/\.?$/, '.');
  if (KEY_FLAG.test(sentence)) return failure('usage', { message: sentence, hint: KEY_HINT });
  const help = `\`${['svc', reached, '--help'].filter(Boolean).join(' ')}\` shows what it takes.`;
  return failure('usage', { message: sentence, hint: meant === undefined ? help : `${meant} ${help}` });
}

/** What was typed as a flag is an argument of this command. */
function argumentHint(flag: string, reached: string, args: readonly string[]): string | undefined {
  if (!args.includes(flag.slice(2))) return undefined;
  return `It is an argument: \`svc ${[reached, ...args.map((name) => `<${name}>`)].join(' ')}\`.`;
}

/** Of an unknown flag its name is enough: the value may be a secret. */
const withoutValue = (sentence: string): string => sentence.replace(/^(Unknown option '[^=']+)=.*'$/s, "$1'");

/** Flags that other programs take a key with. */
const KEY_FLAG = /^Unknown option '--?(?:api-?)?(?:access-?|auth-?|secret-?)?(?:key|token|secret|password)'/i;

const KEY_HINT =
  'No flag accepts a key, because other users and the shell history can see arguments: set SVC_API_KEY, or ' +
  'run `svc login --with-token < FILE`.';
