/**
 * Processes an accepted delivery: records it, recognizes duplicates, forwards it, answers. receiver.ts has verified it;
 * passing.ts makes each attempt.
 */
import type { Clock } from '../kernel/clock.ts';
import type { AckMode, Duplicates, RetryMode } from '../kernel/listening.ts';
import { accountIdsIn } from '../webhooks/catalogue.ts';
import { ANSWER_WITHIN_MS } from '../webhooks/ladder.ts';
import type { Answer } from '../world/receive.ts';
import { isFor, type Wanted } from './filter.ts';
import type { Journal } from './journal.ts';
import { Lanes, orderKeyOf } from './lanes.ts';
import type { Counts, Feed } from './lines.ts';
import { pauseBefore, type Target, type Attempted } from './passing.ts';
import { OK, type Delivery, type Invalid, type Refused } from './receiver.ts';
import type { Seen } from './seen.ts';

export interface Manner {
  readonly wanted: Wanted;
  readonly targetsFor: (event: string) => readonly Target[];
  readonly ack: AckMode;
  readonly retry: RetryMode;
  readonly duplicates: Duplicates;
  readonly concurrency: number;
  /** What belongs to one conversation or post is passed on one after the other. */
  readonly ordered: boolean;
  /** Reads a body for the filter and the lines without bending its numbers. */
  parse(text: string): Promise<unknown>;
}

export interface Taking {
  readonly manner: Manner;
  readonly feed: Feed;
  readonly counts: Counts;
  readonly seen: Seen<Answer>;
  readonly clock: Clock;
  readonly journal?: Journal;
  /** Maximum number of distinct events; senders of further ones are asked to retry. */
  readonly most?: number;
  /** Aborted when the listener ends: attempts are abandoned. */
  readonly signal: AbortSignal;
  /** Called for every distinct event once it is processed. */
  done(event: string): void;
  /** Called for fatal errors, such as a journal that cannot be written. */
  broken(error: unknown): void;
}

/** Maximum number of deliveries in progress; beyond it senders are asked to retry. */
const MOST_UNDER_WAY = 1_000;

/** From here on a sender is about to give up. */
const WARN_AFTER_MS = 4_000;

/** Why a wait is over; one for all, since an error made for each event costs as much as its signature. */
const ANSWERED = new Error('answered');

/** To a sender that has to come again. */
export const BUSY: Answer = { status: 503, headers: { 'retry-after': '5' }, body: 'busy\n' };

export class Taker {
  readonly #taking: Taking;
  readonly #lanes: Lanes;
  readonly #under = new Set<Promise<unknown>>();
  /** Ids of events that were let in, where not all are. */
  readonly #letIn = new Set<string>();
  /** What was advised, each once. */
  readonly #advised = new Set<string>();
  #number = 0;
  #last: Numbered | undefined;

  constructor(taking: Taking) {
    this.#taking = taking;
    this.#lanes = new Lanes(taking.manner.concurrency);
  }

