/** POST /v1/posts: a draft, a scheduled, a queued or a published post. Decide and commit are one transaction; publishing follows. */
import { without } from '../../../kernel/json.ts';
import { created, ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type Lock, type View } from '../../change.ts';
import { accountLock } from '../../records/account.ts';
import { measureUploads } from '../../records/upload.ts';
import { placeInQueue, type QueuePlace } from '../queue/offers.ts';
import { isRefused, type Refused } from './changes.ts';
import { decideCreate, wantedFrom, type Asking, type Made } from './decide/decide-create.ts';
import { dryRunVerdict } from './decide/dry-run.ts';
import { publishInline } from './publish/inline.ts';
import { POST_MESSAGES, publishReply, rateReply } from './replies.ts';
import { mediaNamed, type PostBody } from './decide/request.ts';
import type { Reach } from './decide/targets.ts';
import { listsOf, reachOf, roomOf } from './decide/team.ts';
import { postView } from './view.ts';

export const createPost: Handler = async (call, desk) => {
  const body = call.body as PostBody;
  const asking: Asking = {
    caller: call.caller,
    requestId: call.requestId,
    plan: await desk.plan.of(call.caller.teamId),
    body,
  };
  const made = await commit<Made | Reply>(desk, locksOf(body), async (view) => {
    const decided = await createIn(view, desk, asking);
    if (isRefused(decided)) return { result: decided.refused };
    if (body.dryRun === true) return { result: await dryRunReply(view, desk, decided) };
    // What need not wait for a network is answered by the decision, so that a key is kept with its answer.
    return { ...decided.changes, result: decided.intent === 'publishNow' ? decided : madeReply(decided) };
  });
  return 'intent' in made ? publishNow(made, call, desk) : made;
};

const madeReply = ({ intent, post }: Made): Reply => created({ message: POST_MESSAGES[intent], post: postView(post) });

/** Slots of a queue and the caps of accounts are given once. */
export const locksOf = ({ platforms = [], queuedFromProfile }: PostBody): Lock[] => [
  ...platforms.map(({ accountId }) => accountLock(accountId)),
  ...(queuedFromProfile === undefined ? [] : [`profile/${queuedFromProfile}` as const]),
];

/** Reads what the decision needs, in the transaction that writes its outcome, and decides. */
export async function createIn(view: View, desk: Desk, asking: Asking): Promise<Made | Refused> {
  const { body, caller, plan } = asking;
  const now = desk.clock.now();
  const wanted = wantedFrom(body, now);
  if (isRefused(wanted)) return wanted;
  const place =
    wanted.intent === 'queue' ? await placeFor(view, asking, { now, at: wanted.times.scheduledFor }) : undefined;
  if (isRefused(place)) return place;
  const ids = (body.platforms ?? []).map(({ accountId }) => accountId);
  const reach = await reachOf(view, { caller, plan }, ids);
  const counting = wanted.intent === 'publishNow' ? reach.accounts : NO_ACCOUNTS;
  const room = await roomOf(view, counting, { plan, now });
  const measured = await measureUploads(view, mediaNamed(body));
  const lists = await listsOf(view, reach.accounts, desk.catalog.fixtures());
  return decideCreate(asking, { wanted, now, id: desk.ids.record(), reach, room, place, measured, lists });
}

const NO_ACCOUNTS: Reach['accounts'] = new Map();

function placeFor(
  view: View,
  { body, caller }: Asking,
  { now, at }: { now: number; at: number | undefined },
): Promise<QueuePlace | Refused> {
  if (body.queuedFromProfile === undefined)
    return Promise.resolve({ refused: refuse('missing_required_field', { param: 'queuedFromProfile' }) });
  const choice = { profileId: body.queuedFromProfile, queueId: body.queueId };
  return placeInQueue(view, caller, { choice, now, at });
}

async function publishNow({ post, reach }: Made, { signal }: Call, desk: Desk): Promise<Reply> {
  const limit = await publishInline(post, reach.accounts, { desk, waiting: { signal, withdraws: true } });
  if (limit !== undefined) return rateReply(limit, post);
  return publishReply((await desk.store.read.post(post.id)) ?? post, 201);
}

const dryRunReply = async (view: View, desk: Desk, { post, reach, intent }: Made): Promise<Reply> => {
  const room = await roomOf(view, reach.accounts, { plan: reach.plan, now: desk.clock.now() });
  const verdict = dryRunVerdict(post, room, desk.clock.now());
  return ok({
    message: `Nothing was written. ${POST_MESSAGES[intent]}`,
    post: without(postView(post), ['_id']),
    ...verdict,
  });
};
