/** PUT /v1/posts/{postId}: changes fields and time, promotes drafts, queues, or publishes now. Published posts are not changed here. */
import { ok, refuse, type Call, type Desk, type Handler, type Reply } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { post as states, type PostEvent } from '../../states/post.ts';
import { placeInQueue, slotConflict } from '../queue/queue-add.ts';
import { contentProblem, mixProblem } from './check.ts';
import { commit, isRefused, jobRef, jobsOf, NO_CHANGES, type Changes, type Refused } from './changes.ts';
import { findPost } from './find.ts';
import { publishInline } from './inline.ts';
import type { Post, Target } from './post.ts';
import { publishReply } from './replies.ts';
import { extraOf, mediaFrom, mediaRefusal, timesOf, type PostBody, type Times } from './request.ts';
import { launched, scheduled } from './start.ts';
import { targetsFrom, type Reach } from './targets.ts';
import { reachOf, roomOf } from './team.ts';
import { postView } from './view.ts';
import { isZone } from './when.ts';

/** The change as decided: what is written, and who publishes. */
interface Changed {
  readonly event: PostEvent;
  readonly reach: Reach;
  readonly changes: Changes;
  readonly post: Post;
}

export const updatePost: Handler = async (call, desk) => {
  const changed = await desk.store.transact(async (tx) => {
    const decided = await decideUpdate(tx, desk, call);
    if (!isRefused(decided)) await commit(tx, decided.changes);
    return decided;
  });
  if (isRefused(changed)) return changed.refused;
  if (changed.event !== 'publishNow') return updated(changed.post, desk);
  await publishInline(changed.post, changed.reach.accounts, { desk, waiting: { signal: call.signal } });
  return publishReply((await desk.store.read.post(changed.post.id)) ?? changed.post, 200);
};

/** Source: ASM-05, ASM-07, ASM-58, POST-43, POST-46, POST-57 */
async function decideUpdate(tx: Tx, desk: Desk, call: Call): Promise<Changed | Refused> {
  const body = call.body as PostBody;
  const now = desk.clock.now();
  const before = await findPost(tx, call.caller, call.path['postId']);
  if (isRefused(before)) return before;
  if (states.move(before.status, 'change') === undefined) return { refused: unchangeable(before) };
  const wrong = zoneRefused(body) ?? mediaRefusal(body);
  if (wrong !== undefined) return { refused: wrong };
  const isFree = body.isDraft === true || body.publishNow === true;
  const times = timesOf(body, body.timezone ?? before.timezone, isFree ? undefined : now);
  if (isRefused(times)) return times;
  const plan = await desk.plan.of(call.caller.teamId);
  const ids = (body.platforms ?? before.targets).map(({ accountId }) => accountId);
  const reach = await reachOf(tx, { caller: call.caller, plan }, ids);
  const merged = mergedPost(before, { body, reach, times, now });
  if (isRefused(merged)) return merged;
  const event = eventOf(body, before, merged, now);
  if (isRefused(event)) return event;
  const placed = await placedPost(tx, call, { before, merged, times, event, now });
  if (isRefused(placed)) return placed;
  const problem = mixProblem(placed) ?? (goesOut(event, before) ? await contentProblem(placed) : undefined);
  if (problem !== undefined) return { refused: problem };
  const step = { from: before.status, event, now, requestId: call.requestId };
  const changes =
    event === 'publishNow'
      ? launched(placed, await roomOf(tx, reach.accounts, { plan, now }), step)
      : changesOf(placed, step);
  if (isRefused(changes)) return changes;
  const cancelled = droppedJobs(before, changes.posts[0] ?? placed);
  return { event, reach, changes: { ...changes, cancelled }, post: changes.posts[0] ?? placed };
}

function changesOf(
  post: Post,
  step: { from: Post['status']; event: PostEvent; now: number; requestId: string },
): Changes {
  if (step.event === 'promote' || step.event === 'queue') return scheduled(post, step);
  const status = (states.move(step.from, step.event)?.to ?? post.status) as Post['status'];
  const after: Post = { ...post, status, updatedAt: step.now };
  return { ...NO_CHANGES, posts: [after], due: status === 'scheduled' ? jobsOf(after) : [] };
}

/** The way that the body asks for, as an event of the table. */
function eventOf(body: PostBody, before: Post, merged: Post, now: number): PostEvent | Refused {
  const asked = wanted(body, before, merged);
  if (asked === 'promote' && merged.scheduledFor !== null && merged.scheduledFor < now)
    return {
      refused: refuse('invalid_field_value', { param: 'scheduledFor', message: 'The time of the draft has passed.' }),
    };
  if (states.move(before.status, asked) !== undefined) return asked;
  const param = asked === 'demote' ? 'isDraft' : 'status';
  return {
    refused: refuse('invalid_field_value', { param, message: `A ${before.status} post cannot become a draft again.` }),
  };
}

