/** Compares what one platform lists for an account with what the service knows, and writes the differences. */
import { DAY_MS } from '../../../../kernel/time.ts';
import type { Desk } from '../../../desk.ts';
import type { NativePost } from '../../../networks/driver.ts';
import type { Steps, View } from '../../../change.ts';
import type { PostAccount } from '../account.ts';
import { externalChanges, neverPublished, removedNatively } from './native.ts';
import type { Post } from '../../../store/post.ts';
import { ownKind } from '../../../store/record.ts';

const SYNC_KIND = ownKind<{ readonly since: number }>('$sync');

/** Posts younger than this are reconciled. Source: ASM-46 */
const RECONCILED_MS = DAY_MS;

export interface Listing {
  readonly account: PostAccount;
  readonly items: readonly NativePost[];
  /** Milliseconds; taken before the platform was asked. */
  readonly listedAt: number;
}

/** @returns how many natively written posts were new or changed */
export async function* applyListing(view: View, desk: Desk, listing: Listing): Steps<number> {
  const { account, items, listedAt } = listing;
  const since = await sinceOf(view, account);
  const changed = items.filter((item) => Math.max(item.at, item.updatedAt ?? 0, item.removedAt ?? 0) >= since);
  const synced = yield* syncExternals(view, desk, {
    ...listing,
    items: changed.filter(({ origin }) => origin === 'native'),
  });
  yield* flagRemoved(view, desk, {
    ...listing,
    items: changed.filter(({ origin, removedAt }) => origin === 'service' && removedAt !== null),
  });
  yield* reconcile(view, desk, listing);
  const { id, teamId, profileId } = account;
  const doc = { since: listedAt };
  yield { records: [{ kind: SYNC_KIND, id, teamId, profileId, parentId: id, createdAt: listedAt, doc }] };
  return synced;
}

async function sinceOf(view: View, { id }: PostAccount): Promise<number> {
  return (await view.get(SYNC_KIND, id))?.doc.since ?? 0;
}

async function* syncExternals(view: View, desk: Desk, { account, items }: Listing): Steps<number> {
  if (items.length === 0) return 0;
  const known = byNativeId(await postsOf(view, account, 'external'), account);
  let synced = 0;
  for (const item of items) {
    const given = { account, id: () => desk.ids.record(), now: desk.clock.now() };
    const changes = externalChanges(known.get(item.nativeId), item, given);
    yield changes;
    synced += changes.events.length;
  }
  return synced;
}

async function* flagRemoved(view: View, desk: Desk, { account, items }: Listing): Steps<void> {
  if (items.length === 0) return;
  const known = byNativeId(await postsOf(view, account, 'service'), account);
  for (const item of items) {
    const post = known.get(item.nativeId);
    if (post !== undefined) yield removedNatively(post, account, item, desk.clock.now());
  }
}

/** Publications of the last day that the platform does not list. Those made while it was asked wait for the next time. */
async function* reconcile(view: View, desk: Desk, { account, items, listedAt }: Listing): Steps<void> {
  const listed = new Set(items.map(({ nativeId }) => nativeId));
  const recent = await view.publications(account.id, listedAt - RECONCILED_MS);
  for (const postId of new Set(recent.map((one) => one.postId))) {
    const post = await view.post(postId);
    const target = post?.targets.find(({ accountId }) => accountId === account.id);
    if (post === undefined || target?.publishedAt === undefined || target.removedFromPlatformAt !== undefined) continue;
    if (Date.parse(target.publishedAt) >= listedAt || listed.has(target.platformPostId ?? '')) continue;
    yield neverPublished(post, account, desk.clock.now());
  }
}

const postsOf = (view: View, { id, teamId }: PostAccount, source: Post['source']): Promise<Post[]> =>
  view.posts({ teamId, accountId: id, source, includeHidden: true });

/** Posts by the id that the platform gave them under the account. */
export const byNativeId = (posts: readonly Post[], { id }: { readonly id: string }): Map<string, Post> =>
  new Map(
    posts.flatMap((post) => {
      const nativeId = post.targets.find(({ accountId }) => accountId === id)?.platformPostId;
      return nativeId === undefined ? [] : [[nativeId, post] as const];
    }),
  );
