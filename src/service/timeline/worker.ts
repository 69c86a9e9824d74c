/** The worker: claims due rows in due order, runs them side by side, and records the outcome. Controlled by advance.ts. */
import type { Clock } from '../../kernel/clock.ts';
import { MINUTE_MS } from '../../kernel/time.ts';
import type { SteerableClock } from '../clock.ts';
import type { ClaimedRow } from '../store/due.ts';
import type { TimelineStore } from '../store/service-store.ts';
import { signalled, type Bell } from './bell.ts';

/** Does the work of one row. May be called again for the same row after a crash. */
export type Job = (row: ClaimedRow) => Promise<void>;

export interface WorkerParts {
  readonly timeline: TimelineStore;
  readonly clock: SteerableClock;
  /** The machine's clock: leases and pauses live on it. */
  readonly wall: Clock;
  readonly job: Job;
  /** Listeners that work across several rows, called when the worker starts and when it stops. */
  readonly crew?: Crew;
}

export interface Crew {
  begin(): void;
  halt(): void;
}

export interface Worker {
  start(): void;
  /** Finishes what runs and claims nothing more. */
  stop(): Promise<void>;
  wake(): void;
  pause(): void;
  resume(): void;
  isPaused(): boolean;
  /** False when the worker is stopped although it should run. */
  isAlive(): boolean;
  /** Runs the earliest `count` due rows, also while paused. @returns how many ran */
  step(count: number): Promise<number>;
  /** Runs all work that is due now and what it causes now. @returns how many rows ran */
  settle(): Promise<number>;
}

/** Rows running at one time, and the number below which further ones are claimed. */
const ROOM = 1024;
const REFILL_BELOW = 512;

const LEASE_MS = MINUTE_MS;
const RENEW_EVERY_MS = 20_000;

/** Longest pause between two looks at the timeline, for leases that ran out meanwhile. */
const LOOK_EVERY_MS = 15_000;

/** Pause after the store failed. */
const RECOVER_MS = 1_000;

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 15 * MINUTE_MS;

/** Wait before a row is tried again whose work threw. @param attempt the one that threw, from 1 */
export const backoffMs = (attempt: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);

export const openWorker = (parts: WorkerParts): Worker => new OneWorker(parts);

class OneWorker implements Worker {
  readonly #parts: WorkerParts;
  readonly #bell: Bell = signalled();
  /** Claims, not rows: a row that is scheduled again while its work ends is there twice for a moment. */
  readonly #active = new Set<ClaimedRow>();
  #ran = 0;
  #paused = false;
  #stopping = false;
  #alive = false;
  #loop: Promise<void> | undefined;
  #ended = new AbortController();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    parts.clock.onChange(() => this.wake());
  }

  start(): void {
    if (this.#loop !== undefined) return;
    this.#stopping = false;
    this.#alive = true;
    this.#ended = new AbortController();
    this.#parts.crew?.begin();
    this.#loop = Promise.all([this.#run(), this.#renew()]).then(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#ended.abort();
    this.#parts.clock.interrupt();
    this.#parts.crew?.halt();
    this.#bell.ring();
    await this.#loop;
    while (this.#active.size > 0) await this.#bell.rung();
    this.#loop = undefined;
    this.#alive = false;
  }

  wake(): void {
    this.#bell.ring();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.wake();
  }

  isPaused(): boolean {
    return this.#paused;
  }

  isAlive(): boolean {
    return this.#alive;
  }

  async step(count: number): Promise<number> {
    const rows = await this.#claim(count);
    await Promise.all(rows.map((row) => this.#work(row)));
    return rows.length;
  }

  async settle(): Promise<number> {
    const before = this.#ran;
    while (!this.#paused && !this.#stopping) {
      const rung = this.#bell.rung();
      const claimed = await this.#fill();
      if (claimed === 0 && this.#isQuiet()) break;
      if (claimed === 0 || this.#active.size >= REFILL_BELOW) await rung;
    }
    return this.#ran - before;
  }

  /** True when nothing runs, or when all that runs waits for the frozen clock to move. */
  #isQuiet(): boolean {
    return this.#active.size === 0 || this.#parts.clock.sleepers().length >= this.#active.size;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const rung = this.#bell.rung();
      try {
        if (!this.#paused) await this.#fill();
        this.#alive = true;
        await this.#untilDue(rung);
      } catch {
        // The store is out of order. What is leased stays leased; the next look finds the rest.
        this.#alive = false;
        await this.#nap(RECOVER_MS);
      }
    }
  }

  async #untilDue(rung: Promise<void>): Promise<void> {
    const { timeline, clock, wall } = this.#parts;
    const next = this.#paused || clock.mode === 'frozen' ? undefined : await timeline.next(wall.now());
    const isFull = this.#active.size >= REFILL_BELOW;
    const waitMs = next === undefined || isFull ? LOOK_EVERY_MS : Math.min(next - clock.now(), LOOK_EVERY_MS);
    if (waitMs <= 0) return;
    const over = new AbortController();
    await Promise.race([rung, this.#nap(waitMs, over.signal)]);
    over.abort();
  }

  #nap(ms: number, signal?: AbortSignal): Promise<void> {
    const signals = [this.#ended.signal, ...(signal === undefined ? [] : [signal])];
    return this.#parts.wall.sleep(ms, AbortSignal.any(signals)).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    while (!this.#stopping) {
      await this.#nap(RENEW_EVERY_MS);
      const claims = [...new Set([...this.#active].map(({ claim }) => claim))];
      const leaseUntil = this.#parts.wall.now() + LEASE_MS;
      if (claims.length > 0) await this.#parts.timeline.renew(claims, leaseUntil).catch(() => undefined);
    }
  }

  /** Starts due rows while there is room. @returns how many were started */
  async #fill(): Promise<number> {
    const { timeline, clock, wall } = this.#parts;
    if (this.#active.size >= REFILL_BELOW) return 0;
    const next = await timeline.next(wall.now());
    if (next === undefined || next > clock.now()) return 0;
    const rows = await this.#claim(ROOM - this.#active.size);
    for (const row of rows) void this.#work(row);
    return rows.length;
  }

  #claim(limit: number): Promise<ClaimedRow[]> {
    const now = this.#parts.wall.now();
    return this.#parts.timeline.claim({
      dueBy: this.#parts.clock.now(),
      now,
      leaseUntil: now + LEASE_MS,
      limit,
    });
  }

  async #work(row: ClaimedRow): Promise<void> {
    const { timeline, clock, job } = this.#parts;
    this.#active.add(row);
    this.#ran += 1;
    const error = await job(row).then(
      () => undefined,
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
    );
    await this.#record(() =>
      error === undefined ? timeline.settle(row) : timeline.postpone(row, clock.now() + backoffMs(row.attempt), error),
    );
    this.#active.delete(row);
    this.#bell.ring();
  }

  /** Tries until the store takes it: the outcome of work that was done must not be lost while the process lives. */
  async #record(record: () => Promise<void>): Promise<void> {
    for (;;) {
      const isDone = await record().then(
        () => true,
        () => false,
      );
      if (isDone || this.#stopping) return;
      await this.#nap(RECOVER_MS);
    }
  }
}
