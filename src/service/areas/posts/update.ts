/** PUT /v1/posts/{postId}: reads, decides and writes in one transaction. Next stop: decide-update.ts, then inline.ts for publish-now. */
import { ok, type Call, type Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type View } from '../../change.ts';
import { threadMedia } from '../../../platforms/sent.ts';
import { measureUploads } from '../../records/upload.ts';
import { placeInQueue, slotConflict } from '../queue/offers.ts';
import { isRefused, type Refused } from './changes.ts';
import { decideUpdate, updateTimes, type Changed } from './decide/decide-update.ts';
import { findPost, postLock } from './find.ts';
import { publishInline } from './publish/inline.ts';
import type { Post } from '../../store/post.ts';
import { publishReply } from './replies.ts';
import { mediaNamed, type PostBody, type Times } from './decide/request.ts';
import type { Reach } from './decide/targets.ts';
import { listsOf, reachOf, roomOf } from './decide/team.ts';
import { postView } from './view.ts';

export const updatePost: Handler = async (call, desk) => {
  const changed = await commit<Decided | Refused>(desk, [postLock(call.path)], async (view) => {
    const decided = await updateIn(view, desk, call);
    return isRefused(decided) ? { result: decided } : { ...decided.changes, result: decided };
  });
  if (isRefused(changed)) return changed.refused;
  if (changed.event !== 'publishNow') return ok({ message: 'Post updated.', post: postView(changed.post) });
  await publishInline(changed.post, changed.reach.accounts, { desk, waiting: { signal: call.signal } });
  return publishReply((await desk.store.read.post(changed.post.id)) ?? changed.post, 200);
};

const mediaStored = ({ mediaItems, targets, extra }: Post): readonly { readonly url?: unknown }[] => [
  ...mediaItems,
  ...targets.flatMap(({ customMedia }) => customMedia ?? []),
  ...[extra, ...targets].flatMap(({ platformSpecificData }) => threadMedia(platformSpecificData)),
];

type Decided = Changed & { readonly reach: Reach };

/** Reads what the decision needs and decides. */
async function updateIn(view: View, desk: Desk, call: Call): Promise<Decided | Refused> {
  const body = call.body as PostBody;
  const now = desk.clock.now();
  const before = await findPost(view, call.caller, call.path['postId']);
  if (isRefused(before)) return before;
  const times = updateTimes(before, body, now);
  if (isRefused(times)) return times;
  const place = await placeFor(view, call, { before, now, times });
  if (isRefused(place)) return place;
  const plan = await desk.plan.of(call.caller.teamId);
  const ids = (body.platforms ?? before.targets).map(({ accountId }) => accountId);
  const reach = await reachOf(view, { caller: call.caller, plan }, ids);
  const room = await roomOf(view, reach.accounts, { plan, now });
  const at = times.scheduledFor ?? (body.isDraft === false ? before.scheduledFor : null);
  const conflict = await conflictOf(view, before, at);
  const { requestId } = call;
  const measured = await measureUploads(view, [...mediaNamed(body), ...mediaStored(before)]);
  const lists = await listsOf(view, reach.accounts, desk.catalog.fixtures());
  const facts = { times, now, requestId, reach, room, place, conflict, measured, lists };
  const decided = await decideUpdate(before, body, facts);
  return isRefused(decided) ? decided : { ...decided, reach };
}

interface Placing {
  readonly before: Post;
  readonly now: number;
  readonly times: Times;
}

async function placeFor(view: View, { caller, body }: Call, { before, now, times }: Placing) {
  const { queuedFromProfile, queueId, publishNow, isDraft } = body as PostBody;
  if (queuedFromProfile === undefined || publishNow === true || isDraft === true) return undefined;
  const choice = { profileId: queuedFromProfile, queueId };
  return placeInQueue(view, caller, { choice, now, at: times.scheduledFor, postId: before.id });
}

const conflictOf = async (view: View, { id, queueId }: Post, at: number | null): Promise<Reply | undefined> =>
  queueId === null || at === null ? undefined : slotConflict(view, { queueId, at, except: id });
