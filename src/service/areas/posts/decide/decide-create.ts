/** The outcome of a create: the new post with everything that creating it changes, or the first reason to refuse it. No I/O. */
import type { Caller } from '../../../call.ts';
import type { Plan } from '../../../limits/plan.ts';
import type { QueuePlace } from '../../queue/offers.ts';
import { contentProblem, mixProblem, type Known } from './check.ts';
import { isRefused, NO_CHANGES, type PostChanges, type Refused } from '../changes.ts';
import type { Post } from '../../../store/post.ts';
import {
  extraOf,
  intentOf,
  mediaFrom,
  mediaRefusal,
  timesOf,
  zoneProblem,
  type Intent,
  type PostBody,
  type Times,
} from './request.ts';
import { launched, scheduled, type Room } from './start.ts';
import { targetsFrom, type Reach } from './targets.ts';
import { DEFAULT_ZONE } from './when.ts';

/** Who asks, and for what. */
export interface Asking {
  readonly caller: Caller;
  readonly requestId?: string;
  readonly plan: Plan;
  readonly body: PostBody;
}

/** What a body says by itself. */
export interface Wanted {
  readonly intent: Intent;
  readonly times: Times;
}

/** The world as the decision finds it. */
export interface CreateFacts extends Known {
  readonly wanted: Wanted;
  /** Milliseconds. */
  readonly now: number;
  /** Id for the post. */
  readonly id: string;
  readonly reach: Reach;
  readonly room: Room;
  /** The slot of a queued post. */
  readonly place: QueuePlace | undefined;
}

/** A post that may be made. */
export interface Made {
  readonly intent: Intent;
  readonly reach: Reach;
  readonly changes: PostChanges;
  readonly post: Post;
}

/** The first look at a body, before anything is read. @param now ms */
export function wantedFrom(body: PostBody, now: number): Wanted | Refused {
  const wrong = zoneProblem(body) ?? mediaRefusal(body);
  if (wrong !== undefined) return { refused: wrong };
  const intent = intentOf(body);
  const isTimed = intent === 'schedule' || intent === 'queue';
  const times = timesOf(body, body.timezone, isTimed ? now : undefined);
  return isRefused(times) ? times : { intent, times };
}

/** Source: ASM-05, ASM-13, ASM-27, POST-26 to POST-30, POST-46 */
export async function decideCreate(asking: Asking, facts: CreateFacts): Promise<Made | Refused> {
  const { wanted, reach } = facts;
  const targets = targetsFrom(asking.body.platforms ?? [], reach, wanted.times.own);
  if (isRefused(targets)) return targets;
  const post = newPost(asking, facts, targets);
  const { intent } = wanted;
  const problem = mixProblem(post) ?? (intent === 'draft' ? undefined : await contentProblem(post, facts));
  if (problem !== undefined) return { refused: problem };
  const changes = changesOf(post, asking, facts);
  return isRefused(changes) ? changes : { intent, reach, changes, post: changes.posts[0] ?? post };
}

function changesOf(post: Post, { requestId }: Asking, { wanted, room, now }: CreateFacts): PostChanges | Refused {
  const { intent: event } = wanted;
  const step = { from: 'none', event, now, ...(requestId === undefined ? {} : { requestId }) } as const;
  if (event === 'draft') return { ...NO_CHANGES, posts: [post] };
  return event === 'publishNow' ? launched(post, room, step) : scheduled(post, step);
}

const newPost = (
  { body, caller }: Asking,
  { id, now, wanted, place }: CreateFacts,
  targets: Post['targets'],
): Post => ({
  id,
  teamId: caller.teamId,
  userId: caller.userId,
  status: 'draft',
  source: 'service',
  hidden: false,
  content: body.content ?? '',
  ...(body.title === undefined ? {} : { title: body.title }),
  mediaItems: mediaFrom(body.mediaItems ?? []),
  targets,
  scheduledFor: place?.at ?? earliest(wanted.times),
  timezone: body.timezone ?? DEFAULT_ZONE,
  queueId: place?.queueId ?? null,
  createdAt: now,
  updatedAt: now,
  extra: { ...extraOf(body), ...(place === undefined ? {} : { queuedFromProfile: place.profileId }) },
});

const earliest = ({ scheduledFor, own }: Times): number | null =>
  scheduledFor ?? (own.size === 0 ? null : Math.min(...own.values()));
