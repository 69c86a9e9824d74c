/** argv → world → program → one error printer → exit code. The only catch, the only exit. */
import { join } from 'node:path';
import { openCatalog, type Catalog } from './catalog/catalog.ts';
import type { Context, GlobalFlags, Outcome } from './cli/command.ts';
import { openLearning } from './cli/completion/learn.ts';
import { openContext } from './cli/context.ts';
import { formatNamed, formatTyped, globalsFrom } from './cli/globals.ts';
import { isUnicode as isUnicodeIn } from './cli/locale.ts';
import type { Choice } from './cli/branch.ts';
import { choose } from './cli/program.ts';
import { runChoice } from './cli/run.ts';
import { namesFor, treeOf } from './cli/tree.ts';
import { families, handMade, headings, ownBranches } from './commands/table.ts';
import { EXITS, type ExitName } from './kernel/exits.ts';
import { Failure, failure } from './kernel/failure.ts';
import type { Format } from './kernel/formats.ts';
import { startProgress } from './output/progress.ts';
import type { Expression } from './output/jq.ts';
import { render, type RenderOptions } from './output/render.ts';
import { isPlain } from './kernel/plain.ts';
import { openWorld, type World } from './world/world.ts';

/** Runs the process to its end. */
export async function main(): Promise<void> {
  const world = openWorld();
  const end = async (code: number): Promise<never> => world.host.exit(await flushOutput(world, code));
  // When not even the printer works, as with half an installation, the process still has to end.
  const giveUp = (): never => world.host.exit(EXITS.internal);
  world.host.onUncaught((error) => void printFailure(error, { world }).then(end).catch(giveUp));
  await end(await run(world));
}

/** A result that could not be written, as on a full disk, is no success. */
async function flushOutput(world: World, code: number): Promise<number> {
  try {
    await world.io.flush();
    return code;
  } catch (error) {
    return code === EXITS.ok ? printFailure(error, { world }) : code;
  }
}

/** Runs one command line in a world; everything it has to say is written when this resolves to the exit code. */
export async function run(world: World): Promise<number> {
  const view: View = { world, format: formatTyped(world.host.argv) };
  try {
    return await outcomeOf(view);
  } catch (error) {
    return printFailure(error, view);
  }
}

/** How results and errors are shown; flags fill it in as soon as they are read. */
interface View {
  readonly world: World;
  flags?: GlobalFlags;
  format?: Format | undefined;
  lens?: Lens;
  /** There once a command is chosen. */
  context?: Context;
}

type Lens = Pick<RenderOptions, 'expression' | 'template'>;

async function outcomeOf(view: View): Promise<number> {
  const { world } = view;
  const { installation, io } = world;
  const catalog = openCatalog(join(installation.root, 'dist', 'cards'));
  const typed = argvOf(world);
  const argv = isOurs(typed, catalog) ? typed : await (await import('./cli/shortcuts.ts')).shortcutFor(typed, world);
  if (typeof argv === 'number') return argv;
  const tree = treeOf(namesFor(catalog, argv), { handMade, families, ownBranches, headings });
  const { version } = installation;
  const choice = await choose({ argv, version, catalog, tree, out: io.out });
  if (choice === undefined) return EXITS.ok;
  const flags = globalsFrom(choice.typed.flags, choice.spec.flags);
  view.flags = flags;
  view.format = flags.output ?? (await formatOfSettings(world, flags.context));
  view.lens = await lensFor(flags, world);
  const progress = (line: string) => startProgress(line, io, isPlain(world.env));
  const show = (outcome: Outcome): Promise<void> => writeOutcome(outcome, view);
  const { noted, keepNoted: kept } = openLearning(world, flags);
  let called = false;
  const seen: typeof noted = (...answer) => {
    called = true;
    noted(...answer);
  };
  const context = openContext({ world, catalog, flags, progress, show, noted: seen });
  view.context = context;
  if (flags.watchMs !== undefined)
    return watchChoice(choice, { view, context, everyMs: flags.watchMs, title: argv.join(' ') });
  const outcome = await runChoice(choice, context);
  await show(outcome);
  await kept();
  if (called && io.err.isTTY && !flags.quiet && !world.machine.isCi)
    await (await import('./cli/reminders.ts')).remind(context);
  if (outcome.failure !== undefined) return printFailure(outcome.failure, view);
  return outcome.exitCode ?? codeOf(outcome.exit ?? 'ok', flags);
}

/** `svc` alone shows a person where they are; a program gets the help. */
const argvOf = ({ host: { argv }, io }: World): readonly string[] =>
  argv.length === 0 && io.out.isTTY && io.err.isTTY ? ['status'] : argv;

/** Whether the command line begins with a word of svc itself; any other may be an alias or a program. */
const isOurs = ([first]: readonly string[], catalog: Catalog): boolean =>
  first === undefined || first.startsWith('-') || first === 'help' || catalog.names(first) !== undefined;

/** A kind of failure that the caller is content with counts as success. */
const codeOf = (exit: ExitName, flags: GlobalFlags | undefined): number =>
  flags?.exitZeroOn.includes(exit) === true ? EXITS.ok : EXITS[exit];

