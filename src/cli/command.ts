/** The anatomy of every command: words as data, one function that acts. Read by branch.ts, which gives it to commander. */
import type { Card } from '../kernel/card.ts';
import type { ValueSource } from '../kernel/completion.ts';
import type { ExitName } from '../kernel/exits.ts';
import type { Failure } from '../kernel/failure.ts';
import type { ColorChoice, DateOrder, Format } from '../kernel/formats.ts';
import type { Column } from '../kernel/view.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CallResult } from '../client/answer.ts';
import type { CallInput } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import type { World } from '../world/world.ts';

/** One flag of a hand-made command. Its key in `flags` is camelCase; `readyFile` is typed `--ready-file`. */
export interface FlagWords {
  /** `file` values are paths, read only by the command that says so; `json` values are parsed. */
  readonly type: 'string' | 'boolean' | 'integer' | 'number' | 'file' | 'json';
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly default?: string | number | boolean;
  readonly required?: boolean;
  /** True for a flag that may stand several times; its value is then an array. */
  readonly repeat?: boolean;
  /** Word for the value in `--help`, for example `SECONDS`. */
  readonly placeholder?: string;
  /** One letter: `-o`. */
  readonly short?: string;
  /** The value of the bare flag, as in `--wait` for `--wait=published`; any other value then needs the `=`. */
  readonly implied?: string;
  /** Listed among the first flags of `--help`. */
  readonly common?: boolean;
  /** Where completion may take its values from. */
  readonly values?: ValueSource;
}

/** One positional argument. The order of the keys is the order on the command line; only the last may repeat. */
export interface ArgumentWords {
  readonly summary: string;
  readonly required?: boolean;
  readonly repeat?: boolean;
  readonly choices?: readonly string[];
  /** The command refuses other words than the choices itself, since it knows more about them. */
  readonly judged?: 'by the command';
  /** Where completion may take its values from. */
  readonly values?: ValueSource;
}

export type FlagTable = Readonly<Record<string, FlagWords>>;
export type ArgumentTable = Readonly<Record<string, ArgumentWords>>;

type Single<F extends FlagWords> = F['type'] extends 'boolean'
  ? boolean
  : F['type'] extends 'integer' | 'number'
    ? number
    : F['type'] extends 'json'
      ? unknown
      : string;

/** The value of a flag: an array when it repeats (empty when absent), undefined when absent without a default. */
export type FlagValue<F extends FlagWords> = F extends { repeat: true }
  ? readonly Single<F>[]
  : F extends { required: true } | { default: string | number | boolean }
    ? Single<F>
    : Single<F> | undefined;

export type ArgumentValue<A extends ArgumentWords> = A extends { repeat: true }
  ? readonly string[]
  : A extends { required: true }
    ? string
    : string | undefined;

/** What a hand-made command is given: coerced, complete, unknown words already refused. */
export interface OwnInput<A extends ArgumentTable = ArgumentTable, F extends FlagTable = FlagTable> {
  readonly args: { readonly [K in keyof A]: ArgumentValue<A[K]> };
  readonly flags: { readonly [K in keyof F]: FlagValue<F[K]> };
  /** What was typed of the flags that `filtersOf` lends, in wire names and judged. */
  readonly filters?: Readonly<Record<string, unknown>>;
  /** What was typed after --set, for an override that applies it itself. */
  readonly sets?: readonly string[];
}

/** Flags every command understands; design §4. */
export interface GlobalFlags {
  readonly output?: Format;
  readonly fields?: readonly string[];
  /** True for `--fields help`: the fields are listed, and nothing is done. */
  readonly fieldsHelp: boolean;
  readonly jq?: string;
  readonly template?: string;
  readonly context?: string;
  /** Path of a PEM file with further certificate authorities. */
  readonly cacert?: string;
  /** Milliseconds for a whole request, and for a wait; undefined leaves it to the client (60 s). */
  readonly timeoutMs?: number;
  /** Milliseconds to spend waiting on 429 and 503; undefined leaves it to the client. */
  readonly maxWaitMs?: number;
  readonly debug: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly validate: boolean;
  readonly quiet: boolean;
  /** Failures after which a script goes on as after success. */
  readonly exitZeroOn: readonly ExitName[];
  readonly color: ColorChoice;
  /** True with --wide: what a person is shown is whole. */
  readonly wide: boolean;
  /** Name of the figure that --chart draws. */
  readonly chart?: string;
  /** False with --no-pager. */
  readonly pager: boolean;
  /** Milliseconds between two readings of --watch. */
  readonly watchMs?: number;
  /** False with --no-input: no prompts. Without a terminal there are no prompts either way. */
  readonly input: boolean;
  /** Lists: every page, or at most `limit` records. */
  readonly all: boolean;
  readonly limit?: number;
}