function wanted(body: PostBody, before: Post, merged: Post): PostEvent {
  if (body.isDraft === true) return 'demote';
  if (body.publishNow === true) return 'publishNow';
  if (body.queuedFromProfile !== undefined) return 'queue';
  const hasTime =
    body.scheduledFor !== undefined || body.platforms?.some((one) => one.scheduledFor !== undefined) === true;
  if (before.status === 'scheduled') return 'change';
  if (hasTime || (body.isDraft === false && merged.scheduledFor !== null)) return 'promote';
  return 'change';
}

interface Given {
  readonly body: PostBody;
  readonly reach: Reach;
  readonly times: Times;
  readonly now: number;
}

/** The post with the fields of the body; what the body does not name stays. */
function mergedPost(before: Post, { body, reach, times, now }: Given): Post | Refused {
  const targets = body.platforms === undefined ? before.targets : replaced(before, body.platforms, reach, times);
  if (isRefused(targets)) return targets;
  const own = [...times.own.values()];
  const at =
    times.scheduledFor ?? (before.scheduledFor === null && own.length > 0 ? Math.min(...own) : before.scheduledFor);
  const isMoved = times.scheduledFor !== undefined;
  return {
    ...before,
    ...(body.content === undefined ? {} : { content: body.content }),
    ...(body.title === undefined ? {} : { title: body.title }),
    mediaItems: body.mediaItems === undefined ? before.mediaItems : mediaFrom(body.mediaItems),
    targets: isMoved ? targets.map(({ heldUntil: _held, ...target }) => target) : targets,
    scheduledFor: at,
    timezone: body.timezone ?? before.timezone,
    updatedAt: now,
    extra: { ...before.extra, ...extraOf(body) },
  };
}

/** The new list of targets. What is published stays published; runs are counted on. */
function replaced(
  before: Post,
  wanted: NonNullable<PostBody['platforms']>,
  reach: Reach,
  times: Times,
): readonly Target[] | Refused {
  const targets = targetsFrom(wanted, reach, times.own);
  if (isRefused(targets)) return targets;
  const kept = before.targets.filter(({ status }) => status === 'published');
  const fresh = targets.filter(({ accountId }) => !kept.some((one) => one.accountId === accountId));
  return [...kept, ...fresh.map((target) => withRun(target, before))];
}

function withRun(target: Target, before: Post): Target {
  const earlier = before.targets.find(({ accountId }) => accountId === target.accountId);
  if (earlier?.status !== 'failed') return { ...target, run: earlier?.run ?? 1 };
  const { errorMessage, errorCategory, errorSource, isUncertain, run } = earlier;
  return {
    ...target,
    status: 'failed',
    run,
    ...(errorMessage === undefined ? {} : { errorMessage }),
    ...(errorCategory === undefined ? {} : { errorCategory }),
    ...(errorSource === undefined ? {} : { errorSource }),
    ...(isUncertain === undefined ? {} : { isUncertain }),
  };
}

interface Placing {
  readonly before: Post;
  readonly merged: Post;
  readonly times: Times;
  readonly event: PostEvent;
  readonly now: number;
}

/** The post at its place: a slot of the queue it enters, or its own time when no other post of its queue has that. */
async function placedPost(
  tx: Tx,
  { caller, body }: Call,
  { before, merged, times, event, now }: Placing,
): Promise<Post | Refused> {
  const { queuedFromProfile, queueId } = body as PostBody;
  if (event === 'queue' && queuedFromProfile !== undefined) {
    const wish = { choice: { profileId: queuedFromProfile, queueId }, now, at: times.scheduledFor, postId: before.id };
    const place = await placeInQueue(tx, caller, wish);
    if (isRefused(place)) return place;
    return {
      ...merged,
      scheduledFor: place.at,
      queueId: place.queueId,
      extra: { ...merged.extra, queuedFromProfile: place.profileId },
    };
  }
  if (before.queueId === null || times.scheduledFor === undefined) return merged;
  const conflict = await slotConflict(tx, { queueId: before.queueId, at: times.scheduledFor, except: before.id });
  return conflict === undefined ? merged : { refused: conflict };
}

/** Drafts may be unfinished; everything else must stay fit to go out. */
const goesOut = (event: PostEvent, before: Post): boolean =>
  event !== 'demote' && !(event === 'change' && before.status === 'draft');

/** Jobs of targets that no longer wait: dropped ones, and all of a post that became a draft. */
function droppedJobs(before: Post, after: Post): string[] {
  const waiting = new Set(after.status === 'draft' ? [] : after.targets.map(({ accountId }) => accountId));
  return before.targets
    .filter(({ accountId }) => !waiting.has(accountId))
    .map(({ accountId }) => jobRef(before.id, accountId));
}

const zoneRefused = ({ timezone }: PostBody): Reply | undefined =>
  timezone === undefined || isZone(timezone)
    ? undefined
    : refuse('invalid_field_value', { param: 'timezone', message: '`timezone` is no IANA time zone.' });

const unchangeable = ({ status }: Post): Reply =>
  refuse('invalid_field_value', {
    param: 'status',
    message: `A ${status} post cannot be changed.${status === 'published' ? ' Use edit for its text on a platform.' : ''}`,
    details: { status },
  });

function updated(post: Post, desk: Desk): Reply {
  desk.wake();
  return ok({ message: 'Post updated.', post: postView(post) });
}
