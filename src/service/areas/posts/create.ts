/** POST /v1/posts: a draft, a scheduled, a queued or a published post. Decide and commit are one transaction; publishing follows. */
import { created, ok, refuse, type Call, type Desk, type Handler, type Reply } from '../../call.ts';
import type { Plan } from '../../limits/plan.ts';
import type { Tx } from '../../store/store.ts';
import { placeInQueue, type Place } from '../queue/queue-add.ts';
import { contentProblem, mixProblem } from './check.ts';
import { commit, isRefused, type Changes, type Refused } from './changes.ts';
import { publishInline } from './inline.ts';
import { POST_MESSAGES, publishReply, rateReply } from './replies.ts';
import type { Post } from './post.ts';
import {
  extraOf,
  intentOf,
  mediaFrom,
  mediaRefusal,
  timesOf,
  zoneProblem,
  type Intent,
  type PostBody,
} from './request.ts';
import { launched, scheduled } from './start.ts';
import { targetsFrom, type Reach } from './targets.ts';
import { reachOf, roomOf } from './team.ts';
import { dryRunVerdict } from './dry-run.ts';
import { postView } from './view.ts';
import { DEFAULT_ZONE } from './when.ts';
import { without } from './without.ts';

/** A post that was asked for and may be made. */
export interface Made {
  readonly intent: Intent;
  readonly reach: Reach;
  readonly changes: Changes;
  readonly post: Post;
}

/** Who asks, and what is known before the transaction. */
export interface Asking {
  readonly caller: Call['caller'];
  readonly requestId?: string;
  readonly plan: Plan;
  readonly body: PostBody;
}

export const createPost: Handler = async (call, desk) => {
  const body = call.body as PostBody;
  const asking: Asking = {
    caller: call.caller,
    requestId: call.requestId,
    plan: await desk.plan.of(call.caller.teamId),
    body,
  };
  const made = await desk.store.transact(async (tx) => {
    const decided = await decideCreate(tx, desk, asking);
    if (isRefused(decided)) return decided;
    if (body.dryRun === true) return { refused: await dryRunReply(tx, desk, decided) };
    await commit(tx, decided.changes);
    return decided;
  });
  if (isRefused(made)) return made.refused;
  if (made.intent !== 'publishNow') return accepted(made, desk);
  return published(made, call, desk);
};

/** The new post with all that its making changes, or the refusal of the first thing that stands against it. */
export async function decideCreate(tx: Tx, desk: Desk, asking: Asking): Promise<Made | Refused> {
  const { body, caller, plan, requestId } = asking;
  const now = desk.clock.now();
  const intent = intentOf(body);
  const wrong = zoneProblem(body) ?? mediaRefusal(body);
  if (wrong !== undefined) return { refused: wrong };
  const times = timesOf(body, body.timezone, intent === 'schedule' || intent === 'queue' ? now : undefined);
  if (isRefused(times)) return times;
  const reach = await reachOf(
    tx,
    { caller, plan },
    (body.platforms ?? []).map(({ accountId }) => accountId),
  );
  const targets = targetsFrom(body.platforms ?? [], reach, times.own);
  if (isRefused(targets)) return targets;
  const place = intent === 'queue' ? await placeFor(tx, asking, { now, at: times.scheduledFor }) : undefined;
  if (place !== undefined && isRefused(place)) return place;
  const post = newPost(asking, { id: desk.ids.record(), now, targets, at: place?.at ?? earliest(times), place });
  const problem = mixProblem(post) ?? (intent === 'draft' ? undefined : await contentProblem(post));
  if (problem !== undefined) return { refused: problem };
  const step = { from: 'none', event: intent, now, ...(requestId === undefined ? {} : { requestId }) } as const;
  const changes =
    intent === 'publishNow'
      ? launched(post, await roomOf(tx, reach.accounts, { plan, now }), step)
      : intent === 'draft'
        ? { posts: [post], events: [], due: [], cancelled: [] }
        : scheduled(post, step);
  if (isRefused(changes)) return changes;
  return { intent, reach, changes, post: changes.posts[0] ?? post };
}

const placeFor = (
  tx: Tx,
  { body, caller }: Asking,
  { now, at }: { now: number; at: number | undefined },
): Promise<Place | Refused> =>
  body.queuedFromProfile === undefined
    ? Promise.resolve({ refused: refuse('missing_required_field', { param: 'queuedFromProfile' }) })
    : placeInQueue(tx, caller, { choice: { profileId: body.queuedFromProfile, queueId: body.queueId }, now, at });

const earliest = ({ scheduledFor, own }: { scheduledFor: number | undefined; own: ReadonlyMap<string, number> }) =>
  scheduledFor ?? (own.size === 0 ? null : Math.min(...own.values()));

interface Parts extends Pick<Post, 'id' | 'targets'> {
  readonly now: number;
  readonly at: number | null;
  readonly place: Place | undefined;
}

const newPost = ({ body, caller }: Asking, { id, now, targets, at, place }: Parts): Post => ({
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
  scheduledFor: at,
  timezone: body.timezone ?? DEFAULT_ZONE,
  queueId: place?.queueId ?? null,
  createdAt: now,
  updatedAt: now,
  extra: { ...extraOf(body), ...(place === undefined ? {} : { queuedFromProfile: place.profileId }) },
});

function accepted({ intent, post }: Made, desk: Desk): Reply {
  desk.wake();
  return created({ message: POST_MESSAGES[intent], post: postView(post) });
}

async function published({ post, reach }: Made, { signal }: Call, desk: Desk): Promise<Reply> {
  const limit = await publishInline(post, reach.accounts, { desk, waiting: { signal, withdraws: true } });
  if (limit !== undefined) return rateReply(limit, post);
  return publishReply((await desk.store.read.post(post.id)) ?? post, 201);
}

const dryRunReply = async (tx: Tx, desk: Desk, { post, reach, intent }: Made): Promise<Reply> => {
  const room = await roomOf(tx, reach.accounts, { plan: reach.plan, now: desk.clock.now() });
  const verdict = dryRunVerdict(post, room, desk.clock.now());
  return ok({
    message: `Nothing was written. ${POST_MESSAGES[intent]}`,
    post: without(postView(post), ['_id']),
    ...verdict,
  });
};
