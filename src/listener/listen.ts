/**
 * The life of a listener: opens the port, registers its endpoint, reports that it is ready, takes deliveries,
 * and cleans up however it ends. Next stop of a delivery: taking.ts.
 */
import { instantOf } from '../kernel/instant.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import type { Answer } from '../world/receive.ts';
import type { World } from '../world/world.ts';
import { isWanted } from '../webhooks/patterns.ts';
import { isSame } from './address.ts';
import { redeliverMissed } from './backfill.ts';
import { openJournal, readJournal, type Journal } from './journal.ts';
import { Feed, noCounts, type Counts, type End, type Line, type Ready } from './lines.ts';
import { endOf, pollLog, pollProblem, pollStart, type PollDesk, type Polling, type PollStart } from './polling.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { registerEndpoint, removeEndpoint, type Api } from './registering.ts';
import { Seen } from './seen.ts';
import { Taker } from './taking.ts';
import type { Plan } from './task.ts';

type Doors = Pick<World, 'receive' | 'clock' | 'files' | 'host' | 'spawn'>;

/** How a running listener is controlled. */
export interface Steering {
  /** Ends it; the reason is a Failure `interrupted` or `terminated`. */
  readonly signal: AbortSignal;
  /** Receives the actions of single keys, once the listener is ready. */
  opened?(desk: Desk): void;
}

export interface Desk {
  quit(): void;
  /** Passes the latest event on once more. */
  resend(): void;
  /** Says something to who watches. */
  show(text: string): void;
}

export interface Listening {
  /** The first is `ready`, the last `summary`. Given up early, the listener ends just the same. */
  lines(): AsyncGenerator<Line>;
  /** Why the command fails at the end, if it does. */
  problem(failOnInvalid: boolean): Failure | undefined;
}

export function listening(doors: Doors, plan: Plan, steering: Steering): Listening {
  const session = new Session(doors, plan, steering);
  return {
    async *lines() {
      const running = session.run();
      // Rethrown below, to the reader.
      running.catch(() => undefined);
      try {
        yield* session.feed.lines();
      } finally {
        session.end('quit');
        await running;
      }
    },
    problem: (failOnInvalid) => session.problem(failOnInvalid),
  };
}

/** Attempts that are under way at the end may still come to theirs. */
const DRAIN_MS = 1_000;

class Session {
  readonly feed: Feed;
  readonly #doors: Doors;
  readonly #plan: Plan;
  readonly #steering: Steering;
  readonly #counts: Counts = noCounts();
  readonly #seen = new Seen<Answer>();
  readonly #stop = new AbortController();
  readonly #cleanups: (() => Promise<void>)[] = [];
  #ended: End | undefined;
  #fault: unknown;
  #endedNow: () => void = () => undefined;
  #lastCame = 0;

  constructor(doors: Doors, plan: Plan, steering: Steering) {
    this.#doors = doors;
    this.#plan = plan;
    this.#steering = steering;
    this.feed = new Feed(() => doors.clock.now());
    this.feed.readyFirst();
  }

  /** The first reason counts. */
  end(why: End): void {
    this.#ended ??= why;
    this.#endedNow();
  }

