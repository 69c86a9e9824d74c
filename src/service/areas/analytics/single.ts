/** The figures of one post, by its id here or on the platform. list.ts leads here. */
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { accountsFor } from '../../records/account.ts';
import { reachesPost } from '../../records/profile.ts';
import type { Post } from '../../store/post.ts';
import { measuredPosts, type Measured, type Measurement } from './measured.ts';
import { analyticsOf, describe, failedPlatform, platformAnalytics } from './post-figures.ts';
import { refusalOf } from './refused.ts';

/** A post with its figures, or the refusal. */
export type FoundPost = { readonly post: Post; readonly found: Measurement } | { readonly refusal: Reply };

/** The post of the query's `postId`. */
export async function postAsked({ caller, query }: Call, desk: Desk): Promise<FoundPost> {
  const id = String(query['postId']);
  const reader = desk.store.read;
  const post = (await reader.post(id)) ?? (await byNativeId(id, { caller, desk }));
  if (post === undefined || !reachesPost(caller, post))
    return { refusal: refuse('post_not_found', { param: 'postId' }) };
  const accounts = await accountsFor(reader, caller);
  const found = await measuredPosts(desk, [post], accounts);
  for (const { accountId } of post.targets) {
    const refusal = refusalOf(found, accountId);
    if (refusal !== undefined) return { refusal };
  }
  return { post, found };
}

async function byNativeId(
  nativeId: string,
  { caller, desk }: { caller: Call['caller']; desk: Desk },
): Promise<Post | undefined> {
  const posts = await desk.store.read.posts({ teamId: caller.teamId, includeHidden: true });
  return posts.find(({ targets }) => targets.some(({ platformPostId }) => platformPostId === nativeId));
}

export async function singlePost(call: Call, desk: Desk): Promise<Reply> {
  const asked = await postAsked(call, desk);
  if ('refusal' in asked) return asked.refusal;
  const { post, found } = asked;
  const { rows, isStale } = found;
  const isPending = post.targets.some(({ startedAt }) => startedAt !== undefined);
  const failed = post.targets.filter(({ status }) => status === 'failed');
  if (rows.length === 0 && failed.length === 0 && !isPending) return ok(unpublished(post, desk.clock.now()));
  const now = desk.clock.now();
  const body = {
    postId: post.id,
    ...describe(post, rows),
    ...(rows.length === 0 ? { publishedAt: null } : {}),
    status: rows.length === 0 ? 'failed' : failed.length > 0 ? 'partial' : 'published',
    analytics: analyticsOf(rows, now),
    platformAnalytics: [...rows.map((row) => platformAnalytics(row, now)), ...failed.map(failedPlatform)],
    ...syncOf(rows),
    ...(isStale ? { stale: true } : {}),
  };
  const status = rows.length > 0 ? 200 : isPending ? 202 : 424;
  return { status, body: isPending ? { ...body, syncStatus: 'pending', status: 'published' } : body };
}

/** A post that has not gone out: nothing of it was seen yet. */
const unpublished = (post: Post, now: number): Record<string, unknown> => ({
  postId: post.id,
  ...describe(post, []),
  publishedAt: null,
  analytics: analyticsOf([], now),
  platformAnalytics: [],
  syncStatus: 'pending',
  message: 'The post is not published, so it has no figures.',
});

/** How far the figures of all its platforms are there. */
function syncOf(rows: readonly Measured[]): Record<string, unknown> {
  const unavailable = rows.filter((row) => row.unavailable !== undefined);
  const synced = rows.filter(({ readAt }) => readAt !== undefined);
  const message = unavailable[0]?.unavailable ?? null;
  const more = message === null ? { message } : { message, errorMessage: message };
  if (unavailable.length === rows.length) return { syncStatus: 'unavailable', ...more };
  if (synced.length === rows.length) return { syncStatus: 'synced', ...more };
  return { syncStatus: synced.length === 0 ? 'pending' : 'partial', ...more };
}
