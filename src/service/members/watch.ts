/** One session on which a process says that it lives and hears who the primary is; reopened for as long as the process runs. Used by election.ts and member.ts. */
import type { Clock } from '../../kernel/clock.ts';
import { StoreUnavailable } from '../store/connection.ts';
import { openSession, type Session } from '../store/postgres/session.ts';
import { Changes, pause, pauseAfter, pauseUntil } from './pause.ts';
import { confirmLife, enterRoll, leaveRoll, makeTables, type Self } from './roll.ts';
import { readTerm, sessionName, TERM_CHANNEL, WATCH, type TermRow } from './term.ts';

export interface Primary {
  readonly epoch: number;
  readonly processId: number;
  readonly url: string;
}

export interface Watch {
  /** Number of this process. */
  readonly id: number;
  /** The primary as far as is known; undefined where nobody serves, or the term has run out. */
  primary(): Primary | undefined;
  /** Resolves when something about the primary may have changed, and after `ms` at the latest. */
  waitForChange(ms: number, signal?: AbortSignal): Promise<void>;
  /** Wakes those who wait for a change. */
  ring(): void;
  /** Asks the database on this session. @throws StoreUnavailable */
  ask<T>(act: (session: Session) => Promise<T>): Promise<T>;
  /** Says to the others whether this process may take over. */
  announce(mayServe: boolean): Promise<void>;
  /** Leaves the table of processes and ends the session. */
  close(): Promise<void>;
}

export interface WatchOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly self: Self;
  readonly say: (sentence: string) => void;
}

/** Settings of all sessions here: the server notices a connection that is gone, and ends none for waiting. */
export const SETTINGS = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_session_timeout: '0',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
} as const;

const LOOK_MS = 1_000;
/** A session that does not answer for so long is given up. */
const SILENT_MS = 5_000;

/** @throws StoreUnavailable when the database cannot be reached the first time */
export async function openWatch(options: WatchOptions): Promise<Watch> {
  const first = new AbortController();
  const session = await openSession({ ...listening(options, 'svc'), lost: () => first.abort() });
  try {
    await makeTables(session);
    const id = await enterRoll(session, options.self);
    await nameSession(session, sessionName(id, WATCH));
    const watch = new OpenWatch(id, options);
    await watch.begin(session, first.signal);
    return watch;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** The same session in a process that ends, or is too old: not counted among those that may take over. */
const FORWARDING = 'forwarding';

async function nameSession(session: Session, name: string): Promise<void> {
  await session.query(`SELECT set_config('application_name', $1, false)`, [name]);
}

const listening = ({ url }: WatchOptions, name: string) => ({ url, name, settings: SETTINGS });

interface Seen {
  readonly row: TermRow;
  /** By this process's clock. */
  readonly until: number;
}

class OpenWatch implements Watch {
  readonly #options: WatchOptions;
  readonly #changes: Changes;
  readonly #closing = new AbortController();
  #name: string;
  #session: Session | undefined;
  #seen: Seen | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(
    readonly id: number,
    options: WatchOptions,
  ) {
    this.#options = options;
    this.#name = sessionName(id, WATCH);
    this.#changes = new Changes(options.clock);
  }

  /** Listens, and goes on by itself from there. */
  async begin(session: Session, lost: AbortSignal): Promise<void> {
    await this.#listen(session);
    this.#running = this.#run(session, lost);
  }

  primary(): Primary | undefined {
    if (this.#seen === undefined || this.#seen.until <= this.#options.clock.now()) return undefined;
    const { epoch, process, url } = this.#seen.row;
    return process === undefined || url === undefined ? undefined : { epoch, processId: process, url };
  }

  waitForChange(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#changes.wait(ms, signal);
  }

  ring(): void {
    this.#changes.ring();
  }

  async ask<T>(act: (session: Session) => Promise<T>): Promise<T> {
    if (this.#session === undefined) throw new StoreUnavailable('The store cannot reach its database.');
    return await act(this.#session);
  }

  async announce(mayServe: boolean): Promise<void> {
    this.#name = sessionName(this.id, mayServe ? WATCH : FORWARDING);
    await this.ask((session) => nameSession(session, this.#name));
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const leaving = this.ask((session) => leaveRoll(session, this.id));
    await pauseUntil(this.#options.clock, SILENT_MS, leaving);
    this.#closing.abort();
    await this.#session?.close();
    await this.#running;
  }

  async #run(first: Session, firstLost: AbortSignal): Promise<void> {
    await this.#attend(first, firstLost);
    for (let failures = 1; !this.#closing.signal.aborted; failures += 1) {
      await pause(this.#options.clock, pauseAfter(failures), this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      const lost = new AbortController();
      const session = await this.#reopen(() => lost.abort()).catch(() => undefined);
      if (session === undefined) continue;
      this.#options.say('The database answers again.');
      failures = 0;
      await this.#attend(session, lost.signal);
    }
  }

  async #reopen(lost: () => void): Promise<Session> {
    const session = await openSession({ ...listening(this.#options, this.#name), lost });
    try {
      await makeTables(session);
      await confirmLife(session, this.id, this.#options.self);
      await this.#listen(session);
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  async #listen(session: Session): Promise<void> {
    session.onNotice(() => void this.#look(session).catch(() => undefined));
    await session.exec(`LISTEN ${TERM_CHANNEL}`);
    await this.#look(session);
    this.#session = session;
  }

  /** Looks every second, for as long as the session answers. */
  async #attend(session: Session, lost: AbortSignal): Promise<void> {
    const { clock, self, say } = this.#options;
    const over = AbortSignal.any([lost, this.#closing.signal]);
    while (!over.aborted) {
      await pause(clock, LOOK_MS, over);
      if (over.aborted) break;
      let answered = false;
      const look = async (): Promise<void> => {
        await confirmLife(session, this.id, self);
        await this.#look(session);
        answered = true;
      };
      await pauseUntil(clock, SILENT_MS, look(), over);
      if (!answered) break;
    }
    this.#session = undefined;
    if (!this.#closing.signal.aborted) say('The database does not answer. Trying again until it does.');
    await session.close();
  }

  async #look(session: Session): Promise<void> {
    const row = await readTerm(session);
    const before = this.#seen?.row;
    this.#seen = { row, until: this.#options.clock.now() + row.leftMs };
    if (before?.epoch !== row.epoch || before.process !== row.process || before.url !== row.url) this.#changes.ring();
  }
}
