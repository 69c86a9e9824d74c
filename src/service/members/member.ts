/** One of the processes that share a database: it serves while it is the primary, and forwards to the primary otherwise. Opened by whoever starts the service in team mode. */
import { StoreUnavailable } from '../store/connection.ts';
import type { Session } from '../store/postgres/session.ts';
import { doorOf, holdCalls } from './door.ts';
import { openElection, type Election } from './election.ts';
import { openForwarder, type Forwarder } from './forward.ts';
import type { MachineClock, Term } from './held-term.ts';
import type { Inner } from './inner.ts';
import { bracketed, isEverywhere, listen, type Listening, type ListenOptions } from './listening.ts';
import { waitForAbort, pause, pauseUntil } from './pause.ts';
import { hasOthers, readRoll, type ProcessRow, type Self } from './roll.ts';
import { openWatch, type Primary, type Watch } from './watch.ts';

export interface MemberOptions {
  /** `postgres://...` */
  readonly database: string;
  /** What to listen at; port 0 takes a free one. */
  readonly host: string;
  readonly port: number;
  /** Where the other processes reach this one; without it the host, or the machine's name where it listens at all addresses. */
  readonly advertised?: string | undefined;
  /** The machine's clock, best with `monotonic`. */
  readonly clock: MachineClock;
  readonly pid: number;
  /** The machine's name. */
  readonly hostName: string;
  /** It listens beyond this machine. */
  readonly isPublic?: boolean;
  /** Of the package. */
  readonly version: string;
  /** The newest form of the tables that the program knows. */
  readonly schemaVersion: number;
  /** False where the tables are of a newer program. Without it every process may serve. */
  readonly canServe?: (session: Session) => Promise<boolean>;
  /** Opens what serves for one term. */
  readonly openTerm: (term: Term) => Promise<Inner>;
  /** Makes the id of a request that has none of its own. */
  readonly uuid: () => string;
  readonly say: (sentence: string) => void;
}

export interface Member {
  /** Number of this process in the table of processes. */
  readonly id: number;
  /** Where this machine reaches it. */
  readonly url: string;
  readonly port: number;
  /** Whether this process is the primary, its term is valid and its service open. */
  isPrimary(): boolean;
  /** The primary as far as is known. */
  primary(): Primary | undefined;
  /** @throws StoreUnavailable */
  processes(): Promise<readonly ProcessRow[]>;
  /** Lets another process take over; this one waits again behind the others. */
  stepDown(): Promise<void>;
  /** Hands over, ends what is under way, and leaves. */
  close(): Promise<void>;
}

/** How long a process that ends takes at most, in ms. */
const DRAIN_MS = 10_000;
/** How often a process that ends looks whether there is another one. */
const LOOK_MS = 250;
/** After the next primary is known: until everybody else knows it too, and has stopped asking here. */
const LINGER_MS = 500;
const SILENT_MS = 100;

/**
 * Resolves when this process serves, or knows who does.
 * @throws StoreUnavailable when the database cannot be reached, Failure `port_taken`, or whatever the first term failed with
 */
export async function openMember(options: MemberOptions): Promise<Member> {
  const { host, port, uuid } = options;
  const early = holdCalls(uuid);
  const listening = await listen({ host, port, uuid, receive: early.receive });
  try {
    const self = selfOf(options, listening.port);
    const watch = await openWatch({ url: options.database, clock: options.clock, self, say: options.say });
    const member = new OpenMember(options, listening, watch);
    early.release(member.receive);
    await member.begin();
    return member;
  } catch (error) {
    listening.cut();
    await listening.finish();
    throw error;
  }
}

const selfOf = (options: MemberOptions, port: number): Self => ({
  url: options.advertised ?? advertisedUrl(options, port),
  pid: options.pid,
  host: options.hostName,
  version: options.version,
  schemaVersion: options.schemaVersion,
  isPublic: options.isPublic === true,
});

const advertisedUrl = ({ host, hostName }: MemberOptions, port: number): string =>
  `http://${isEverywhere(host) ? hostName : bracketed(host)}:${String(port)}`;

interface Serving {
  readonly term: Term;
  /** Undefined while it is being opened. */
  inner: Inner | undefined;
}