/** --jq and --template, read before anything is sent, so that a slip in them costs nothing. */
async function lensFor({ jq, template }: GlobalFlags, { clock, signals }: World): Promise<Lens> {
  const open = async (text: string) => (await import('./output/template.ts')).openTemplate(text, clock.now());
  return {
    ...(jq !== undefined && { expression: await expressionFor(jq, signals) }),
    ...(template !== undefined && { template: await open(template) }),
  };
}

/** While jq runs nothing else does, so that a signal has to end the process by itself. */
async function expressionFor(text: string, signals: World['signals']): Promise<Expression> {
  const [{ openExpression }, { parsedJson }] = await Promise.all([
    import('./output/jq.ts'),
    import('./client/json.ts'),
  ]);
  const { valuesOf } = await openExpression(text, parsedJson);
  return {
    async valuesOf(document) {
      await signals.release();
      return valuesOf(document);
    },
  };
}

/**
 * Settings that cannot be read, or name a context that is not there, are not reported here: the commands that need them report
 * it, and some exist to fix it.
 */
async function formatOfSettings(world: World, context: string | undefined): Promise<Format | undefined> {
  const { outputSetting } = await import('./cli/calling.ts');
  const output = valueOrUndefined(() => outputSetting(world, { context }));
  return output && formatNamed(output.value, output.source);
}

function valueOrUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

interface Watching {
  readonly view: View;
  readonly context: Context;
  readonly everyMs: number;
  readonly title: string;
}

/** Ends with the first failure, or by a signal. */
async function watchChoice(choice: Choice, { view, context, everyMs, title }: Watching): Promise<number> {
  const { repeat } = await import('./cli/repeat.ts');
  return repeat({
    world: view.world,
    everyMs,
    title: `svc ${title}`,
    color: view.world.io.out.color(view.flags?.color),
    look: async (out) => {
      const outcome = await runChoice(choice, context);
      await writeOutcome(outcome, view, out);
      if (outcome.failure !== undefined) throw outcome.failure;
    },
  });
}

/** @param out where it is written, in place of standard output */
async function writeOutcome(outcome: Outcome, view: View, out = view.world.io.out): Promise<void> {
  const { world, flags, format, lens, context } = view;
  if (outcome.result === undefined && outcome.stream === undefined && outcome.text === undefined) return;
  if (world.env['GITHUB_ACTIONS'] === 'true')
    await (await import('./output/mask.ts')).maskKeys([outcome.result, outcome.text], world.io);
  const { fields, color, quiet, wide } = flags ?? {};
  const { expression, template } = lens ?? {};
  const seen = { template, expression: outcome.ownJq === true ? undefined : expression };
  const moment = async () => (await import('./cli/moment.ts')).momentOf(world, context);
  const options = { format, fields, color, quiet, wide, moment, isUnicode: isUnicodeIn(world.env), ...seen };
  const isShownAtOnce = flags?.pager === false || outcome.failure !== undefined || appears(outcome, format);
  if (out !== world.io.out || !out.isTTY || isShownAtOnce)
    return render(outcome, { io: { ...world.io, out }, ...options });
  const [{ paperFor }, { showPage }] = await Promise.all([import('./output/paper.ts'), import('./cli/pager.ts')]);
  const paper = paperFor(out);
  await render(outcome, { io: { ...world.io, out: paper.sink }, ...options });
  await showPage(paper.text(), world);
}

/** Whether records are written as they come, and so are never gathered for a pager. */
const appears = ({ stream, line }: Outcome, format: Format | undefined): boolean =>
  stream !== undefined && (line !== undefined || !['table', 'json', 'yaml', undefined].includes(format));

/** Prints what was thrown; anything but a Failure is a fault of ours and says so without its stack. */
async function printFailure(error: unknown, { world, flags, format }: View): Promise<number> {
  const known = error instanceof Failure ? error : unexpected(error);
  const { renderFailure } = await import('./output/failure.ts');
  await renderFailure(known, { io: world.io, format, color: flags?.color, debug: flags?.debug });
  return codeOf(known.exit, flags);
}

/** The binaries of the database are packages of their own, one for each kind of machine; svc-cli brings all but those for musl. */
function wayToInstall(message: string): string {
  const musl = /@libsql\/[\w-]+-musl\w*/.exec(message)?.[0];
  return musl === undefined
    ? 'Install svc-cli again, with its optional packages.'
    : `The local service needs it on Alpine and other systems with musl. Run \`npm install --global ${musl}@0.5\`.`;
}

function unexpected(error: unknown): Failure {
  const { message = String(error), code, syscall } = error as Partial<NodeJS.ErrnoException>;
  const what = message.split('\n', 1)[0];
  if (code === 'MODULE_NOT_FOUND')
    return failure(
      'local_io',
      { message: `A package that svc needs is not installed: ${what}.`, hint: wayToInstall(message) },
      error,
    );
  return code !== undefined && syscall !== undefined
    ? failure('local_io', { message: `A local file or socket could not be used: ${what}.` }, error)
    : failure('internal', { message: `svc failed unexpectedly: ${what}` }, error);
}