  /** @throws what recording it throws, after calling `broken`; the sender has to retry */
  async take(delivery: Delivery): Promise<Answer> {
    const { counts, feed, manner, broken } = this.#taking;
    if (feed.isFull || this.#under.size >= MOST_UNDER_WAY) return this.#busy();
    counts.received += 1;
    // Let pass by --verify warn, and wrong all the same.
    if (delivery.signature === 'invalid') counts.invalid += 1;
    this.#advise(delivery.advice);
    const payload = await manner.parse(Buffer.from(delivery.body).toString('utf8'));
    if (!(await isFor(manner.wanted, delivery.envelope, payload))) {
      counts.filtered += 1;
      return OK;
    }
    if (!this.#isLetIn(delivery.envelope.id)) return this.#busy();
    try {
      return await this.#decide(delivery, await this.#keep(delivery), payload);
    } catch (error) {
      broken(error);
      throw error;
    }
  }

  /** Passes the latest event on once more, as when it came. */
  async again(): Promise<void> {
    if (this.#last !== undefined) await this.#pass(this.#last);
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#under.size > 0) await Promise.allSettled([...this.#under]);
  }

  async invalid({ problem, event, id, ...arrival }: Invalid): Promise<void> {
    const { counts, feed, journal } = this.#taking;
    counts.invalid += 1;
    const { reason, sentence } = problem;
    feed.say({
      type: 'invalid',
      event: event ?? null,
      id: id ?? null,
      reason,
      sentence,
      sizeBytes: arrival.body.length,
    });
    await journal?.deliver({
      ...arrival,
      verdict: 'invalid',
      ...problem,
      ...(event !== undefined && { event }),
      ...(id !== undefined && { id }),
    });
  }

  refused({ why, status, what }: Refused): void {
    const { counts, feed } = this.#taking;
    // Once: who comes by a tunnel comes often.
    if (why === 'host' && counts.refused[why] === undefined)
      feed.say({
        type: 'warning',
        message: `Requests for ${what ?? 'no host'} are refused; set a tunnel with --public-url.`,
      });
    counts.refused[why] = (counts.refused[why] ?? 0) + 1;
    feed.say({ type: 'refused', why, status, ...(what !== undefined && { what }) });
  }

  #advise(message: string | undefined): void {
    if (message === undefined || this.#advised.has(message)) return;
    this.#advised.add(message);
    this.#taking.feed.say({ type: 'warning', message });
  }

  #isLetIn(id: string): boolean {
    const { most } = this.#taking;
    if (most === undefined || this.#letIn.has(id)) return true;
    if (this.#letIn.size >= most) return false;
    this.#letIn.add(id);
    return true;
  }

  #busy(): Answer {
    this.refused({ why: 'crowded', status: BUSY.status });
    return BUSY;
  }

  /** Resolves with the delivery's number when the delivery cannot be lost any more. Source: WHK-52 */
  async #keep({ envelope, signature, problem, secretName, ...arrival }: Delivery): Promise<number> {
    this.#number += 1;
    const { journal } = this.#taking;
    if (journal === undefined) return this.#number;
    return journal.deliver({
      at: arrival.at,
      method: arrival.method,
      target: arrival.target,
      headers: arrival.headers,
      body: arrival.body,
      verdict: signature,
      ...(problem !== undefined && { reason: problem.reason, sentence: problem.sentence }),
      ...(secretName !== undefined && { secretName }),
      event: envelope.event,
      id: envelope.id,
    });
  }

  async #decide(delivery: Delivery, n: number, payload: unknown): Promise<Answer> {
    const { counts, feed, manner, seen } = this.#taking;
    const { standing, arrivals, under } = seen.arrived(delivery.envelope.id);
    const isDuplicate = standing !== 'new' && manner.duplicates !== 'forward';
    const isFirst = standing === 'new' && arrivals === 1;
    if (isFirst) counts.events += 1;
    if (standing !== 'new') counts.duplicates += 1;
    const targets = manner.targetsFor(delivery.envelope.event);
    const numbered: Numbered = { delivery, n, targets, isFirst };
    feed.say({ type: isDuplicate ? 'duplicate' : 'event', ...cameOf(numbered), arrival: arrivals, payload });
    if (standing !== 'new' && manner.duplicates === 'drop') return this.#drop(numbered, under);
    this.#last = numbered;
    return this.#answer(numbered);
  }

  /** Who sends again while the first is under way hears what the first does. */
  async #drop({ n }: Numbered, under: Promise<Answer> | undefined): Promise<Answer> {
    const answer = under === undefined ? OK : await under;
    await this.#note(n, { taken: answer.status < 300, status: answer.status });
    return answer;
  }

