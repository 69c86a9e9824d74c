/** POST /v1/posts/{postId}/retry: runs the failed targets again, now. Published ones are left alone. */
import type { Reply } from '../../call.ts';
import { refuse, refuseBare } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { post as states } from '../../states/post.ts';
import { isRefused, type Refused } from './changes.ts';
import { findPost, postLock } from './find.ts';
import { publishInline } from './publish/inline.ts';
import type { Post } from '../../store/post.ts';
import { publishReply } from './replies.ts';
import { launched } from './decide/start.ts';
import type { Reach } from './decide/targets.ts';
import { reachOf, roomOf } from './decide/team.ts';

/** The 402 of a team whose last payment failed, in its older shape. Source: POST-60, POST-62 */
export async function paymentProblem(desk: Desk, teamId: string): Promise<Reply | undefined> {
  const { paymentFailed } = await desk.plan.of(teamId);
  return paymentFailed
    ? refuseBare(402, 'The last payment of the team failed. Update the payment card first.')
    : undefined;
}

interface Started {
  readonly post: Post;
  readonly accounts: Reach['accounts'];
}

/** Source: POST-39 to POST-42 */
export const retryPost: Handler = async (call, desk) => {
  const unpaid = await paymentProblem(desk, call.caller.teamId);
  if (unpaid !== undefined) return unpaid;
  const plan = await desk.plan.of(call.caller.teamId);
  const started = await commit<Started | Refused>(desk, [postLock(call.path)], async (view) => {
    const post = await findPost(view, call.caller, call.path['postId']);
    if (isRefused(post)) return { result: post };
    if (states.move(post.status, 'retry') === undefined) return { result: { refused: retryRefusal(post) } };
    const now = desk.clock.now();
    const ids = post.targets.map(({ accountId }) => accountId);
    const { accounts } = await reachOf(view, { caller: call.caller, plan }, ids);
    const room = await roomOf(view, accounts, { plan, now });
    const changes = launched(post, room, { from: post.status, event: 'retry', now, requestId: call.requestId });
    if (isRefused(changes)) return { result: changes };
    return { ...changes, result: { post: changes.posts[0] ?? post, accounts } };
  });
  if (isRefused(started)) return started.refused;
  await publishInline(started.post, started.accounts, { desk, waiting: { signal: call.signal } });
  return publishReply((await desk.store.read.post(started.post.id)) ?? started.post, 200);
};

const retryRefusal = ({ status }: Post): Reply =>
  refuse('invalid_field_value', {
    param: 'status',
    message: `A post with the status ${status} cannot be retried; only failed and partial posts can.`,
    details: { status },
  });
