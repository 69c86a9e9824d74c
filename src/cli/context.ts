/** Makes the context of a command: flags, target, client, words on stderr. What is heavy is opened when first asked for. */
import type { Catalog } from '../catalog/catalog.ts';
import type { CallInput } from '../client/request.ts';
import type { Target } from '../client/target.ts';
import type { Card } from '../kernel/card.ts';
import { writeLine } from '../output/neutral.ts';
import type { World } from '../world/world.ts';
import type { Context, GlobalFlags, Outcome, Progress } from './command.ts';
import { confirmAct } from './confirm.ts';

export interface ContextParts {
  readonly world: World;
  readonly catalog: Catalog;
  readonly flags: GlobalFlags;
  /** Shows progress of long work, and writes a result. Passed in because this room must not import output/. */
  readonly progress: (line: string) => Progress;
  readonly show: (outcome: Outcome) => Promise<void>;
  /** Called with every answer. */
  readonly noted?: (card: Card, input: CallInput, body: unknown) => void;
}

export function openContext({ world, catalog, flags, progress, show, noted }: ContextParts): Context {
  const say = (line: string): void => {
    if (!flags.quiet) writeLine(world.io, line);
  };
  world.http.trust(async () => (await import('./authorities.ts')).authoritiesFor(world, flags));
  const target = once(async (): Promise<Target> => (await calling()).targetFor(world, flags));
  const client = once(async () => (await calling()).clientFor(context, await target()));
  const explain = async (error: unknown): Promise<never> => {
    const { explainUnknown, gapOfContext } = await import('./local-version.ts');
    throw await explainUnknown(error, () => gapOfContext(world, flags.context));
  };
  const context: Context = {
    world,
    catalog,
    flags,
    say,
    show,
    target,
    get signal() {
      return world.signals.signal;
    },
    dateOrder: async () => (await calling()).dateOrderOf(world, flags),
    async serviceNow() {
      const { serviceNow } = await import('../auth/service-clock.ts');
      return serviceNow(world, { context: flags.context }, world.signals.signal);
    },
    zone: async () => (await calling()).zoneOf(world, flags),
    async call(card, input) {
      const result = await (await client()).call(card, input).catch(explain);
      noted?.(card, input, result.body);
      return result;
    },
    progress: (line) => (flags.quiet ? SILENT : progress(line)),
    preview: async (card, input) => (await calling()).previewOf(context, card, input),
    confirm: (text, about = []) =>
      confirmAct({ text, about: async () => [...about, await placeOf(context)] }, flags, world),
  };
  return context;
}

/** Where a command acts: the name of its context, else the host. No key is no reason to leave the question unasked. */
async function placeOf({ target }: Context): Promise<string> {
  try {
    const { context, baseUrl } = await target();
    return context === undefined ? `at ${new URL(baseUrl).host}` : `context ${context}`;
  } catch {
    return '';
  }
}

const calling = () => import('./calling.ts');

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
