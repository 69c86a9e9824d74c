/** Writes the outcomes of attempts, all that wait in one transaction. What was sent is written even if the store fails for a while. */
import type { Clock } from '../../kernel/clock.ts';
import { HOUR_MS } from '../../kernel/time.ts';
import type { Attempted } from './attempt.ts';
import { KEPT_MS } from './ladder.ts';
import { record } from './record.ts';
import type { DeliveryParts } from './desk.ts';

export interface RecorderParts extends Pick<DeliveryParts, 'store' | 'clock' | 'ids'> {
  /** The machine's clock. */
  readonly wall: Clock;
}

export interface Recorder {
  /** Resolves when the outcome is on disk, or when it was given up because the service stops. */
  add(attempted: Attempted): Promise<void>;
  /** Nothing is tried again from now on. */
  giveUp(): void;
  goOn(): void;
}

/** Pause after the store failed. */
const RECOVER_MS = 1_000;

/** How often old attempts are removed; they are not listed any more before that. */
const FORGET_EVERY_MS = HOUR_MS;

/** Outcomes of one transaction; more would keep others waiting. */
const MOST = 512;

export function openRecorder(parts: RecorderParts): Recorder {
  const waiting: { readonly attempted: Attempted; readonly written: () => void }[] = [];
  let isWriting = false;
  let isOver = false;
  let forgotten = Number.NEGATIVE_INFINITY;

  const write = async (some: readonly Attempted[]): Promise<void> => {
    const now = parts.clock.now();
    const forgets = now - forgotten >= FORGET_EVERY_MS;
    await parts.store.transact(async (tx) => {
      await record(tx, parts, some);
      if (forgets) await tx.forgetAttempts(now - KEPT_MS);
    });
    if (forgets) forgotten = now;
  };
  const surely = async (some: readonly Attempted[]): Promise<void> => {
    for (;;) {
      const isDone = await write(some).then(
        () => true,
        () => false,
      );
      if (isDone || isOver) return;
      await parts.wall.sleep(RECOVER_MS);
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = waiting.splice(0, MOST);
      await surely(some.map(({ attempted }) => attempted));
      for (const { written } of some) written();
    }
    isWriting = false;
  };
  return {
    add: (attempted) =>
      new Promise((written) => {
        waiting.push({ attempted, written });
        if (isWriting) return;
        isWriting = true;
        void run();
      }),
    giveUp: () => void (isOver = true),
    goOn: () => void (isOver = false),
  };
}
