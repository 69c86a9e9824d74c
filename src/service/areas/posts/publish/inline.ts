/** Publishes the targets of one post while the caller waits: publish-now and retry. What cannot end now goes on in the timeline. */
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Desk } from '../../../desk.ts';
import { commit, commitSteps } from '../../../change.ts';
import type { TargetFailure } from '../../../limits/retries.ts';
import type { PostAccount } from '../account.ts';
import { jobPlace, jobRef, publishJob, PUBLISH } from '../changes.ts';
import type { Work } from './mark.ts';
import { goneFailure, refused, type Attempt } from './outcome.ts';
import type { Post } from '../../../store/post.ts';
import { ask, record, stepFor } from './publish.ts';
import { INLINE_LEASE_MS } from '../decide/start.ts';

export interface Waiting {
  /** Aborted when the caller hangs up: the timeline takes over what waits. */
  readonly signal: AbortSignal;
  /** Takes a post back whose only target met a rate limit; see withdraw(). */
  readonly withdraws?: boolean;
}

/**
 * Runs every target in flight side by side and returns when each has ended or, in frozen mode, waits for the clock. Within
 * one transaction nothing is waited for, and they run one after the other, so that one seed gives the same ids anywhere.
 * @returns the rate error that took the post back, when there was one
 */
export async function publishInline(
  post: Post,
  accounts: ReadonlyMap<string, PostAccount>,
  { desk, waiting }: { readonly desk: Desk; readonly waiting: Waiting },
): Promise<TargetFailure | undefined> {
  const withdraws = waiting.withdraws === true && post.targets.length === 1;
  const flying = post.targets.filter(({ startedAt }) => startedAt !== undefined);
  const run = (target: Post['targets'][number]): Promise<TargetFailure | undefined> => {
    const account = accounts.get(target.accountId);
    if (account?.active !== true) return fail({ post, target, account }, desk);
    return runToEnd({ post, target, account, tries: 0 }, desk, { ...waiting, withdraws });
  };
  const limits =
    desk.store.isInside === true ? await oneByOne(flying, run) : await Promise.all(flying.map((one) => run(one)));
  return limits.find((limit) => limit !== undefined);
}

async function oneByOne<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await run(one));
  return results;
}

/** A retry may meet an account that has gone since: that is the target's failure, not the call's. */
function fail(attempt: Attempt, desk: Desk): Promise<undefined> {
  const { post, target, account } = attempt;
  return commit(desk, [`post/${post.id}`], async (view) => {
    const current = await view.post(post.id);
    if (current === undefined) return {};
    const changes = refused({ ...attempt, post: current }, goneFailure(account), desk.clock.now());
    return { ...changes, cancelled: [jobPlace(post.id, target.accountId)] };
  });
}

async function runToEnd(first: Work, desk: Desk, waiting: Waiting): Promise<TargetFailure | undefined> {
  for (let work = first; ; work = { ...work, tries: work.tries + 1 }) {
    const answer = await ask(work, desk);
    const step = stepFor(work, answer);
    const limit = limitOf(work, step);
    if (limit !== undefined && waiting.withdraws === true) return withdraw(work, limit, desk);
    const isWaiting = step !== undefined && 'waitMs' in step;
    const staysHere = isWaiting && desk.clock.mode === 'real' && !waiting.signal.aborted;
    await commitSteps(desk, [`post/${work.post.id}`], async function* (view) {
      yield* record(view, desk, { work, answer, ...(staysHere ? { leaseMs: INLINE_LEASE_MS } : {}) });
      if (!isWaiting) yield { cancelled: [jobPlace(work.post.id, work.account.id)] };
    });
    if (!staysHere) return undefined;
    if (!(await slept(desk, step.waitMs, waiting.signal))) return handOver(work, desk);
  }
}

/** Where the caller waits, the answer is the platform's own rate limit. Source: LIM-50, control surface */
const limitOf = ({ account }: Work, step: ReturnType<typeof stepFor>): TargetFailure | undefined =>
  traitsOf(account.platform).posting?.callerWaits === true &&
  step !== undefined &&
  'failure' in step &&
  step.failure.rateLimited === true
    ? step.failure
    : undefined;

/** The caller has to try again, so nothing of this call is kept: no post, no event, no job. */
const withdraw = ({ post, account }: Work, limit: TargetFailure, desk: Desk): Promise<TargetFailure> =>
  commit(desk, [`post/${post.id}`], async () => ({
    cancelled: [jobPlace(post.id, account.id)],
    removedPosts: [post.id],
    result: limit,
  }));

const slept = (desk: Desk, ms: number, signal: AbortSignal): Promise<boolean> =>
  desk.clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );

/** The caller hung up while the platform was to be waited for: the job loses its lease and stays due. */
const handOver = ({ post, target, tries }: Work, desk: Desk): Promise<undefined> =>
  commit(desk, [`post/${post.id}`], async (view) => {
    const [job] = await view.due({ kind: PUBLISH, ref: jobRef(post.id, target.accountId), limit: 1 });
    if (job === undefined) return {};
    return { due: [publishJob(post, target, Math.max(job.dueAt, desk.clock.now()), { tries: tries + 1 })] };
  });