  problem(failOnInvalid: boolean): Failure | undefined {
    const { invalid } = this.#counts;
    if (this.#ended === 'terminated') return failure('terminated');
    if (failOnInvalid && invalid > 0)
      return failure('bad_signature', {
        message: invalid === 1 ? 'One delivery was invalid.' : `${String(invalid)} deliveries were invalid.`,
        details: { invalid },
      });
    const isAwaited = this.#plan.until.length > 0 || this.#plan.maxEvents !== undefined;
    return this.#ended === 'idle' && isAwaited
      ? failure('pending', { message: 'The expected event did not arrive.' })
      : undefined;
  }

  async run(): Promise<void> {
    const began = this.#doors.clock.monotonic();
    const ended = new Promise<void>((resolve) => (this.#endedNow = resolve));
    let isReady = false;
    try {
      this.#heed(this.#steering.signal);
      await this.#open();
      isReady = true;
      if (this.#ended === undefined) await ended;
    } finally {
      await this.#tidyUp();
      if (isReady) {
        const ms = Math.round(this.#doors.clock.monotonic() - began);
        this.feed.say({ type: 'summary', ended: this.#ended ?? 'quit', ms, ...this.#counts });
      }
      this.feed.end();
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  #heed(signal: AbortSignal): void {
    const heard = (): void =>
      this.end((signal.reason as Failure | undefined)?.exit === 'terminated' ? 'terminated' : 'interrupted');
    if (signal.aborted) heard();
    signal.addEventListener('abort', heard, { once: true });
    this.#cleanups.push(async () => signal.removeEventListener('abort', heard));
  }

  async #open(): Promise<void> {
    const { clock, host } = this.#doors;
    const journal = await this.#journal();
    const taker = new Taker({
      manner: this.#plan.manner,
      feed: this.feed,
      counts: this.#counts,
      seen: this.#seen,
      clock,
      signal: this.#stop.signal,
      done: (event) => this.#done(event),
      broken: (error) => this.#break(error),
      ...(journal !== undefined && { journal }),
      ...(this.#plan.maxEvents !== undefined && { most: this.#plan.maxEvents }),
    });
    const polling = await this.#polling();
    const start = polling && (await pollStart(polling, this.#asking()));
    const receiver = polling === undefined ? await this.#receiver(taker) : undefined;
    const made = receiver && (await this.#register(receiver));
    const { receiver: options, forwardTo, record } = this.#plan;
    const line: Ready = {
      type: 'ready',
      ...(receiver !== undefined && { url: receiver.url }),
      ...(polling !== undefined && { poll: pollWords(polling) }),
      pid: host.pid,
      verify: options.mode,
      forwardTo,
      ...(made !== undefined && { webhookId: made.webhookId, webhookName: made.name }),
      ...(record !== undefined && { record }),
    };
    await this.#plan.ready(line);
    this.feed.say(line);
    this.#steering.opened?.({
      quit: () => this.end('quit'),
      resend: () => void taker.again(),
      show: (text) => this.feed.say({ type: 'details', text }),
    });
    this.#lastCame = clock.monotonic();
    if (polling !== undefined && start !== undefined) this.#poll(polling, start, taker);
    // While what was missed is still asked for, nothing is idle.
    void this.#backfill(made?.webhookId).then(() => this.#watchIdle());
  }

  /** Opened first and closed last. */
  async #journal(): Promise<Journal | undefined> {
    const { record } = this.#plan;
    if (record === undefined) return undefined;
    const journal = await openJournal(this.#doors, record);
    this.#cleanups.push(() => journal.close());
    await this.#seen.recall(readJournal(this.#doors, record));
    return journal;
  }

  /** A journal is continued where it ended. */
  async #polling(): Promise<Polling | undefined> {
    const { polling, record } = this.#plan;
    if (polling === undefined) return undefined;
    const problem = await pollProblem(polling);
    if (problem !== undefined) this.#warn(problem);
    if (polling.since !== undefined || record === undefined) return polling;
    const end = await endOf(readJournal(this.#doors, record));
    return { ...polling, ...(end !== undefined && { since: end }) };
  }

  #asking(): Pick<PollDesk, 'signal' | 'sleep' | 'warn'> {
    return {
      signal: this.#stop.signal,
      sleep: (ms, signal) => this.#doors.clock.sleep(ms, signal),
      warn: (message) => this.#warn(message),
    };
  }

  #poll(polling: Polling, start: PollStart, taker: Taker): void {
    const { clock } = this.#doors;
    const polled = pollLog(polling, start, {
      ...this.#asking(),
      isTaken: (id) => this.#seen.isTaken(id),
      take: (delivery) => {
        this.#lastCame = clock.monotonic();
        return taker.take(delivery);
      },
    }).catch((error: unknown) => (this.#stop.signal.aborted ? undefined : this.#break(error)));
    this.#cleanups.push(async () => {
      await Promise.race([taker.idle(), clock.sleep(DRAIN_MS)]);
      this.#stop.abort();
      await polled;
      await taker.idle();
    });
  }

  async #receiver(taker: Taker): Promise<Receiver> {
    const receiver = await openReceiver(this.#doors, {
      ...this.#plan.receiver,
      onDelivery: (delivery) => {
        this.#lastCame = this.#doors.clock.monotonic();
        return taker.take(delivery);
      },
      onInvalid: (invalid) => taker.invalid(invalid),
      onRefused: (refused) => taker.refused(refused),
    });
    if (this.#plan.forwardTo.some((address) => isSame(address, receiver.url))) {
      await receiver.close();
      throw failure('usage', { message: 'Events would be forwarded to this listener itself.', param: '--forward-to' });
    }
    void receiver.broken.then((error) => this.#break(noLonger(error)));
    this.#cleanups.push(async () => {
      await Promise.race([taker.idle(), this.#doors.clock.sleep(DRAIN_MS)]);
      this.#stop.abort();
      await receiver.close();
      await taker.idle();
    });
    return receiver;
  }

  async #register(receiver: Receiver): Promise<{ webhookId: string; name: string } | undefined> {
    const { registering, backfill } = this.#plan;
    if (registering === undefined) return undefined;
    const { api, listener, endpoint, publicUrl } = registering;
    const isHeir = backfill !== undefined && backfill.webhookId === undefined;
    const made = await registerEndpoint(api, listener, { url: publicUrl ?? receiver.url, ...endpoint }, isHeir);
    const { webhookId, name, swept, adopted, withoutInbox } = made;
    this.#cleanups.push(() => this.#unregister(api, webhookId));
    if (swept > 0) this.#warn(`Removed endpoints left by earlier listeners: ${String(swept)}.`);
    if (adopted) this.#warn('Took over the endpoint of an earlier listener and its pending events.');
    if (withoutInbox) this.#warn('Inbox events are excluded: the plan does not include the inbox.');
    return { webhookId, name };
  }

  /** Where it cannot be removed, the next listener on this machine does it. */
  async #unregister(api: Api, webhookId: string): Promise<void> {
    try {
      await removeEndpoint(api, webhookId);
    } catch (error) {
      this.#warn(
        `The endpoint ${webhookId} could not be removed: ${(error as Error).message} \`svc webhooks delete --webhook-id ${webhookId}\` removes it.`,
      );
    }
  }

  async #backfill(ownId: string | undefined): Promise<void> {
    const { backfill, record } = this.#plan;
    const webhookId = backfill?.webhookId ?? ownId;
    if (backfill === undefined || webhookId === undefined) return;
    const { clock } = this.#doors;
    const has = (id: string): boolean | undefined => (record === undefined ? undefined : this.#seen.isTaken(id));
    try {
      this.#counts.backfilled = await redeliverMissed(
        backfill.api,
        { webhookId, since: backfill.since, has },
        this.#asking(),
      );
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#warn(`Missed events could not be redelivered: ${(error as Error).message}`);
    }
    this.#lastCame = clock.monotonic();
  }

  #done(event: string): void {
    const { until, maxEvents = Infinity } = this.#plan;
    if (until.length > 0 && isWanted(until, event)) this.end('until');
    else if (this.#counts.events >= maxEvents) this.end('max_events');
  }

  async #watchIdle(): Promise<void> {
    const { idleMs } = this.#plan;
    const { clock } = this.#doors;
    while (idleMs !== undefined && this.#ended === undefined) {
      const left = this.#lastCame + idleMs - clock.monotonic();
      if (left <= 0) return this.end('idle');
      await clock.sleep(left, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
    }
  }

  #break(error: unknown): void {
    this.#fault ??= error;
    this.end('broken');
  }

  #warn(message: string): void {
    this.feed.say({ type: 'warning', message });
  }

  /** In the reverse order of opening; one that fails does not keep the others from theirs. */
  async #tidyUp(): Promise<void> {
    for (const cleanup of this.#cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        this.#fault ??= error;
      }
    }
  }
}

const pollWords = ({ everyMs, since }: Polling): NonNullable<Ready['poll']> => ({
  everyMs,
  ...(since !== undefined && { since: instantOf(since) }),
});

const noLonger = (error: Error): Failure =>
  failure('network', { message: `The listener can no longer listen: ${error.message}.` }, error);
