/** Who serves: a process waits for the lock, begins the next term, serves until that is lost or given up, and waits again. Used by member.ts. */
import { StoreUnavailable } from '../store/connection.ts';
import { openSession, type Session } from '../store/postgres/session.ts';
import { holdTerm, instantNow, type HeldTerm, type MachineClock, type Term } from './held-term.ts';
import { pause, pauseAfter, pauseUntil } from './pause.ts';
import { removeDead } from './roll.ts';
import {
  endExpired,
  endSession,
  endSessions,
  lockHolder,
  lockTerm,
  readTerm,
  RENEW_MS,
  sessionName,
  takeTerm,
  unlockTerm,
} from './term.ts';
import { SETTINGS, type Watch } from './watch.ts';

export interface ElectionOptions {
  readonly url: string;
  readonly clock: MachineClock;
  readonly watch: Watch;
  /** False in a process whose program is older than the tables. Asked before waiting for the lock, and again when it is held. */
  readonly canServe: (session: Session) => Promise<boolean>;
  /** Serves for one term. Ends when the term is lost or `stop` aborts, and everything of it is closed. Where it fails, the term is given up. */
  readonly serve: (term: Term, stop: AbortSignal) => Promise<void>;
  readonly say: (sentence: string) => void;
}

export interface Election {
  /** Gives the term up, if there is one, and waits again behind the others. Resolves once that is on disk. */
  stepDown(): Promise<void>;
  /** Gives the term up, if there is one, and does not wait for another. */
  close(): Promise<void>;
}

const LOCK_SESSION = 'term';
/** How long a statement of a session that has the lock may take. */
const ANSWER_MS = 5_000;

export function openElection(options: ElectionOptions): Election {
  return new Running(options);
}

class Running implements Election {
  readonly #options: ElectionOptions;
  readonly #closing = new AbortController();
  readonly #done: Promise<unknown>;
  /** Aborted to give up the term of now. */
  #stop = new AbortController();
  #serving: Promise<void> | undefined;
  /** The session that waits for the lock, or has it. */
  #session: Session | undefined;
  /** Holder of the lock that was no primary when it was last looked at. */
  #suspect: number | undefined;

  constructor(options: ElectionOptions) {
    this.#options = options;
    this.#done = Promise.all([this.#stand(), this.#attend()]);
  }

  async stepDown(): Promise<void> {
    const serving = this.#serving;
    this.#stop.abort();
    await serving?.catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#serving === undefined) await this.#session?.close();
    await this.stepDown();
    await this.#done;
  }

  /** A candidate for as long as the process runs. */
  async #stand(): Promise<void> {
    const { clock, watch, say, canServe } = this.#options;
    const { signal } = this.#closing;
    let isOld = false;
    for (let failures = 0; !signal.aborted;) {
      try {
        const fits = await watch.ask(canServe);
        if (!fits && !isOld)
          say('The tables are of a newer version of svc. This process forwards and does not take over.');
        if (fits === isOld) await watch.announce(fits);
        isOld = !fits;
        if (fits && (await this.#standOnce())) await this.#letOthers();
        failures = 0;
        if (!fits) await watch.waitForChange(RENEW_MS, signal);
      } catch (error) {
        failures += 1;
        if (!(error instanceof StoreUnavailable) && failures === 1) say(`The election failed: ${messageOf(error)}`);
        await pause(clock, pauseAfter(failures), signal);
      }
    }
  }

  /** Somebody who has only just come may not be waiting yet. */
  async #letOthers(): Promise<void> {
    const { clock, watch } = this.#options;
    const { signal } = this.#closing;
    const until = clock.now() + RENEW_MS;
    const isOthers = (): boolean => (watch.primary()?.processId ?? watch.id) !== watch.id;
    while (!signal.aborted && !isOthers() && clock.now() < until)
      await watch.waitForChange(until - clock.now(), signal);
  }

  /** @returns whether a term was begun and given up */
  async #standOnce(): Promise<boolean> {
    const { url, watch } = this.#options;
    const gone = new AbortController();
    const name = sessionName(watch.id, LOCK_SESSION);
    const session = await openSession({ url, name, settings: SETTINGS, lost: () => gone.abort() });
    this.#session = session;
    try {
      if (this.#closing.signal.aborted) return false;
      await lockTerm(session);
      const held = await this.#take(session, gone.signal);
      if (held === undefined) return false;
      this.#stop = new AbortController();
      this.#serving = this.#serve(held);
      await this.#serving;
      return !held.lost.aborted;
    } finally {
      this.#serving = undefined;
      this.#session = undefined;
      await session.close();
    }
  }

  /** Begins the next term, once whoever had the last one cannot write any more. */
  async #take(session: Session, gone: AbortSignal): Promise<HeldTerm | undefined> {
    const { watch, clock, canServe } = this.#options;
    if (this.#closing.signal.aborted || !(await canServe(session))) {
      await unlockTerm(session);
      return undefined;
    }
    const { process: last } = await readTerm(session);
    if (last !== undefined && last !== watch.id) await endSessions(session, last);
    const taken = instantNow(clock);
    const epoch = await takeTerm(session, watch.id);
    return holdTerm({ session, gone, epoch, processId: watch.id, clock, taken });
  }

  async #serve(held: HeldTerm): Promise<void> {
    const { serve, say, clock } = this.#options;
    const epoch = String(held.epoch);
    say(`This process is the primary now (term ${epoch}).`);
    if (this.#closing.signal.aborted) this.#stop.abort();
    try {
      await serve(held, this.#stop.signal);
    } finally {
      say(held.lost.aborted ? `Term ${epoch} is lost.` : `Term ${epoch} is given up.`);
      await pauseUntil(clock, ANSWER_MS, held.release());
    }
  }

  /** Looks every second after the lock that nobody lets go, and removes the dead from the table. */
  async #attend(): Promise<void> {
    const { clock, watch } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await pause(clock, RENEW_MS, signal);
      if (signal.aborted) return;
      const looking = watch.ask((session) =>
        this.#serving === undefined ? this.#evict(session) : removeDead(session),
      );
      await pauseUntil(clock, ANSWER_MS, looking);
    }
  }

  /** Ends the sessions of a process that has the lock and does nothing with it. */
  async #evict(session: Session): Promise<void> {
    const suspect = this.#suspect;
    this.#suspect = undefined;
    const waiting = this.#session;
    if (waiting === undefined) return;
    const { process, leftMs } = await readTerm(session);
    if (leftMs >= 0) return;
    if (process !== undefined && process !== this.#options.watch.id && (await endExpired(session, process))) {
      this.#options.say(`Process ${String(process)} let its term run out. Its sessions are ended.`);
      return;
    }
    const holder = await lockHolder(session);
    if (holder?.pid === waiting.pid || holder?.isIdle === false) return;
    this.#suspect = holder?.pid ?? 0;
    // Somebody who has just got the lock needs a moment; a beat later it is one that was paused there.
    if (this.#suspect !== suspect) return;
    if (holder === undefined) return void (await waiting.close());
    this.#options.say('A process has the lock and does not begin its term. Its session is ended.');
    await endSession(session, holder.pid);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