/** A line of long work on stderr: a spinner on a terminal, nothing elsewhere. */
export interface Progress {
  update(line: string): void;
  /** Removes the line; call it in `finally`. */
  stop(): void;
}

/** Everything a command may touch. */
export interface Context {
  readonly world: World;
  readonly catalog: Catalog;
  readonly flags: GlobalFlags;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** IANA zone for times typed without one: the context's, else `UTC`. */
  zone(): Promise<string>;
  /** How dates in figures are read: as the context says; undefined refuses those that read two ways. */
  dateOrder(): Promise<DateOrder | undefined>;
  /** What time it is at the service that is asked, in ms. A request to a local service, so only where a time is typed or judged. */
  serviceNow(): Promise<number>;
  /** Resolved at the first call. Throws `no_credential` without a key. */
  target(): Promise<Target>;
  /** Calls one operation with the flags of this command. @throws Failure for any response other than 2xx */
  call(card: Card, input: CallInput): Promise<CallResult>;
  /** The request that a call would send, as --dry-run shows it; nothing is sent. */
  preview(card: Card, input: CallInput): Promise<Outcome>;
  /** A sentence for a person, on stderr; silent with --quiet. */
  say(line: string): void;
  progress(line: string): Progress;
  /** Writes a result now, for a command that goes on after it, such as a service in the foreground. */
  show(outcome: Outcome): Promise<void>;
  /**
   * Asks on a terminal; elsewhere true with --yes, else throws `confirmation` (exit 2).
   * @param about what the question is about, such as an id; shown with the name of the context
   */
  confirm(question: string, about?: readonly string[]): Promise<void>;
}

/** What a command gives back. Nothing of it was printed yet. */
export interface Outcome {
  /** Any JSON; undefined prints nothing. */
  readonly result?: unknown;
  /** Records one by one, instead of `result`: printed as they come with `-o ndjson`, collected otherwise. */
  readonly stream?: AsyncIterable<unknown>;
  /** What a terminal shows for each record of `stream`; nothing when empty. Elsewhere such a stream defaults to NDJSON. */
  readonly line?: (record: unknown) => string;
  /** True when the command uses --jq itself. */
  readonly ownJq?: boolean;
  /** The document made of all records of `stream`. Default: a plain list. */
  readonly whole?: (records: readonly unknown[]) => unknown;
  /** The field of `result` that holds its records, `''` when it is itself the list; absent for a single record. */
  readonly list?: string;
  /** What a terminal shows instead of a table. */
  readonly text?: string;
  /** The same, drawn in color or without; whatever draws makes words from outside harmless itself. */
  readonly draw?: (color: boolean) => Promise<string>;
  readonly exit?: ExitName;
  /** In place of `exit`: that of a program which was run on behalf of the caller. */
  readonly exitCode?: number;
  /** Printed on stderr after the result, for example `partial`; its exit wins. Asked for when `stream` has come to its end. */
  readonly failure?: Failure | undefined;
  /** Columns of table, csv and tsv, in order. */
  readonly columns?: readonly Column[];
}

interface Words {
  readonly summary: string;
  /** Further sentences under the summary in `--help`. */
  readonly description?: string;
  /** Complete command lines, each beginning with `svc `. */
  readonly examples: readonly string[];
  /** Exit codes worth naming in `--help`, beyond 0, 1 and 2. */
  readonly exits?: readonly ExitName[];
  /** The question asked before a destructive act. Its presence makes --yes necessary without a terminal. */
  readonly confirm?: string;
  /** True for a command that asks `confirm` itself, once it has shown what it is about to do. */
  readonly asksItself?: boolean;
  readonly hidden?: boolean;
  /** Dotted fields of the answer, for `--fields help`. */
  readonly fields?: readonly string[];
  /** True for a command that calls the API: it takes --dry-run, and then shows through `context.preview` what it would send. */
  readonly dryRun?: boolean;
  /** True for a command that judges its input like an operation: it takes --no-validate. */
  readonly validates?: boolean;
  /** Id of a list operation whose filters are flags of this command, too. */
  readonly filtersOf?: string;
  /** True for a command whose answer may be a list in pages: it takes --all and --limit. */
  readonly pages?: boolean;
  /** True for a reading that --watch may repeat. */
  readonly watches?: boolean;
  /** True for a noun that is a command by itself: without it, the bare noun shows its help. */
  readonly runsBare?: boolean;
  /** True for a command that changes something, here or at the API. */
  readonly writes?: boolean;
}

/** A command made by hand, complete. */
export interface Command extends Words {
  readonly kind: 'command';
  readonly path: readonly string[];
  readonly args: ArgumentTable;
  readonly flags: FlagTable;
  run(context: Context, input: OwnInput): Promise<Outcome>;
}

