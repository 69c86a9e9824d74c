/** Reads anew after changes: soon after the first one, never twice at a time, and with a rest between two readings. Pure but for timers. */

/** Changes within this time are read once. */
const SETTLE_MS = 250;

/** From the end of a reading to the next one at least, so that a busy service is not asked all the time. */
const REST_MS = 700;

/** A rest lasts at least this many times as long as the reading. */
const REST_TIMES = 3;

export interface Settling {
  /** Asks for a reading. */
  soon(): void;
  stop(): void;
}

/** @param read resolves when the reading is shown; must not reject */
export function settling(read: () => Promise<void>): Settling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isStale = false;
  let isOver = false;
  let readyAt = 0;
  const run = async (): Promise<void> => {
    timer = undefined;
    isReading = true;
    isStale = false;
    const begun = performance.now();
    await read();
    const ended = performance.now();
    isReading = false;
    readyAt = ended + Math.max(REST_MS, REST_TIMES * (ended - begun));
    if (isStale) soon();
  };
  const soon = (): void => {
    if (isOver) return;
    if (isReading) isStale = true;
    else timer ??= setTimeout(() => void run(), Math.max(SETTLE_MS, readyAt - performance.now()));
  };
  return {
    soon,
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
