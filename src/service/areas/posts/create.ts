/** POST /v1/posts: a draft, a scheduled, a queued or a published post. Decide and commit are one transaction; publishing follows. */
import { created, ok, refuse, type Call, type Desk, type Handler, type Reply } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { placeInQueue, type Place } from '../queue/queue-add.ts';
import { commit, isRefused, type Refused } from './changes.ts';
import { decideCreate, wantedFrom, type Asking, type Made } from './decide-create.ts';
import { dryRunVerdict } from './dry-run.ts';
import { publishInline } from './inline.ts';
import { POST_MESSAGES, publishReply, rateReply } from './replies.ts';
import type { PostBody } from './request.ts';
import type { Reach } from './targets.ts';
import { reachOf, roomOf } from './team.ts';
import { postView } from './view.ts';
import { without } from './without.ts';

export const createPost: Handler = async (call, desk) => {
  const body = call.body as PostBody;
  const asking: Asking = {
    caller: call.caller,
    requestId: call.requestId,
    plan: await desk.plan.of(call.caller.teamId),
    body,
  };
  const made = await desk.store.transact(async (tx) => {
    const decided = await createIn(tx, desk, asking);
    if (isRefused(decided)) return decided;
    if (body.dryRun === true) return { refused: await dryRunReply(tx, desk, decided) };
    await commit(tx, decided.changes);
    return decided;
  });
  if (isRefused(made)) return made.refused;
  if (made.intent !== 'publishNow') return accepted(made, desk);
  return published(made, call, desk);
};

/** Reads what the decision needs, in the transaction that writes its outcome, and decides. */
export async function createIn(tx: Tx, desk: Desk, asking: Asking): Promise<Made | Refused> {
  const { body, caller, plan } = asking;
  const now = desk.clock.now();
  const wanted = wantedFrom(body, now);
  if (isRefused(wanted)) return wanted;
  const place =
    wanted.intent === 'queue' ? await placeFor(tx, asking, { now, at: wanted.times.scheduledFor }) : undefined;
  if (isRefused(place)) return place;
  const ids = (body.platforms ?? []).map(({ accountId }) => accountId);
  const reach = await reachOf(tx, { caller, plan }, ids);
  const counting = wanted.intent === 'publishNow' ? reach.accounts : NO_ACCOUNTS;
  const room = await roomOf(tx, counting, { plan, now });
  return decideCreate(asking, { wanted, now, id: desk.ids.record(), reach, room, place });
}

const NO_ACCOUNTS: Reach['accounts'] = new Map();

function placeFor(
  tx: Tx,
  { body, caller }: Asking,
  { now, at }: { now: number; at: number | undefined },
): Promise<Place | Refused> {
  if (body.queuedFromProfile === undefined)
    return Promise.resolve({ refused: refuse('missing_required_field', { param: 'queuedFromProfile' }) });
  const choice = { profileId: body.queuedFromProfile, queueId: body.queueId };
  return placeInQueue(tx, caller, { choice, now, at });
}

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