export interface CommandWords<A extends ArgumentTable, F extends FlagTable> extends Words {
  /** `local start`: must equal the file's path under commands/. */
  readonly path: string;
  readonly args?: A;
  readonly flags?: F;
  run(context: Context, input: OwnInput<A, F>): Promise<Outcome>;
}

/** Makes a hand-made command. Everything but `run` is data; `run` imports heavy libraries by `await import()`. */
export function command<
  const A extends ArgumentTable = Record<never, never>,
  const F extends FlagTable = Record<never, never>,
>(words: CommandWords<A, F>): Command {
  const { path, args, flags, run, ...rest } = words;
  return {
    ...rest,
    kind: 'command',
    path: path.split(' '),
    args: args ?? {},
    flags: flags ?? {},
    run: (context, input) => run(context, input as OwnInput<A, F>),
  };
}

/** Sends the operation: confirmation, dry run, paging and the answer's exit are its business. */
export type Send = (input: CallInput) => Promise<Outcome>;

/** What differs from the generated command; merged over it as data before commander sees it. */
export interface Override {
  readonly kind: 'override';
  readonly path: readonly string[];
  readonly args: ArgumentTable;
  readonly flags: FlagTable;
  /** Fields by wire name, of body or path, whose absence is no fault yet: `prepare` fills or refuses them. Those of the body have no flag of their own; --set and --input still reach them. */
  readonly hide: readonly string[];
  /** Fields of the body that `prepare` fills with what the service has answered; that is not validated. */
  readonly answered?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly string[];
  /** Flags that the shortest example of the contract is shown with as well. */
  readonly shown?: readonly string[];
  readonly exits?: readonly ExitName[];
  /** Composes the call in a conversation, on a terminal, where nothing was typed; before anything is judged. */
  compose?(input: CallInput, context: Context, own: OwnInput): Promise<CallInput>;
  /** The question asked first, where it says more than `confirm` of the contract; asked for only on a terminal. */
  question?(input: CallInput, context: Context): Promise<string>;
  instead?(input: CallInput, context: Context, own: OwnInput): Promise<Outcome | undefined>;
  prepare?(input: CallInput, context: Context, own: OwnInput): Promise<CallInput>;
  run?(context: Context, input: CallInput, send: Send, own: OwnInput): Promise<Outcome>;
  present?(outcome: Outcome, context: Context): Outcome;
}

export interface OverrideWords<A extends ArgumentTable, F extends FlagTable> {
  readonly args?: A;
  readonly flags?: F;
  readonly hide?: readonly string[];
  readonly answered?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly string[];
  readonly shown?: readonly string[];
  readonly exits?: readonly ExitName[];
  question?(input: CallInput, context: Context): Promise<string>;
  /**
   * Runs in place of the operation where it returns an outcome: after validation and before the question, on --dry-run too,
   * which it has to respect itself.
   */
  instead?(input: CallInput, context: Context, own: OwnInput<A, F>): Promise<Outcome | undefined>;
  /**
   * Turns own flags into the operation's input: uploads, names to ids. Runs after validation and the input it returns is
   * validated again. With `context.flags.dryRun` it must not touch the network.
   */
  prepare?(input: CallInput, context: Context, own: OwnInput<A, F>): Promise<CallInput>;
  /** Replaces the plain call; `send` is the plain call. Runs after `prepare`. Not called on --dry-run. */
  run?(context: Context, input: CallInput, send: Send, own: OwnInput<A, F>): Promise<Outcome>;
  /** Last touch on what is shown: columns, words on stderr through `context.say`. */
  present?(outcome: Outcome, context: Context): Outcome;
}

/** Makes an override of a generated command. The press refuses a path that no card has. */
export function override<
  const A extends ArgumentTable = Record<never, never>,
  const F extends FlagTable = Record<never, never>,
>(path: string, words: OverrideWords<A, F>): Override {
  const { args, flags, hide, instead, prepare, run, ...rest } = words;
  return {
    ...rest,
    kind: 'override',
    path: path.split(' '),
    args: args ?? {},
    flags: flags ?? {},
    hide: hide ?? [],
    ...(instead && { instead: (input, context, own) => instead(input, context, own as OwnInput<A, F>) }),
    ...(prepare && { prepare: (input, context, own) => prepare(input, context, own as OwnInput<A, F>) }),
    ...(run && { run: (context, input, send, own) => run(context, input, send, own as OwnInput<A, F>) }),
  };
}

/** True for a command made by hand, as against an override of a generated one. */
export const isCommand = (made: Command | Override | undefined): made is Command => made?.kind === 'command';

/** Command path (`posts create`) to the module that holds it as its default export. */
export type HandMade = Readonly<Record<string, () => Promise<{ readonly default: Command | Override }>>>;

/** Nouns whose commands are made of a pressed table, with the module that makes them; the names index knows their paths. */
export type Families = Readonly<Record<string, () => Promise<{ readonly commands: readonly Command[] }>>>;
