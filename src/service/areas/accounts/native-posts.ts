/** What the network itself shows of an account: its posts, and who follows whom. */
import { instantOf } from '../../../kernel/instant.ts';
import { offers } from '../../../platforms/platforms.ts';
import { ok } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import type { NativePost } from '../../networks/driver.ts';
import { unread } from '../../limits/read-refusal.ts';
import { notFound } from '../../engine/not-found.ts';
import { accountFor, networkAccount } from '../../records/account.ts';

const getAccountPosts: Handler = async ({ caller, path }, desk) => {
  const account = await accountFor(desk.store.read, caller, path['accountId'] ?? '');
  if (account === undefined) return refuse('account_not_found');
  if (!account.doc.isActive) return refuse('ads_connection_required');
  const { platform } = account.doc;
  const answer = await desk.networks.driver(platform).list(networkAccount(account));
  if (answer.outcome !== 'ok') return unread(platform, answer);
  const standing = answer.value.filter((post) => post.removedAt === null).reverse();
  return ok({
    status: 'success',
    posts: standing.map((post) => postView(platform, post)),
    lastUpdated: instantOf(desk.clock.now()),
  });
};

function postView(platform: string, post: NativePost): Record<string, unknown> {
  const [first] = post.media;
  return {
    id: post.nativeId,
    platform,
    message: post.text,
    createdTime: instantOf(post.at),
    permalink: post.url,
    ...(first === undefined
      ? {}
      : { picture: String(first['url'] ?? ''), mediaType: String(first['type'] ?? 'image') }),
    commentCount: 0,
    likeCount: 0,
    shareCount: 0,
  };
}

const getInstagramFollowStatus: Handler = async ({ caller, path }, { store, catalog }) => {
  const account = await accountFor(store.read, caller, path['accountId'] ?? '');
  if (account === undefined) return refuse('account_not_found');
  if (!offers(account.doc.platform, 'followers')) {
    return refuse('platform_not_supported', { message: 'Follow status is available for Instagram accounts only.' });
  }
  const person = catalog.fixtures()['instagram_user']?.find(({ userId }) => userId === path['userId']);
  return person === undefined
    ? notFound('instagram_user', { param: 'userId' })
    : ok({ ...person, accountId: account.id, unavailableReason: null });
};

export const handlers: Record<string, Handler> = { getAccountPosts, getInstagramFollowStatus };
