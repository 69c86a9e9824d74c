/** Publishes targets: claim, mark, do, record. The timeline's worker comes here when a target is due; inline.ts for publish-now. */
import type { Desk } from '../../../desk.ts';
import { commit, commitSteps, type Steps, type View } from '../../../change.ts';
import { stepAfter, type NextStep } from '../../../limits/retries.ts';
import type { NetworkAnswer, Published } from '../../../networks/driver.ts';
import type { DueRow } from '../../../store/store.ts';
import { postDefaultsOf } from '../../account-settings/offers.ts';
import { disconnectIn } from '../../accounts/offers.ts';
import { NO_CHANGES, type PostChanges } from '../changes.ts';
import { mark, type Work } from './mark.ts';
import { accepted, later, refused } from './outcome.ts';
import type { Post } from '../../../store/post.ts';
import { publicationOf } from './publication.ts';
import { originalOf, recycled } from './recycle.ts';

/** The timeline's worker of the kind `publish`. Safe to run twice: a recorded target is not touched again. */
export async function publishDue(job: DueRow, desk: Desk): Promise<void> {
  const work = await markTarget(job, desk);
  if (work === undefined) return;
  const answer = await ask(work, desk);
  await commitSteps(desk, [`post/${work.post.id}`], (view) => record(view, desk, { work, answer }));
}

interface Gathering {
  readonly jobs: DueRow[];
  /** The work of each job by its ref. */
  readonly works: Promise<ReadonlyMap<string, Work>>;
}

/** Jobs that wait for one and the same transaction, until the store has a turn for it. */
const gatherings = new WeakMap<Desk['store'], Gathering>();

/** Jobs that become due together are marked together. */
async function markTarget(job: DueRow, desk: Desk): Promise<Work | undefined> {
  const gathering = gatherings.get(desk.store) ?? gather(desk);
  gathering.jobs.push(job);
  return (await gathering.works).get(job.ref);
}

function gather(desk: Desk): Gathering {
  const { store, plan, clock } = desk;
  const jobs: DueRow[] = [];
  const end = (): void => void gatherings.delete(store);
  // Jobs join until the transaction begins, so what it rests on is not known in advance.
  const works = commit(desk, [], (view) => {
    end();
    return mark(view, jobs, { plan, now: clock.now() });
  });
  works.catch(end);
  const gathering = { jobs, works };
  gatherings.set(store, gathering);
  return gathering;
}

/** One request to the platform. Its key makes a repeated request the same publication. */
export async function ask({ post, target, account }: Work, desk: Desk): Promise<NetworkAnswer<Published>> {
  const defaults = await postDefaultsOf(desk, account);
  return desk.networks.driver(account.platform).publish(account, publicationOf(post, target, defaults));
}

/** What an answer leads to; `waitMs` when it is to be tried again. */
export const stepFor = (work: Work, answer: NetworkAnswer<Published>): NextStep | undefined =>
  answer.outcome === 'ok' ? undefined : stepAfter(answer, work.account.platform, work.tries + 1);

export interface Answered {
  readonly work: Work;
  readonly answer: NetworkAnswer<Published>;
  /** Keeps the job with this process while it waits for the next try. */
  readonly leaseMs?: number;
}

/** The outcome of one try with its events, once: nothing changes when the run was recorded before. */
export async function* record(view: View, desk: Desk, { work, answer, leaseMs }: Answered): Steps<void> {
  const post = await view.post(work.post.id);
  const target = post?.targets.find(({ accountId }) => accountId === work.account.id);
  if (post === undefined || target?.status !== 'pending' || target.run !== work.target.run) return;
  const current: Work = { ...work, post, target };
  const now = desk.clock.now();
  const step = stepFor(current, answer);
  if (step !== undefined && 'waitMs' in step) {
    const wait = {
      at: now + step.waitMs,
      tries: work.tries + 1,
      ...(leaseMs === undefined ? {} : { leaseMs: step.waitMs + leaseMs }),
    };
    return yield later(current, wait);
  }
  const changes = outcomeOf(current, answer, step, now);
  yield changes;
  if (step?.failure.tokenExpired === true) yield* expireToken(view, desk, work, step.failure.message);
  const [after] = changes.posts;
  if (after?.status === 'published') yield await recycle(view, desk, after);
}

/** Source: ASM-56 */
const expireToken = (view: View, desk: Desk, { account }: Work, reason: string): Steps<boolean> =>
  disconnectIn(view, desk, { accountId: account.id, reason, type: 'unintentional' });

function outcomeOf(work: Work, answer: NetworkAnswer<Published>, step: NextStep | undefined, now: number): PostChanges {
  if (answer.outcome === 'ok') return accepted(work, answer.value, now);
  if (step === undefined || !('failure' in step)) throw new Error('Route responses that are not ok to a step.');
  return refused(work, step.failure, now);
}

async function recycle(view: View, desk: Desk, post: Post): Promise<PostChanges> {
  if (post.extra.recycling === undefined && post.extra.recycledFromPostId === undefined) return NO_CHANGES;
  const original = post.extra.recycledFromPostId === undefined ? post : await view.post(originalOf(post));
  return recycled(post, original, { id: desk.ids.record(), now: desk.clock.now() });
}
