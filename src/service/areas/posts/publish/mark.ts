/** Marks due targets as in flight, in one transaction for many jobs, and keeps back what a cap or a time holds. Next stop: publish.ts. */
import type { PlanDesk } from '../../../limits/plan.ts';
import { together, type Changes, type View } from '../../../change.ts';
import type { Breach, Counted } from '../../../../platforms/caps.ts';
import { post as states, type PostStatus } from '../../../states/post.ts';
import type { DueRow } from '../../../store/store.ts';
import { readAccount, type PostAccount } from '../account.ts';
import { dueOf, jobRef, NO_CHANGES, publishJob, withTarget, type PostChanges } from '../changes.ts';
import { goneFailure, held, refused, type Attempt } from './outcome.ts';
import type { Post, Target } from '../../../store/post.ts';
import { bucketOfTarget } from './publication.ts';
import { breachFor, countedFor, promisedFor, type Promised } from './room.ts';

/** An attempt that is to be made now. */
export interface Work extends Attempt {
  readonly account: PostAccount;
  /** Tries made before this one. */
  readonly tries: number;
}

/** The room of one account, as the jobs of a batch take it. */
interface Room {
  readonly publications: Counted[];
  /** Read when there is no room left. */
  promised?: Promised[];
}

/** What the jobs of one batch know of each other before they are written. */
interface Batch {
  readonly view: View;
  readonly plan: PlanDesk;
  readonly now: number;
  readonly posts: Map<string, Post>;
  readonly accounts: Map<string, PostAccount | undefined>;
  readonly rooms: Map<string, Room>;
  /** Events and jobs of the batch, and posts in it as they were last decided. */
  readonly decided: PostChanges[];
  readonly changed: Set<string>;
}

/** The work to do now, by the ref of its job. Everything else that the jobs ask for is settled by the changes. */
export async function mark(
  view: View,
  jobs: readonly DueRow[],
  around: { plan: PlanDesk; now: number },
): Promise<Changes & { readonly result: ReadonlyMap<string, Work> }> {
  const batch: Batch = {
    ...{ view, ...around },
    ...{ posts: new Map(), accounts: new Map(), rooms: new Map(), decided: [], changed: new Set() },
  };
  const started: { postId: string; accountId: string; tries: number }[] = [];
  for (const job of jobs) {
    const [postId = '', accountId = ''] = job.ref.split('/');
    if (await starts(batch, job, { postId, accountId })) started.push({ postId, accountId, tries: triesOf(job) });
  }
  const works = started.flatMap((one) => workOf(batch, one));
  return {
    ...together(batch.decided),
    posts: [...batch.changed].map((id) => batch.posts.get(id) as Post),
    result: new Map(works.map((work) => [jobRef(work.post.id, work.account.id), work])),
  };
}

async function starts(batch: Batch, job: DueRow, ids: { postId: string; accountId: string }): Promise<boolean> {
  const post = await postIn(batch, ids.postId);
  const target = post?.targets.find(({ accountId }) => accountId === ids.accountId);
  if (post === undefined || target?.status !== 'pending' || target.run !== job.payload['run']) return false;
  const attempt: Attempt = { post, target, account: await accountIn(batch, ids.accountId) };
  return target.startedAt === undefined ? begins(batch, attempt) : goesOn(batch, attempt);
}

/** A retry, or a run that a crash cut off: the room was taken when it began. */
function goesOn(batch: Batch, attempt: Attempt): boolean {
  if (attempt.account !== undefined) return true;
  return decide(batch, attempt.post, refused(attempt, goneFailure(undefined), batch.now));
}

async function begins(batch: Batch, attempt: Attempt): Promise<boolean> {
  const { post, target, account } = attempt;
  const move = states.move(post.status, 'due');
  const at = dueOf(post, target);
  if (move === undefined || at === undefined) return false;
  if (at > batch.now) return decide(batch, post, { ...NO_CHANGES, due: [publishJob(post, target, at)] });
  if (account?.active !== true) return decide(batch, post, refused(attempt, goneFailure(account), batch.now));
  const freeAt = await takeRoom(batch, account, attempt);
  if (freeAt !== undefined) return decide(batch, post, held(attempt, freeAt, batch.now));
  change(batch, {
    ...withTarget(post, started(target, batch.now)),
    status: move.to as PostStatus,
    updatedAt: batch.now,
  });
  return true;
}

/** Takes room under the caps; ms at which there is some when the publication must wait. Source: LIM-29 to LIM-42, ASM-22 */
async function takeRoom(batch: Batch, account: PostAccount, { post, target }: Asked): Promise<number | undefined> {
  const { now, rooms, view } = batch;
  const room = rooms.get(account.id) ?? { publications: [...(await countedFor(view, account, now))] };
  rooms.set(account.id, room);
  const bucket = bucketOfTarget(post, target);
  const breach = await findBreach(batch, room, { post, target, account });
  if (breach === undefined) {
    room.publications.push({ at: now, bucket });
    batch.decided.push({ ...NO_CHANGES, taken: [{ accountId: account.id, postId: post.id, at: now, bucket }] });
  } else room.promised?.push({ postId: post.id, at: breach.freeAt, bucket });
  return breach?.freeAt;
}

type Asked = Pick<Attempt, 'post' | 'target'>;

async function findBreach(
  { view, plan, now }: Batch,
  room: Room,
  asking: Asked & { readonly account: PostAccount },
): Promise<Breach | undefined> {
  const { legacyDailyCap } = await plan.of(asking.post.teamId);
  const around = { legacyDailyCap, now };
  const breach = breachFor(asking, { publications: room.publications, promised: [] }, around);
  if (breach === undefined) return undefined;
  const promised = (room.promised ??= await promisedFor(view, asking.account, now));
  return breachFor(asking, { publications: room.publications, promised }, around);
}

/** The target with its run begun. */
export function started({ heldUntil: _held, ...target }: Target, now: number): Target {
  return { ...target, startedAt: now };
}

function decide(batch: Batch, before: Post, changes: PostChanges): false {
  batch.decided.push(changes);
  const [after] = changes.posts;
  if (after !== undefined && after !== before) change(batch, after);
  return false;
}

function change(batch: Batch, post: Post): void {
  batch.posts.set(post.id, post);
  batch.changed.add(post.id);
}

async function postIn({ view, posts }: Batch, id: string): Promise<Post | undefined> {
  const post = posts.get(id) ?? (await view.post(id));
  if (post !== undefined) posts.set(id, post);
  return post;
}

async function accountIn({ view, accounts }: Batch, id: string): Promise<PostAccount | undefined> {
  if (!accounts.has(id)) accounts.set(id, await readAccount(view, id));
  return accounts.get(id);
}

function workOf(batch: Batch, one: { postId: string; accountId: string; tries: number }): Work[] {
  const post = batch.posts.get(one.postId);
  const target = post?.targets.find(({ accountId }) => accountId === one.accountId);
  const account = batch.accounts.get(one.accountId);
  return post && target && account ? [{ post, target, account, tries: one.tries }] : [];
}

const triesOf = ({ payload }: DueRow): number => (typeof payload['tries'] === 'number' ? payload['tries'] : 0);
