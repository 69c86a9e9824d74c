/** The term of a primary while it lasts: renewed every second, valid only as long as nobody else can have taken it. Used by election.ts. */
import type { Clock } from '../../kernel/clock.ts';
import type { Session } from '../store/postgres/session.ts';
import { pause } from './pause.ts';
import { MARGIN_MS, RENEW_MS, releaseTerm, renewTerm, TERM_MS } from './term.ts';

/** The machine's clock; where it also has one that never jumps, both are asked. */
export interface MachineClock extends Clock {
  monotonic?(): number;
}

export interface Term {
  readonly epoch: number;
  readonly processId: number;
  /** Whether this process may still answer; false at once in one that was paused for longer than its term. */
  isValid(): boolean;
  /** Aborts when the term is over without having been given up. */
  readonly lost: AbortSignal;
}

export interface HeldTerm extends Term {
  /** Gives the term up; without effect when it is lost already. */
  release(): Promise<void>;
}

export interface Holding {
  /** Has the lock, and took the term. */
  readonly session: Session;
  /** Aborts when that session is gone. */
  readonly gone: AbortSignal;
  readonly epoch: number;
  readonly processId: number;
  readonly clock: MachineClock;
  /** When the statement that took the term was sent. */
  readonly taken: Instant;
}

export interface Instant {
  readonly wall: number;
  readonly steady: number;
}

export const instantNow = (clock: MachineClock): Instant => ({
  wall: clock.now(),
  steady: clock.monotonic?.() ?? clock.now(),
});

const VALID_MS = TERM_MS - MARGIN_MS;

export function holdTerm({ session, gone, epoch, processId, clock, taken }: Holding): HeldTerm {
  let renewed = taken;
  const lost = new AbortController();
  const over = new AbortController();
  const end = (): void => {
    if (!over.signal.aborted) lost.abort();
    over.abort();
  };
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });

  // Whichever clock went further counts: one may stand still while the machine sleeps, the other may be set back.
  const isInTime = (): boolean => {
    const now = instantNow(clock);
    return Math.max(now.wall - renewed.wall, now.steady - renewed.steady) < VALID_MS;
  };

  /** Renews for as long as the row is ours. After a long pause that may still be so, and the term goes on. */
  const renew = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await pause(clock, RENEW_MS, over.signal);
      if (over.signal.aborted) return;
      const sent = instantNow(clock);
      if (!(await renewTerm(session, epoch, processId))) return end();
      renewed = sent;
    }
  };

  /** A renewal that is not answered ends the term too; one beat is left to a process that has just been woken. */
  const guard = async (): Promise<void> => {
    for (let late = 0; !over.signal.aborted;) {
      await pause(clock, RENEW_MS, over.signal);
      late = isInTime() ? 0 : late + 1;
      if (late >= 2) return end();
    }
  };

  renew().catch(end);
  void guard();
  return {
    epoch,
    processId,
    lost: lost.signal,
    isValid: () => !over.signal.aborted && isInTime(),
    async release() {
      if (over.signal.aborted) return;
      over.abort();
      await releaseTerm(session, epoch, processId);
    },
  };
}
