/** POST /v1/posts/sync-external: the sync of one account at once, and what it found. */
import { ok } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Handler } from '../../../desk.ts';
import { commitSteps } from '../../../change.ts';
import { accountFor, accountLock } from '../../../records/account.ts';
import { accountFrom } from '../account.ts';
import { isRefused } from '../changes.ts';
import { externalSummary } from './native.ts';
import { platformValue } from '../live/platform-call.ts';
import type { Post } from '../../../store/post.ts';
import { applyListing } from './sync-account.ts';

/** Source: POST-63, POST-64 */
export const syncExternalPosts: Handler = async ({ caller, body, signal }, desk) => {
  const record = await accountFor(desk.store.read, caller, String(body['accountId']));
  if (record === undefined) return refuse('account_not_found', { param: 'accountId' });
  const account = accountFrom(record);
  if (!account.active) return refuse('ads_connection_required', { param: 'accountId' });
  const listedAt = desk.clock.now();
  const ask = () => desk.networks.driver(account.platform).list(account);
  const listed = await platformValue(desk, { account, signal, ask });
  if (isRefused(listed)) return listed.refused;
  const items = listed.value;
  const postsSynced = await commitSteps(desk, [accountLock(account.id)], (view) =>
    applyListing(view, desk, { account, items, listedAt }),
  );
  const filter = { teamId: account.teamId, accountId: account.id, source: 'external' } as const;
  const posts = (await desk.store.read.posts({ ...filter, includeHidden: true })).filter(isThere);
  const postsFound = items.filter(({ origin, removedAt }) => origin === 'native' && removedAt === null).length;
  const wanted = typeof body['url'] === 'string' || typeof body['postId'] === 'string';
  const post = wanted ? posts.find((one) => isWanted(one, body)) : undefined;
  return ok({
    synced: { postsFound, postsSynced, skipped: false },
    found: wanted ? post !== undefined : posts.length > 0,
    post: post === undefined ? null : externalSummary(post),
    posts: posts.map(externalSummary),
  });
};

const isThere = ({ targets }: Post): boolean => targets.every((target) => target.removedFromPlatformAt === undefined);

const isWanted = ({ id, targets }: Post, { url, postId }: Readonly<Record<string, unknown>>): boolean =>
  targets.some(
    (target) =>
      (url !== undefined && target.platformPostUrl === url) ||
      (postId !== undefined && (target.platformPostId === postId || id === postId)),
  );
