/** Waits until somebody has connected an account. Used by connect-wait.ts and connect-code.ts. */
import { Failure } from '../kernel/failure.ts';
import type { Context, Outcome } from './command.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** What passes by itself. Any other refusal ends the wait, and nothing is asked again. Source: ACC-38 */
const PASSING: readonly string[] = ['network', 'unavailable', 'rate_limited'];

interface Wait {
  /** What the progress line says. */
  readonly saying: string;
  readonly limitMs: number;
  /** Why the wait failed when the limit has passed. */
  readonly late: () => Failure;
}

/**
 * The first outcome of several waits; the others end with it.
 * @param waits each ends with its signal
 * @throws Failure of the first wait that fails, or `late` after `limitMs`
 */
export async function firstOutcome(
  context: Context,
  { saying, limitMs, late }: Wait,
  waits: (until: AbortSignal) => readonly Promise<Outcome>[],
): Promise<Outcome> {
  const { world, signal } = context;
  const progress = context.progress(saying);
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const limit = world.clock.sleep(limitMs, until).then(() => {
    throw late();
  });
  const all = [...waits(until), limit];
  try {
    return await Promise.race(all);
  } finally {
    over.abort();
    progress.stop();
    void Promise.allSettled(all);
  }
}

/**
 * Looks again and again.
 * @param look what there is to see, undefined as long as there is nothing
 * @param signal ends the wait
 * @returns what was seen first
 */
export async function lookUntil<T>(
  look: () => Promise<T | undefined>,
  { world: { clock } }: Pick<Context, 'world'>,
  signal: AbortSignal,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await clock.sleep(pauseMs, signal);
    const seen = await look().catch(passing);
    if (seen !== undefined) return seen;
  }
}

function passing(error: unknown): undefined {
  if (error instanceof Failure && PASSING.includes(error.exit)) return undefined;
  throw error;
}
