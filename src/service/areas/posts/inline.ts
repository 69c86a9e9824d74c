/** Publishes the targets of one post while the caller waits: publish-now and retry. What cannot end now goes on in the timeline. */
import type { Desk } from '../../call.ts';
import type { TargetFailure } from '../../limits/retries.ts';
import type { Tx } from '../../store/store.ts';
import type { PostAccount } from './account.ts';
import { commit, jobRef, publishJob, PUBLISH } from './changes.ts';
import type { Work } from './mark.ts';
import { goneFailure, refused, type Attempt } from './outcome.ts';
import type { Post } from './post.ts';
import { ask, record, stepFor } from './publish.ts';
import { INLINE_LEASE_MS } from './start.ts';

export interface Waiting {
  /** Aborted when the caller hangs up: the timeline takes over what waits. */
  readonly signal: AbortSignal;
  /** Takes a post back whose only target met a rate limit; see withdrawn(). */
  readonly withdraws?: boolean;
}

/**
 * Runs every target in flight side by side and returns when each has ended or, in frozen mode, waits for the clock.
 * @returns the rate error that took the post back, when there was one
 */
export async function publishInline(
  post: Post,
  accounts: ReadonlyMap<string, PostAccount>,
  { desk, waiting }: { readonly desk: Desk; readonly waiting: Waiting },
): Promise<TargetFailure | undefined> {
  const withdraws = waiting.withdraws === true && post.targets.length === 1;
  const flying = post.targets.filter(({ startedAt }) => startedAt !== undefined);
  const limits = await Promise.all(
    flying.map((target) => {
      const account = accounts.get(target.accountId);
      if (account?.active !== true) return failed({ post, target, account }, desk);
      return runToEnd({ post, target, account, tries: 0 }, desk, { ...waiting, withdraws });
    }),
  );
  desk.wake();
  return limits.find((limit) => limit !== undefined);
}

/** A retry may meet an account that has gone since: that is the target's failure, not the call's. */
function failed(attempt: Attempt, desk: Desk): Promise<undefined> {
  const { post, target, account } = attempt;
  return desk.store.transact(async (tx) => {
    const current = await tx.post(post.id);
    if (current === undefined) return undefined;
    await commit(tx, refused({ ...attempt, post: current }, goneFailure(account), desk.clock.now()));
    await tx.cancel(PUBLISH, jobRef(post.id, target.accountId));
    return undefined;
  });
}

async function runToEnd(first: Work, desk: Desk, waiting: Waiting): Promise<TargetFailure | undefined> {
  for (let work = first; ; work = { ...work, tries: work.tries + 1 }) {
    const answer = await ask(work, desk);
    const step = stepFor(work, answer);
    const limit = limitOf(work, step);
    if (limit !== undefined && waiting.withdraws === true) return withdrawn(work, limit, desk);
    const isWaiting = step !== undefined && 'waitMs' in step;
    const staysHere = isWaiting && desk.clock.mode === 'real' && !waiting.signal.aborted;
    await desk.store.transact(async (tx) => {
      await record(tx, desk, { work, answer, ...(staysHere ? { leaseMs: INLINE_LEASE_MS } : {}) });
      if (!isWaiting) await tx.cancel(PUBLISH, jobRef(work.post.id, work.account.id));
    });
    if (!staysHere || !(await slept(desk, step.waitMs, waiting.signal))) return handedOver(work, desk, staysHere);
  }
}

/** reddit alone answers the caller with its own rate limit. Source: LIM-50, control surface */
const limitOf = ({ account }: Work, step: ReturnType<typeof stepFor>): TargetFailure | undefined =>
  account.platform === 'reddit' && step !== undefined && 'failure' in step && step.failure.rateLimited === true
    ? step.failure
    : undefined;

/** The caller is told to come again, so nothing of this call stays: no post, no event, no job. */
async function withdrawn({ post, account }: Work, limit: TargetFailure, desk: Desk): Promise<TargetFailure> {
  await desk.store.transact(async (tx) => {
    await tx.cancel(PUBLISH, jobRef(post.id, account.id));
    await tx.removePost(post.id);
  });
  return limit;
}

const slept = (desk: Desk, ms: number, signal: AbortSignal): Promise<boolean> =>
  desk.clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );

/** The caller hung up while the platform was to be waited for: the job loses its lease and stays due. */
async function handedOver(work: Work, desk: Desk, wasLeased: boolean): Promise<undefined> {
  if (wasLeased) await desk.store.transact((tx) => release(tx, work, desk.clock.now()));
  return undefined;
}

async function release(tx: Tx, { post, target, tries }: Work, now: number): Promise<void> {
  const [job] = await tx.due({ kind: PUBLISH, ref: jobRef(post.id, target.accountId), limit: 1 });
  if (job !== undefined) await tx.schedule(publishJob(post, target, Math.max(job.dueAt, now), { tries: tries + 1 }));
}
