/** Many calls of one command: a pool of connections, inside the rate window, with a grace for those under way after Ctrl-C. */
import { openPace } from '../../client/bulk/pace.ts';
import { isFrozenAt } from '../../client/local-health.ts';
import type { Call } from '../../client/paging.ts';
import type { Target } from '../../client/target.ts';
import { clientFor } from '../calling.ts';
import type { Context } from '../command.ts';

/** So long may requests that are under way take to come to their end after Ctrl-C. */
const GRACE_MS = 5000;

interface Pacing {
  readonly target: Target;
  /** Calls under way at a time. */
  readonly concurrency: number;
  /** Called when all calls have to wait. */
  waiting(seconds: number): void;
}

export function pacedCall({ target, concurrency, waiting }: Pacing, context: Context): Call {
  const { world, signal } = context;
  const hard = new AbortController();
  signal.addEventListener('abort', () => {
    const grace = world.clock.deadline(GRACE_MS);
    grace.signal.addEventListener('abort', () => hard.abort(signal.reason), { once: true });
  });
  const pace = openPace({
    clock: world.clock,
    concurrency,
    signal,
    isFrozen: () => isFrozenAt(world, target.baseUrl, signal),
    waiting,
  });
  const client = clientFor(context, target, { signal: hard.signal, pooled: true, pace });
  return (card, input) => client.call(card, input);
}
