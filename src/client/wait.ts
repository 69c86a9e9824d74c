/** Waits until a post has reached a state that ends its way. */
import { failure, type Failure } from '../kernel/failure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { World } from '../world/world.ts';
import type { CallResult } from './answer.ts';
import type { Call } from './paging.ts';
import { partialPost } from './partial.ts';

export interface WaitDesk {
  readonly world: Pick<World, 'clock'>;
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

/**
 * Looks again and again, ever more slowly.
 * @returns the last answer, with `partial` (exit 9) when targets failed and `pending` (exit 8) when the time is over
 */
export async function settledPost({ postId, until, timeoutMs }: Wait, desk: WaitDesk): Promise<Settled> {
  const { world, catalog, signal, call } = desk;
  const card = catalog.card('getPost');
  const input = { path: { postId }, query: {}, headers: {} };
  const deadline = world.clock.deadline(timeoutMs);
  const line = desk.progress(`Waiting for post ${postId}`);
  try {
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const answer = await call(card, input);
      const post = postIn(answer);
      const status = String(post['status']);
      line.update(`Waiting for post ${postId}: ${status}`);
      if (ENDS.includes(status)) return { result: answer.body, ...endOf(post, until, answer.requestId) };
      if (deadline.remaining() === 0) return { result: answer.body, failure: pendingFailure(post, timeoutMs) };
      await world.clock.sleep(Math.min(pauseMs, deadline.remaining()), signal);
    }
  } finally {
    deadline.clear();
    line.stop();
  }
}

function postIn({ body }: CallResult): Readonly<Record<string, unknown>> {
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

const pendingFailure = ({ _id, status }: Readonly<Record<string, unknown>>, timeoutMs: number): Failure =>
  failure('pending', {
    message: `The post is still ${String(status)} after ${timeoutMs / 1000} s.`,
    details: { status },
    hint: `Look again with \`svc posts get ${String(_id)}\`, or allow more time with --timeout.`,
  });
