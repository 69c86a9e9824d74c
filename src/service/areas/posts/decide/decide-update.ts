/** The outcome of an update: the changed post, or the first reason to refuse it. No I/O. */
import { isZone } from '../../../../schema/formats.ts';
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { WorkPlace } from '../../../change.ts';
import { post as states, type PostEvent, type PostStatus } from '../../../states/post.ts';
import type { QueuePlace } from '../../queue/offers.ts';
import { contentProblem, mixProblem, type Known } from './check.ts';
import { isRefused, jobPlace, jobsOf, NO_CHANGES, type PostChanges, type Refused } from '../changes.ts';
import { mergedPost } from './merge.ts';
import type { Post } from '../../../store/post.ts';
import { mediaRefusal, timesOf, type PostBody, type Times } from './request.ts';
import { launched, scheduled, type Room, type Step } from './start.ts';
import type { Reach } from './targets.ts';

/** The world as the decision finds it. */
export interface UpdateFacts extends Known {
  readonly times: Times;
  /** Milliseconds. */
  readonly now: number;
  readonly requestId: string;
  readonly reach: Reach;
  readonly room: Room;
  /** The slot, when the body names a queue. */
  readonly place: QueuePlace | undefined;
  /** The refusal of a new time that another post of the same queue has. */
  readonly conflict: Reply | undefined;
}

/** The change as decided: what is written, and who publishes. */
export interface Changed {
  readonly event: PostEvent;
  readonly changes: PostChanges;
  readonly post: Post;
}

/** The first look at an update: may the post be changed, and what times does the body name. @param now ms */
export function updateTimes(before: Post, body: PostBody, now: number): Times | Refused {
  if (states.move(before.status, 'change') === undefined) return { refused: unchangeable(before) };
  const wrong = zoneRefused(body) ?? mediaRefusal(body);
  if (wrong !== undefined) return { refused: wrong };
  const isFree = body.isDraft === true || body.publishNow === true;
  return timesOf(body, body.timezone ?? before.timezone, isFree ? undefined : now);
}

/** Source: ASM-05, ASM-07, ASM-58, POST-43, POST-46, POST-57, POST-58 */
export async function decideUpdate(before: Post, body: PostBody, facts: UpdateFacts): Promise<Changed | Refused> {
  const { times, now, reach, room, requestId } = facts;
  const merged = mergedPost(before, { body, reach, times, now });
  if (isRefused(merged)) return merged;
  const event = eventOf(body, before, merged, now);
  if (isRefused(event)) return event;
  if (event !== 'queue' && facts.conflict !== undefined) return { refused: facts.conflict };
  const placed = event === 'queue' ? queued(merged, facts.place) : merged;
  const problem = mixProblem(placed) ?? (goesOut(event, before) ? await outgoingProblem(placed, facts) : undefined);
  if (problem !== undefined) return { refused: problem };
  const step: Step = { from: before.status, event, now, requestId };
  const changes = event === 'publishNow' ? launched(placed, room, step) : changesOf(placed, step);
  if (isRefused(changes)) return changes;
  const post = changes.posts[0] ?? placed;
  return { event, changes: { ...changes, cancelled: droppedJobs(before, post) }, post };
}

function changesOf(post: Post, step: Step): PostChanges {
  if (step.event === 'promote' || step.event === 'queue') return scheduled(post, step);
  const status = (states.move(step.from, step.event)?.to ?? post.status) as PostStatus;
  const after: Post = { ...post, status, updatedAt: step.now };
  return { ...NO_CHANGES, posts: [after], due: status === 'scheduled' ? jobsOf(after) : [] };
}

/** The way that the body asks for, as an event of the table. */
function eventOf(body: PostBody, before: Post, merged: Post, now: number): PostEvent | Refused {
  const asked = askedFor(body, before, merged);
  if (asked === 'promote' && merged.scheduledFor !== null && merged.scheduledFor < now)
    return wrong('scheduledFor', 'The time of the draft has passed.');
  if (states.move(before.status, asked) !== undefined) return asked;
  return wrong('isDraft', `A post with the status ${before.status} cannot become a draft again.`);
}

function askedFor(body: PostBody, before: Post, merged: Post): PostEvent {
  if (body.isDraft === true) return 'demote';
  if (body.publishNow === true) return 'publishNow';
  if (body.queuedFromProfile !== undefined) return 'queue';
  if (before.status === 'scheduled') return 'change';
  const isTimed = body.scheduledFor !== undefined || body.platforms?.some((one) => one.scheduledFor !== undefined);
  if (isTimed === true || (body.isDraft === false && merged.scheduledFor !== null)) return 'promote';
  return 'change';
}

const queued = (post: Post, place: QueuePlace | undefined): Post =>
  place === undefined
    ? post
    : {
        ...post,
        scheduledFor: place.at,
        queueId: place.queueId,
        extra: { ...post.extra, queuedFromProfile: place.profileId },
      };

/** Drafts may be unfinished; everything else must stay fit to go out. */
const goesOut = (event: PostEvent, before: Post): boolean =>
  event !== 'demote' && !(event === 'change' && before.status === 'draft');

async function outgoingProblem(post: Post, known: Known): Promise<Reply | undefined> {
  if (post.targets.length > 0 && post.targets.every(({ status }) => status === 'published'))
    return refuse('missing_required_field', { param: 'platforms', message: 'There is no target left to publish to.' });
  return contentProblem(post, known);
}

/** Jobs of targets that no longer wait: dropped ones, and all of a post that became a draft. */
function droppedJobs(before: Post, after: Post): WorkPlace[] {
  const waiting = new Set(after.status === 'draft' ? [] : after.targets.map(({ accountId }) => accountId));
  return before.targets
    .filter(({ accountId }) => !waiting.has(accountId))
    .map(({ accountId }) => jobPlace(before.id, accountId));
}

const wrong = (param: string, message: string): Refused => ({
  refused: refuse('invalid_field_value', { param, message }),
});

const zoneRefused = ({ timezone }: PostBody): Reply | undefined =>
  timezone === undefined || isZone(timezone)
    ? undefined
    : wrong('timezone', '`timezone` is no IANA time zone.').refused;

const unchangeable = ({ status }: Post): Reply =>
  refuse('invalid_field_value', {
    param: 'status',
    message: `A ${status} post cannot be changed.${status === 'published' ? ' Use edit to change its text on a platform.' : ''}`,
    details: { status },
  });
