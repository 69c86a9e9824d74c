/** POST /v1/posts/{postId}/unpublish: takes a post off one platform. The record stays; off its last platform it is cancelled. */
import { ok, type Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { post as states } from '../../../states/post.ts';
import { commit } from '../../../change.ts';
import { readAccount, type PostAccount } from '../account.ts';
import { isRefused, NO_CHANGES, withTarget, type PostChanges, type Refused } from '../changes.ts';
import { findPost, postLock } from '../find.ts';
import { platformValue } from './platform-call.ts';
import type { Post, Target } from '../../../store/post.ts';
import { moved } from '../decide/settle.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import { platformLabel } from '../../../../platforms/labels.ts';

/** Whether a target is still live on its platform. */
export const isLive = (target: Target): boolean =>
  target.status === 'published' && target.removedFromPlatformAt === undefined;

export const unpublishPost: Handler = async ({ caller, path, body, signal }, desk) => {
  const post = await findPost(desk.store.read, caller, path['postId']);
  if (isRefused(post)) return post.refused;
  const platform = String(body['platform']);
  const live = liveOn(post, platform);
  if (isRefused(live)) return live.refused;
  for (const target of live) {
    const account = await findConnected(desk, target);
    if (isRefused(account)) return account.refused;
    const nativeId = target.platformPostId ?? '';
    const ask = () => desk.networks.driver(platform).remove(account, nativeId);
    const removed = await platformValue(desk, { account, signal, ask });
    if (isRefused(removed)) return removed.refused;
    await commit(desk, [postLock(path)], async (view) => {
      const current = await view.post(post.id);
      return current === undefined ? {} : unpublished(current, target.accountId, desk.clock.now());
    });
  }
  return ok({ success: true, message: `Post removed from ${platformLabel(platform)}.` });
};

/** The live targets on a platform, at least one. Source: POST-74 */
export function liveOn(post: Post, platform: string, accountId?: string): readonly Target[] | Refused {
  if (states.move(post.status, 'edit') === undefined) return { refused: notLive(post, platform, 'platform') };
  const live = post.targets
    .filter((target) => target.platform === platform && isLive(target))
    .filter((target) => accountId === undefined || target.accountId === accountId);
  if (live.length > 0) return live;
  return { refused: notLive(post, platform, accountId === undefined ? 'platform' : 'accountId') };
}

const notLive = ({ status }: Post, platform: string, param: string): Reply =>
  refuse('invalid_field_value', {
    param,
    message: `The post is not live on ${platformLabel(platform)}${param === 'accountId' ? ' under that account' : ''}; its status is ${status}.`,
  });

/** The account of a live target, which must still be connected. */
export async function findConnected(desk: Desk, { accountId, platform }: Target): Promise<PostAccount | Refused> {
  const account = await readAccount(desk.store.read, accountId);
  if (account === undefined) return { refused: refuse('account_not_found', { details: { accountId, platform } }) };
  if (!account.active) return { refused: refuse('ACCOUNT_DISCONNECTED', { details: { accountId, platform } }) };
  return account;
}

/** The target as ASM-29 marks one that is gone from its platform, and the post without live targets cancelled. */
export function unpublished(post: Post, accountId: string, now: number): PostChanges {
  const target = post.targets.find((one) => one.accountId === accountId);
  if (target === undefined || !isLive(target)) return NO_CHANGES;
  const after = withTarget(post, { ...target, removedFromPlatformAt: instantOf(now) });
  const event = after.targets.some(isLive) ? 'unpublish' : 'unpublishLast';
  // A run may have begun while the platform was asked: the target is flagged, the run decides on the post.
  if (states.move(post.status, event) === undefined) return { ...NO_CHANGES, posts: [{ ...after, updatedAt: now }] };
  const { post: changed, events } = moved(after, event, now);
  return { ...NO_CHANGES, posts: [changed], events };
}
