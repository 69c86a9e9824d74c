/** Looks again and again, for `--watch` and `--follow`, until the command is interrupted. */
import type { Context } from './command.ts';

const PAUSE_MS = 2_000;

/** What `look` finds each time, one by one. @param keyOf what is the same is given once */
export async function* watch<T>(
  look: () => Promise<readonly T[]>,
  keyOf: (one: T) => string,
  { world, signal }: Pick<Context, 'world' | 'signal'>,
): AsyncGenerator<T> {
  const seen = new Set<string>();
  for (;;) {
    for (const one of await look()) {
      const key = keyOf(one);
      if (seen.has(key)) continue;
      seen.add(key);
      yield one;
    }
    await world.clock.sleep(PAUSE_MS, signal);
  }
}
