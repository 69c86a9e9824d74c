/** SIGINT, SIGTERM and SIGHUP as one abort signal. The first asks politely; the second ends the process at once. */
import { EXITS, type ExitName } from '../kernel/exits.ts';
import { failure } from '../kernel/failure.ts';

export interface Signals {
  /** Aborts at the first signal; its reason is the Failure `interrupted` or `terminated`. Reading it arms the handlers. */
  readonly signal: AbortSignal;
  /** Gives signals back to the system, which ends the process at once: for work during which nobody could hear them. */
  release(): void;
}

const MEANING = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'terminated' } as const satisfies Record<
  string,
  ExitName
>;

export function openSignals(): Signals {
  let controller: AbortController | undefined;
  return {
    get signal() {
      controller ??= armed(new AbortController());
      return controller.signal;
    },
    release() {
      for (const name of Object.keys(MEANING)) process.removeAllListeners(name);
    },
  };
}

function armed(controller: AbortController): AbortController {
  for (const [name, meaning] of Object.entries(MEANING)) {
    // Libraries for atomic writes and locks send the signal again as soon as they hear it, which would be our second.
    // They tidy up when the process exits, too.
    process.removeAllListeners(name);
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXITS[meaning]);
      controller.abort(failure(meaning));
    });
  }
  return controller;
}
