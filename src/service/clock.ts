/** The service's one clock: real with an offset, or frozen until it is moved. Controlled by control/ and timeline/. */
import type { ClockMode } from '../kernel/steering.ts';
import type { Clock } from '../kernel/clock.ts';
import { LONGEST_TIMER_MS } from '../kernel/time.ts';

export interface ServiceClock extends Clock {
  readonly mode: ClockMode;
}

export interface ClockState {
  readonly mode: ClockMode;
  /** Frozen: the time, in ms. Real: added to the machine's clock, in ms. */
  readonly at: number;
}

/** A state as it is kept: with the time that was seen last, which the machine's clock may fall behind. */
export interface KeptClock extends ClockState {
  /** Milliseconds; of a clock that was real. */
  readonly seen?: number;
}

export interface SteerableClock extends ServiceClock {
  readonly mode: ClockMode;
  state(): ClockState;
  /** Restores a state, for example one saved by an earlier run. */
  restore(state: ClockState): void;
  /** The time (ms) that answers show: never one from which a service that is killed now would go back. */
  shown(): number;
  /** What a commit that begins now keeps; `note` it once it is on disk. */
  keeping(): number;
  note(kept: number): void;
  /** @returns false, with nothing changed, when time would go backwards */
  set(mode: ClockMode, now?: number): boolean;
  /** Moves a frozen clock forward to that instant (ms); earlier instants change nothing. */
  moveTo(now: number): void;
  /** Wakes everybody who sleeps now with a ServiceStopping, so that nothing waits for a time that will not come. */
  interrupt(): void;
  /** Instants (ms) that somebody sleeps until, while the clock is frozen. */
  sleepers(): readonly number[];
  /** Called after every change other than time passing, and when a sleep on the frozen clock begins. */
  onChange(listener: () => void): void;
}

/** The service ends or begins again; what was waited for goes on when it is back. */
export class ServiceStopping extends Error {
  override readonly name = 'ServiceStopping';

  constructor() {
    super('The service is stopping.');
  }
}

export function openServiceClock(wall: Clock, first: ClockState): SteerableClock {
  return new OneClock(wall, first);
}

/** The state in which a clock starts. @param now ms; without it the machine's time */
export const clockState = (wall: Clock, mode: ClockMode, now?: number): ClockState =>
  mode === 'frozen' ? { mode, at: now ?? wall.now() } : { mode, at: now === undefined ? 0 : now - wall.now() };

/** What is kept of a clock, so that a later run goes on from it. */
export const keptClock = (clock: SteerableClock): KeptClock =>
  clock.mode === 'real' ? { ...clock.state(), seen: clock.now() } : clock.state();

/** The instant (ms) from which a kept clock goes on: never one before it was seen last, whatever time the machine has. */
export const continuedAt = (wall: Clock, { mode, at, seen = Number.NEGATIVE_INFINITY }: KeptClock): number =>
  mode === 'frozen' ? at : Math.max(wall.now() + at, seen);

/** A step back of the machine's clock up to here is waited out; a larger one is not, so that nothing due waits for it. */
const WAITED_OUT_MS = 1_000;

/** The machine's clock without its steps back: it waits out a small one, and goes on from where it was after a large one. */
export function steadyClock(machine: Clock): Clock {
  let [last, added] = [Number.NEGATIVE_INFINITY, 0];
  return {
    now() {
      const behindMs = last - (machine.now() + added);
      if (behindMs > WAITED_OUT_MS) added += behindMs;
      last = Math.max(last, machine.now() + added);
      return last;
    },
    sleep: (ms, signal) => machine.sleep(ms, signal),
  };
}

interface Sleeper {
  readonly until: number;
  isInterrupted: boolean;
  readonly wake: () => void;
}

class OneClock implements SteerableClock {
  readonly #wall: Clock;
  readonly #sleepers = new Set<Sleeper>();
  readonly #listeners: (() => void)[] = [];
  #state: ClockState;
  /** The time up to which a change of the clock is on disk. */
  #kept = Number.POSITIVE_INFINITY;

  constructor(wall: Clock, state: ClockState) {
    this.#wall = wall;
    this.#state = state;
  }

  get mode(): ClockMode {
    return this.#state.mode;
  }

  now(): number {
    return this.#state.mode === 'frozen' ? this.#state.at : this.#wall.now() + this.#state.at;
  }

  state(): ClockState {
    return this.#state;
  }

  restore(state: ClockState): void {
    this.#state = state;
    this.#kept = Number.POSITIVE_INFINITY;
    this.#changed();
  }

  shown(): number {
    return Math.min(this.now(), this.#kept);
  }

  keeping(): number {
    return this.#state.mode === 'frozen' ? this.#state.at : Number.POSITIVE_INFINITY;
  }

  note(kept: number): void {
    // Frozen since that commit began.
    if (this.#state.mode === 'frozen' && kept === Number.POSITIVE_INFINITY) return;
    this.#kept = kept;
  }

  set(mode: ClockMode, now?: number): boolean {
    const current = this.now();
    if (now !== undefined && now < current) return false;
    const target = now ?? (mode === 'real' ? Math.max(current, this.#wall.now()) : current);
    this.#kept = Math.min(this.#kept, current);
    this.#state = mode === 'frozen' ? { mode, at: target } : { mode, at: target - this.#wall.now() };
    this.#changed();
    return true;
  }

  moveTo(now: number): void {
    if (this.#state.mode !== 'frozen' || now <= this.#state.at) return;
    this.#kept = Math.min(this.#kept, this.#state.at);
    this.#state = { mode: 'frozen', at: now };
    this.#changed();
  }

  sleepers(): readonly number[] {
    return this.#state.mode === 'frozen' ? [...this.#sleepers].map(({ until }) => until) : [];
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  interrupt(): void {
    for (const sleeper of this.#sleepers) {
      sleeper.isInterrupted = true;
      sleeper.wake();
    }
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const until = this.now() + ms;
    while (this.now() < until) {
      signal?.throwIfAborted();
      await this.#changeOr(until, signal);
    }
  }

  /** Resolves when the clock was changed by hand or, in real mode, when the time has come. */
  async #changeOr(until: number, signal?: AbortSignal): Promise<void> {
    const over = new AbortController();
    const stop = (): void => over.abort();
    signal?.addEventListener('abort', stop, { once: true });
    const sleeper: Sleeper = { until, isInterrupted: false, wake: stop };
    this.#sleepers.add(sleeper);
    if (this.#state.mode === 'frozen') for (const listener of this.#listeners) listener();
    const left = this.#state.mode === 'frozen' ? LONGEST_TIMER_MS : Math.min(until - this.now(), LONGEST_TIMER_MS);
    await this.#wall.sleep(left, over.signal).catch(() => undefined);
    this.#sleepers.delete(sleeper);
    signal?.removeEventListener('abort', stop);
    if (sleeper.isInterrupted) throw new ServiceStopping();
  }

  #changed(): void {
    for (const { until, wake } of this.#sleepers) if (this.#state.mode === 'real' || until <= this.now()) wake();
    for (const listener of this.#listeners) listener();
  }
}
