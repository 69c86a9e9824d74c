/** Waits until a post, or anything else with a status, has reached a state that ends its way. */
import { failure, type Failure } from '../kernel/failure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { World } from '../world/world.ts';
import type { CallResult } from './answer.ts';
import { isFrozenAt, localHealthAt } from './local-health.ts';
import type { Call } from './paging.ts';
import { nextSkip } from './next-skip.ts';
import { partialPost } from './partial.ts';
import type { CallInput } from './request.ts';

export interface WaitDesk {
  readonly world: Pick<World, 'clock' | 'http'>;
  target(): Promise<{ readonly baseUrl: string }>;
  readonly catalog: Catalog;
  readonly signal: AbortSignal;
  call: Call;
  progress(line: string): { update(line: string): void; stop(): void };
}

export interface Wait {
  readonly postId: string;
  /** `published` counts every other end as a failure; `terminal` takes a cancelled post for an end like any other. */
  readonly until: 'published' | 'terminal';
  readonly timeoutMs: number;
}

export interface Settled {
  /** The answer of the last look. */
  readonly result: unknown;
  readonly failure?: Failure;
}

/** States from which a post does not move by itself. Source: specification, "Post states" */
const ENDS = ['published', 'partial', 'failed', 'cancelled'];
const FIRST_LOOK_MS = 250;
const LONGEST_PAUSE_MS = 5000;

/** Looks at which nothing has changed before a frozen clock ends the wait: what is under way goes on, what is due later never comes. */
const LOOKS_WHILE_FROZEN = 3;

/** Something that goes its way, and how to look at it. */
export interface Watch {
  /** Id of the operation that shows it. */
  readonly operation: string;
  readonly input: CallInput;
  /** For people: `post 65a1…`. */
  readonly name: string;
  /** The record in the answer. */
  recordIn(body: unknown): Readonly<Record<string, unknown>> | undefined;
  /** How far it is, for the line on a terminal; its state, unless this says more. */
  progress?(record: Readonly<Record<string, unknown>>): string;
  /** States at which the wait ends. */
  readonly ends: readonly string[];
  readonly timeoutMs: number;
}

export interface Watched {
  readonly answer: CallResult;
  readonly record: Readonly<Record<string, unknown>>;
  /** Why the wait ended: by a state, by its time, of which a local service can skip some, or since no time passes there. */
  readonly end: 'state' | 'time' | 'local' | 'frozen';
}

/** Looks again and again, ever more slowly. */
export async function watchUntilEnd(watch: Watch, desk: WaitDesk): Promise<Watched> {
  const { world, signal } = desk;
  const deadline = world.clock.deadline(watch.timeoutMs);
  const line = desk.progress(`Waiting for ${watch.name}`);
  let pauseMs = FIRST_LOOK_MS;
  let seen = '';
  let looks = 0;
  try {
    for (;;) {
      const { answer, record } = await look(watch, desk);
      const current = JSON.stringify(record);
      looks = current === seen ? looks + 1 : 1;
      seen = current;
      const status = String(record['status']);
      line.update(`Waiting for ${watch.name}: ${watch.progress?.(record) ?? status}`);
      if (watch.ends.includes(status)) return { answer, record, end: 'state' };
      if (deadline.remaining() === 0) return { answer, record, end: (await isLocal(desk)) ? 'local' : 'time' };
      if (looks === LOOKS_WHILE_FROZEN && (await isFrozen(desk))) return { answer, record, end: 'frozen' };
      await world.clock.sleep(Math.min(pauseMs, deadline.remaining()), signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  } finally {
    deadline.clear();
    line.stop();
  }
}

/** The record with the answer that has it: a list is read page by page until it comes. */
async function look(watch: Watch, { catalog, call }: WaitDesk): Promise<Omit<Watched, 'end'>> {
  const card = catalog.card(watch.operation);
  let { input } = watch;
  for (;;) {
    const answer = await call(card, input);
    const record = watch.recordIn(answer.body);
    const skip = nextSkip(answer.body);
    if (record !== undefined || skip === undefined) return { answer, record: record ?? {} };
    input = { ...input, query: { ...input.query, skip } };
  }
}

const isLocal = async ({ world, target }: WaitDesk): Promise<boolean> =>
  (await localHealthAt(world, (await target()).baseUrl).catch(() => undefined)) !== undefined;

const isFrozen = async ({ world, target, signal }: WaitDesk): Promise<boolean> =>
  isFrozenAt(world, (await target()).baseUrl, signal);

/** The wait that ended before its state. */
export const unfinished = (
  { record: { status }, end }: Watched,
  { timeoutMs }: Pick<Watch, 'timeoutMs'>,
  words: { readonly subject: string; readonly look: string; readonly decide?: string | undefined },
): Failure =>
  failure('pending', {
    message:
      end === 'frozen'
        ? `${words.subject} is ${String(status)}, and the clock of the local service is frozen.`
        : `${words.subject} is still ${String(status)} after ${timeoutMs / 1000} s.`,
    details: { status },
    hint:
      end === 'frozen'
        ? `Advance it with \`svc local clock advance --until-next-due\`${words.decide === undefined ? '' : `, or ${words.decide}`}. Check again with \`${words.look}\`.`
        : `Check again with \`${words.look}\`, or allow more time with --timeout.${end === 'local' ? ` The local service can skip it: \`svc local clock set frozen\`, then \`svc local clock advance --until-next-due\`.` : ''}`,
  });

/**
 * @returns the last answer, with `partial` (exit 9) when targets failed and `pending` (exit 8) when the wait ended before
 */
export async function settledPost({ postId, until, timeoutMs }: Wait, desk: WaitDesk): Promise<Settled> {
  const input = { path: { postId }, query: {}, headers: {} };
  const watch = { operation: 'getPost', input, name: `post ${postId}`, recordIn: postIn, ends: ENDS, timeoutMs };
  const watched = await watchUntilEnd(watch, desk);
  const { answer, record } = watched;
  if (watched.end === 'state') return { result: answer.body, ...endOf(record, until, answer.requestId) };
  const words = { subject: 'The post', look: `svc posts get ${String(record['_id'])}` };
  return { result: answer.body, failure: unfinished(watched, watch, words) };
}

function postIn(body: unknown): Readonly<Record<string, unknown>> {
  const { post } = (body ?? {}) as { post?: unknown };
  return (post ?? body ?? {}) as Record<string, unknown>;
}

function endOf(
  post: Readonly<Record<string, unknown>>,
  until: Wait['until'],
  requestId: string,
): { failure?: Failure } {
  const partial = partialPost(post, requestId);
  if (partial !== undefined) return { failure: partial };
  if (until === 'terminal' || post['status'] !== 'cancelled') return {};
  return { failure: failure('partial', { message: 'The post was cancelled before it was published.', requestId }) };
}
