/** Compares what one platform lists for an account with what the service knows, and writes the differences. */
import { DAY_MS } from '../../../kernel/time.ts';
import type { Desk } from '../../call.ts';
import type { NativePost } from '../../networks/driver.ts';
import type { Tx } from '../../store/store.ts';
import type { PostAccount } from './account.ts';
import { commit } from './changes.ts';
import { externalChanges, neverPublished, removedNatively } from './native.ts';
import type { Post } from './post.ts';

const SYNC_KIND = '$sync';

/** Posts younger than this are reconciled. Source: ASM-46 */
const RECONCILED_MS = DAY_MS;

export interface Listing {
  readonly account: PostAccount;
  readonly items: readonly NativePost[];
  /** Milliseconds; taken before the platform was asked. */
  readonly listedAt: number;
}

/** @returns how many natively written posts were new or changed */
export async function applyListing(tx: Tx, desk: Desk, listing: Listing): Promise<number> {
  const { account, items, listedAt } = listing;
  const since = await sinceOf(tx, account);
  const changed = items.filter((item) => Math.max(item.at, item.updatedAt ?? 0, item.removedAt ?? 0) >= since);
  const synced = await syncExternals(tx, desk, {
    ...listing,
    items: changed.filter(({ origin }) => origin === 'native'),
  });
  await flagRemoved(tx, desk, {
    ...listing,
    items: changed.filter(({ origin, removedAt }) => origin === 'service' && removedAt !== null),
  });
  await reconcile(tx, desk, listing);
  await tx.put({
    kind: SYNC_KIND,
    id: account.id,
    teamId: account.teamId,
    profileId: account.profileId,
    parentId: account.id,
    createdAt: listedAt,
    doc: { since: listedAt },
  });
  return synced;
}

async function sinceOf(tx: Tx, { id }: PostAccount): Promise<number> {
  return (await tx.get<{ since: number }>(SYNC_KIND, id))?.doc.since ?? 0;
}

async function syncExternals(tx: Tx, desk: Desk, { account, items }: Listing): Promise<number> {
  if (items.length === 0) return 0;
  const known = byNativeId(await postsOf(tx, account, 'external'), account);
  let synced = 0;
  for (const item of items) {
    const given = { account, id: () => desk.ids.record(), now: desk.clock.now() };
    const changes = externalChanges(known.get(item.nativeId), item, given);
    await commit(tx, changes);
    synced += changes.events.length;
  }
  return synced;
}

async function flagRemoved(tx: Tx, desk: Desk, { account, items }: Listing): Promise<void> {
  if (items.length === 0) return;
  const known = byNativeId(await postsOf(tx, account, 'service'), account);
  for (const item of items) {
    const post = known.get(item.nativeId);
    if (post !== undefined) await commit(tx, removedNatively(post, account, item, desk.clock.now()));
  }
}

/** Publications of the last day that the platform does not list. Those made while it was asked wait for the next time. */
async function reconcile(tx: Tx, desk: Desk, { account, items, listedAt }: Listing): Promise<void> {
  const listed = new Set(items.map(({ nativeId }) => nativeId));
  const recent = await tx.publications(account.id, listedAt - RECONCILED_MS);
  for (const postId of new Set(recent.map((one) => one.postId))) {
    const post = await tx.post(postId);
    const target = post?.targets.find(({ accountId }) => accountId === account.id);
    if (post === undefined || target?.publishedAt === undefined || target.removedFromPlatformAt !== undefined) continue;
    if (Date.parse(target.publishedAt) >= listedAt || listed.has(target.platformPostId ?? '')) continue;
    await commit(tx, neverPublished(post, account, desk.clock.now()));
  }
}

const postsOf = (tx: Tx, { id, teamId }: PostAccount, source: Post['source']): Promise<Post[]> =>
  tx.posts({ teamId, accountId: id, source, includeHidden: true });

/** Posts by the id that the platform gave them under the account. */
export const byNativeId = (posts: readonly Post[], { id }: { readonly id: string }): Map<string, Post> =>
  new Map(
    posts.flatMap((post) => {
      const nativeId = post.targets.find(({ accountId }) => accountId === id)?.platformPostId;
      return nativeId === undefined ? [] : [[nativeId, post] as const];
    }),
  );
