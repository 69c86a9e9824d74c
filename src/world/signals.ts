/** SIGINT, SIGTERM and SIGHUP as one abort signal. The first asks politely; the second ends the process at once. */
import { EXITS, type ExitName } from '../kernel/exits.ts';
import { failure } from '../kernel/failure.ts';

export interface Signals {
  /** Aborts at the first signal; its reason is the Failure `interrupted` or `terminated`. Reading it arms the handlers. */
  readonly signal: AbortSignal;
  /**
   * Gives signals back to the system, which ends the process at once: for work during which nobody could hear them.
   * One that is on its way is heard first. @throws its Failure `interrupted` or `terminated`
   */
  release(): Promise<void>;
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
    async release() {
      await wholeTurn();
      controller?.signal.throwIfAborted();
      for (const name of Object.keys(MEANING)) process.removeAllListeners(name);
    },
  };
}

/** Between the first and the second of these the event loop looks at everything that has arrived, signals included. */
const wholeTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });

function armed(controller: AbortController): AbortController {
  // A file that exceeds its size limit then makes the write fail, instead of killing the process.
  process.on('SIGXFSZ', () => undefined);
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
