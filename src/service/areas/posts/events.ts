/** The post events of the catalogue, payload and routing. Pure; the transaction that changes the post emits them. */
import type { EventName } from '#contract';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { PostEffect, PostStatus } from '../../states/post.ts';
import type { TargetEffect } from '../../states/target.ts';
import type { NewEvent } from '../../store/store.ts';
import type { PostAccount } from './account.ts';
import type { MediaItem, Post, Target } from '../../store/post.ts';
import { instantOf } from '../../../kernel/instant.ts';

/** Effects of the post table that emit a rollup, with the status its payload shows. */
const ROLLUPS = {
  emitScheduled: ['post.scheduled', 'scheduled'],
  emitPublished: ['post.published', 'published'],
  emitPartial: ['post.partial', 'partial'],
  emitFailed: ['post.failed', 'failed'],
  emitCancelled: ['post.cancelled', 'cancelled'],
  emitRecycled: ['post.recycled', 'published'],
} as const satisfies Partial<Record<PostEffect, readonly [string, PostStatus]>>;

/** Effects of the target table that emit an event of that target, with the `platform.status` they show. */
const SINGLES = {
  emitPlatformPublished: ['post.platform.published', 'published'],
  emitPlatformFailed: ['post.platform.failed', 'failed'],
  emitPlatformDeleted: ['post.platform.deleted', 'deleted'],
  emitUrlResolved: ['post.tiktok.url_resolved', 'published'],
} as const satisfies Partial<Record<TargetEffect, readonly [string, string]>>;

/** The rollup event of an effect, or none. Source: EVT-07, EVT-08, EVT-31 */
export function rollupEvents(effect: PostEffect | null, post: Post, requestId?: string): NewEvent[] {
  if (effect === null || !(effect in ROLLUPS)) return [];
  const [type, status] = ROLLUPS[effect as keyof typeof ROLLUPS];
  return [eventOf(type, post, { post: postBlock({ ...post, status }) }, requestId)];
}

/** Events of a post that no account is left of belong to no profile: unscoped endpoints alone get them. Source: WHK-86 */
export const withoutOwners = (events: readonly NewEvent[]): NewEvent[] =>
  events.map((event) => ({ ...event, accountIds: [], profileIds: [] }));

/** The event of one target. Source: EVT-05, EVT-06, ASM-29 */
export function targetEvents(
  effect: TargetEffect | null,
  post: Post,
  target: Target,
  account: PostAccount | undefined,
): NewEvent[] {
  if (effect === null || !(effect in SINGLES)) return [];
  const [type, status] = SINGLES[effect as keyof typeof SINGLES];
  const platform = {
    name: target.platform,
    status,
    ...outcomeBlock(target),
    ...(status === 'deleted' && target.removedFromPlatformAt !== undefined
      ? { deletedAt: target.removedFromPlatformAt }
      : {}),
  };
  return [eventOf(type, post, { post: postBlock(post), platform, account: accountBlock(target, account) })];
}

export type ExternalChange = 'created' | 'updated' | 'deleted';

/** An event of a natively authored post. Source: EVT-09, POST-25 */
export function externalEvent(change: ExternalChange, post: Post, account: PostAccount): NewEvent {
  const [target] = post.targets;
  const block = {
    id: post.id,
    platform: account.platform,
    accountId: account.id,
    url: target?.platformPostUrl || null,
    content: post.content,
    mediaType: mediaTypeOf(post.mediaItems),
    mediaItems: post.mediaItems.map(externalMedia),
    thumbnailUrl: post.mediaItems[0]?.url ?? null,
    publishedAt: target?.publishedAt ?? instantOf(post.createdAt),
    source: 'external',
    ...(change === 'deleted' ? { deletedAt: target?.removedFromPlatformAt ?? null } : {}),
  };
  const { id, platform, username } = account;
  return eventOf(`post.external.${change}`, post, { post: block, account: { id, accountId: id, platform, username } });
}

/**
 * The figures of an account were brought up to date: the event says so, and nothing of the figures. None for platforms
 * without analytics.
 * @param postsUpdated posts whose figures were read
 * @param now ms
 * Source: EVT-01, EVT-97, EVT-98
 */
export function syncedEvents(account: PostAccount, postsUpdated: number, now: number): NewEvent[] {
  if (traitsOf(account.platform).analytics === undefined) return [];
  const { id, teamId, profileId, platform, username } = account;
  const payload = {
    account: { accountId: id, profileId, platform, username },
    sync: { syncedAt: instantOf(now), postsUpdated },
  };
  return [{ type: 'analytics.synced', teamId, payload, accountIds: [id], profileIds: [profileId] }];
}

const eventOf = (type: EventName, post: Post, payload: Record<string, unknown>, requestId?: string): NewEvent => ({
  type,
  teamId: post.teamId,
  payload,
  accountIds: post.targets.map(({ accountId }) => accountId),
  profileIds: [...new Set(post.targets.map(({ profileId }) => profileId))],
  ...(requestId === undefined ? {} : { requestId }),
});

function postBlock(post: Post): Record<string, unknown> {
  const published = post.targets.flatMap(({ publishedAt }) => publishedAt ?? []).sort();
  const last = published.at(-1);
  return {
    id: post.id,
    content: post.content,
    status: post.status,
    scheduledFor: instantOf(post.scheduledFor ?? post.createdAt),
    ...(last === undefined ? {} : { publishedAt: last }),
    platforms: post.targets.map((target) => ({
      platform: target.platform,
      status: target.status,
      accountId: target.accountId,
      ...outcomeBlock(target),
    })),
    ...(post.extra.metadata === undefined ? {} : { metadata: post.extra.metadata }),
  };
}

const outcomeBlock = ({ platformPostId, platformPostUrl, errorMessage }: Target): Record<string, unknown> => ({
  ...(platformPostId === undefined ? {} : { platformPostId }),
  ...(platformPostUrl ? { publishedUrl: platformPostUrl } : {}),
  ...(errorMessage === undefined ? {} : { error: errorMessage }),
});

const accountBlock = (target: Target, account: PostAccount | undefined): Record<string, unknown> => ({
  accountId: target.accountId,
  platform: target.platform,
  username: account?.username ?? '',
  ...(account?.displayName === undefined ? {} : { displayName: account.displayName }),
});

/** The contract knows two kinds of external media; what moves is a video. */
const externalMedia = ({ type, url, thumbnail }: MediaItem): Record<string, unknown> => ({
  type: type === 'video' ? 'video' : 'image',
  url,
  ...(typeof thumbnail === 'string' ? { thumbnail } : {}),
});

/** `text`, `image`, `video` or `carousel`. */
export function mediaTypeOf(media: readonly MediaItem[]): string {
  if (media.length > 1) return 'carousel';
  return media.length === 0 ? 'text' : media[0]?.type === 'video' ? 'video' : 'image';
}
