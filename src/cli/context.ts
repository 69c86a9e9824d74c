/** Makes the context of a command: flags, target, client, words on stderr. What is heavy is opened when first asked for. */
import type { Catalog } from '../catalog/catalog.ts';
import type { Client } from '../client/call.ts';
import type { Target } from '../client/target.ts';
import type { World } from '../world/world.ts';
import type { Context, GlobalFlags, Progress } from './command.ts';
import { confirmed } from './confirm.ts';
import type { Tree } from './tree.ts';

export interface ContextParts {
  readonly world: World;
  readonly catalog: Catalog;
  readonly flags: GlobalFlags;
  readonly tree: Tree;
  /** Shows that long work goes on; handed in because output/ is none of our business. */
  readonly progress: (line: string) => Progress;
}

export function openContext({ world, catalog, flags, tree, progress }: ContextParts): Context {
  const say = (line: string): void => {
    if (!flags.quiet) world.io.err.write(`${line}\n`);
  };
  const aim = { context: flags.context };
  const target = once(async (): Promise<Target> => (await import('../auth/target.ts')).resolveTarget(world, aim));
  const context: Context = {
    world,
    catalog,
    flags,
    say,
    target,
    get signal() {
      return world.signals.signal;
    },
    zone: async () => (await import('../auth/target.ts')).zoneFor(world, aim),
    call: async (card, input) => (await client()).call(card, input),
    progress: (line) => (flags.quiet ? SILENT : progress(line)),
    confirm: (question) => confirmed(question, flags, world),
  };
  const client = once(async () => openClientFor(context, await target(), (path) => tree.leaves.has(path)));
  return context;
}

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

async function openClientFor(context: Context, target: Target, knows: (path: string) => boolean): Promise<Client> {
  const { world, flags, signal, say } = context;
  const { openClient } = await import('../client/call.ts');
  return openClient({
    world,
    target,
    signal,
    knows,
    notice: say,
    pooled: flags.all || flags.limit !== undefined,
    ...(flags.timeoutMs !== undefined && { timeoutMs: flags.timeoutMs }),
    ...(flags.maxWaitMs !== undefined && { maxWaitMs: flags.maxWaitMs }),
    ...(flags.debug && { debug: (line: string) => world.io.err.write(`${line}\n`) }),
  });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