class OpenMember implements Member {
  readonly id: number;
  readonly url: string;
  readonly port: number;
  readonly receive: ListenOptions['receive'];
  readonly #options: MemberOptions;
  readonly #listening: Listening;
  readonly #watch: Watch;
  readonly #forwarder: Forwarder;
  readonly #ended = new AbortController();
  #election: Election | undefined;
  #serving: Serving | undefined;
  #isDraining = false;
  #isHopeless = false;
  #failed: { readonly error: unknown } | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: MemberOptions, listening: Listening, watch: Watch) {
    this.#options = options;
    this.#listening = listening;
    this.#watch = watch;
    this.id = watch.id;
    this.url = listening.url;
    this.port = listening.port;
    this.#forwarder = openForwarder({ id: watch.id, clock: options.clock });
    this.receive = doorOf({
      clock: options.clock,
      uuid: options.uuid,
      forwarder: this.#forwarder,
      self: this,
      inner: () => (this.#isServing() ? this.#serving?.inner : undefined),
      isOpening: () => this.#isServing() && this.#serving?.inner === undefined,
      primary: () => this.primary(),
      isReady: () => !this.#isDraining && (this.isPrimary() || this.#other() !== undefined),
      isHopeless: () => this.#isHopeless,
      waitForChange: (ms) => watch.waitForChange(ms),
    });
  }

  /** Takes part in the election until somebody serves. */
  async begin(): Promise<void> {
    const { database, clock, canServe = async () => true, say } = this.#options;
    this.#election = openElection({
      url: database,
      clock,
      watch: this.#watch,
      canServe,
      serve: (term, stop) => this.#serve(term, stop),
      say,
    });
    void this.#cutSilent();
    while (!this.isPrimary() && this.#other() === undefined && this.#failed === undefined)
      await this.#watch.waitForChange(LINGER_MS);
    if (this.#failed === undefined) return;
    await this.close();
    throw this.#failed.error;
  }

  isPrimary(): boolean {
    return this.#isServing() && this.#serving?.inner !== undefined;
  }

  primary(): Primary | undefined {
    return this.#watch.primary();
  }

  processes(): Promise<readonly ProcessRow[]> {
    return this.#watch.ask(readRoll);
  }

  async stepDown(): Promise<void> {
    await this.#election?.stepDown();
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  #isServing = (): boolean => !this.#isDraining && this.#serving?.term.isValid() === true;

  /** A primary other than this process. */
  #other(): Primary | undefined {
    const known = this.primary();
    return known?.processId === this.id ? undefined : known;
  }

  /** Serves for one term: until it is lost, or given up. */
  async #serve(term: Term, stop: AbortSignal): Promise<void> {
    const serving: Serving = { term, inner: undefined };
    this.#serving = serving;
    const inner = await this.#open(term);
    try {
      if (inner === undefined) return;
      serving.inner = inner;
      this.#watch.ring();
      await waitForAbort(AbortSignal.any([term.lost, stop]));
    } finally {
      this.#serving = undefined;
      this.#watch.ring();
      await inner?.close().catch((error: unknown) => this.#options.say(`The term did not close: ${messageOf(error)}`));
    }
  }

  /** A failure of the first term ends the start; one that comes of a lost term or database passes. */
  async #open(term: Term): Promise<Inner | undefined> {
    try {
      return await this.#options.openTerm(term);
    } catch (error) {
      this.#serving = undefined;
      if (term.lost.aborted) return undefined;
      this.#options.say(`The service does not open: ${messageOf(error)}`);
      if (!(error instanceof StoreUnavailable)) this.#failed = { error };
      this.#watch.ring();
      throw error;
    }
  }

  /** An earlier primary that was paused keeps its connections open, and will answer none of them. */
  async #cutSilent(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await pause(this.#options.clock, 1_000, this.#ended.signal);
      const known = this.primary();
      if (known !== undefined) this.#forwarder.cutSilent(known.epoch);
    }
  }

  async #close(): Promise<void> {
    this.#isDraining = true;
    this.#listening.endConnections();
    this.#watch.ring();
    await this.#watch.announce(false).catch(() => undefined);
    const { clock } = this.#options;
    const until = clock.now() + DRAIN_MS;
    const left = (): number => Math.max(0, until - clock.now());
    await pauseUntil(clock, left(), this.#election?.close() ?? Promise.resolve());
    await this.#waitForNext(left);
    const finished = this.#listening.finish();
    // Of a connection that was just made, the request may still be on its way.
    await pauseUntil(clock, Math.min(left(), SILENT_MS), finished);
    this.#listening.endSilent();
    await pauseUntil(clock, left(), finished);
    this.#listening.cut();
    await finished;
    this.#ended.abort();
    this.#forwarder.close();
    await this.#watch.close();
  }

  /** Until another process serves and everybody knows; not at all where no other process is left. */
  async #waitForNext(left: () => number): Promise<void> {
    const { clock } = this.#options;
    const hasNext = (): Promise<boolean> =>
      this.#watch.ask((session) => hasOthers(session, this.id)).catch(() => false);
    while (this.#other() === undefined && left() > 0 && (await hasNext()))
      await this.#watch.waitForChange(Math.min(left(), LOOK_MS));
    this.#isHopeless = this.#other() === undefined;
    this.#watch.ring();
    if (!this.#isHopeless) await pause(clock, Math.min(left(), LINGER_MS));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