  async #answer(numbered: Numbered): Promise<Answer> {
    const { manner, seen } = this.#taking;
    const { id } = numbered.delivery.envelope;
    const passed = this.#watch(this.#pass(numbered));
    if (manner.ack === 'now') {
      seen.ended(id, true);
      await this.#note(numbered.n, { taken: true, status: OK.status });
      return OK;
    }
    const answer = this.#watch(this.#within(numbered, passed));
    seen.begins(id, answer);
    const given = await answer;
    const taken = given.status >= 200 && given.status < 300;
    seen.ended(id, taken);
    await this.#note(numbered.n, { taken, status: given.status });
    return given;
  }

  /** A sender waits for so long and no longer. Source: WHK-51 */
  async #within({ delivery: { envelope } }: Numbered, passed: Promise<Answer>): Promise<Answer> {
    const { clock, feed } = this.#taking;
    const stop = new AbortController();
    const late = async (): Promise<Answer> => {
      await clock.sleep(WARN_AFTER_MS, stop.signal);
      feed.say({
        type: 'warning',
        message: `No response to ${envelope.event} for 4 s; after 5 s it counts as failed.`,
      });
      await clock.sleep(ANSWER_WITHIN_MS - WARN_AFTER_MS - HEADROOM_MS, stop.signal);
      return { status: 504, body: 'the target did not respond in time\n' };
    };
    try {
      return await Promise.race([passed, late().catch(() => passed)]);
    } finally {
      stop.abort(ANSWERED);
    }
  }

  /** To all of its targets; what the first that failed said, else the first. */
  async #pass(numbered: Numbered): Promise<Answer> {
    const { delivery, targets, isFirst } = numbered;
    const { event, payload } = delivery.envelope;
    const key = this.#taking.manner.ordered ? orderKeyOf(payload, accountIdsIn(event, payload)) : undefined;
    const all = await Promise.all(
      targets.map((target) => this.#lanes.run(key, () => this.#attempt(numbered, target, 1))),
    );
    if (isFirst) this.#taking.done(event);
    const shown = all.find(({ ok }) => !ok) ?? all[0];
    return shown === undefined ? OK : this.#answerOf(shown);
  }

  #answerOf({ status, ok, to, contentType, body }: Attempted): Answer {
    if (!ok && this.#taking.manner.retry !== 'off') return { status: 202, body: 'it will be retried\n' };
    if (status === null) return { status: 502, body: 'the target did not respond\n' };
    if (to === 'exec') return ok ? OK : { status: 500, body: `the program exited with ${String(status)}\n` };
    // A response without a body must not announce one, and 1xx is not a final response.
    const answered = status < 200 ? 502 : status;
    return { status: answered, headers: { 'content-type': contentType ?? 'text/plain' }, ...(body && { body }) };
  }

  async #attempt(numbered: Numbered, target: Target, attempt: number): Promise<Attempted> {
    const { counts, feed, manner, signal } = this.#taking;
    const tried = await target.tell(numbered.delivery, signal);
    if (tried.ok) counts.forwarded += 1;
    else counts.failed += 1;
    const pause = tried.ok || signal.aborted ? undefined : pauseBefore(manner.retry, attempt + 1);
    feed.say({
      type: 'response',
      ...responseOf(numbered, tried),
      attempt,
      ...(pause !== undefined && { retryInMs: pause }),
    });
    await this.#note(numbered.n, { taken: false, target: tried.to, ms: tried.ms, ...noted(tried) });
    if (pause !== undefined) void this.#watch(this.#later(numbered, target, { attempt: attempt + 1, pause }));
    return tried;
  }

  async #later(
    numbered: Numbered,
    target: Target,
    { attempt, pause }: { attempt: number; pause: number },
  ): Promise<void> {
    const { clock, signal } = this.#taking;
    await clock.sleep(pause, signal);
    await this.#lanes.run(undefined, () => this.#attempt(numbered, target, attempt));
  }

  async #note(of: number, outcome: Omit<Parameters<Journal['outcome']>[0], 'of' | 'at'>): Promise<void> {
    const { journal, clock } = this.#taking;
    await journal?.outcome({ of, at: clock.now(), ...outcome });
  }

  #watch<T>(act: Promise<T>): Promise<T> {
    const settled = act.then(
      () => undefined,
      (error: unknown) => this.#taking.signal.aborted || this.#taking.broken(error),
    );
    this.#under.add(settled);
    void settled.then(() => this.#under.delete(settled));
    return act;
  }
}

/** The answer has to reach the sender, too. */
const HEADROOM_MS = 100;

/** A delivery that was kept, and whom it goes to. */
interface Numbered {
  readonly delivery: Delivery;
  readonly n: number;
  readonly targets: readonly Target[];
  /** False for a duplicate. */
  readonly isFirst: boolean;
}

function wordsOf({ delivery: { envelope, signature }, n }: Numbered) {
  const { id, event, payload } = envelope;
  return { n, id, event, accountIds: accountIdsIn(event, payload), signature };
}

function cameOf(numbered: Numbered) {
  const { envelope, problem, body } = numbered.delivery;
  return {
    ...wordsOf(numbered),
    timestamp: envelope.timestamp ?? null,
    ...(problem !== undefined && { reason: problem.reason }),
    sizeBytes: body.length,
    targets: numbered.targets.length,
  };
}

const SHOWN_CHARACTERS = 2_000;

function responseOf(numbered: Numbered, { to, status, ok, ms, error, body }: Attempted) {
  const text = body === undefined ? '' : Buffer.from(body).toString('utf8').slice(0, SHOWN_CHARACTERS);
  return {
    ...wordsOf(numbered),
    to,
    status,
    ok,
    ms,
    ...(error !== undefined && { error }),
    ...(text !== '' && { body: text }),
  };
}

const noted = ({ status, error }: Attempted): { status?: number; error?: string } => ({
  ...(status !== null && { status }),
  ...(error !== undefined && { error }),
});
