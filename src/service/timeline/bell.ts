/** A bell between tasks of one process: whoever waits hears the next ring. Used by worker.ts. */

export interface Bell {
  ring(): void;
  /** Resolves at the next ring. */
  rung(): Promise<void>;
}

export function signalled(): Bell {
  let hear: () => void = () => undefined;
  let next = new Promise<void>((resolve) => (hear = resolve));
  return {
    ring() {
      hear();
      next = new Promise<void>((resolve) => (hear = resolve));
    },
    rung: () => next,
  };
}
