/** The figures of posts as the API shows them: together, and on each platform. Pure. Used by list.ts and single.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { engagementRateOf, sumOf } from '../../networks/figures.ts';
import { mediaTypeOf } from '../posts/events.ts';
import type { MediaItem, Post, Target } from '../../store/post.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { totalOf, type Measured } from './measured.ts';

/** The figures of a post over all its platforms. @param now ms, when nothing was read yet */
export function analyticsOf(rows: readonly Measured[], now: number): Fields {
  const figures = sumOf(rows.map(totalOf));
  const readAt = Math.min(now, ...rows.flatMap((row) => row.readAt ?? []));
  return { ...figures, engagementRate: engagementRateOf(figures), lastUpdated: instantOf(readAt) };
}

/** The post on one platform. Source: PLT-03, PLT-04 */
export function platformAnalytics(row: Measured, now: number): Fields {
  const { account, target, unavailable, readAt } = row;
  return {
    platform: target.platform,
    status: 'published',
    platformPostId: target.platformPostId ?? null,
    accountId: account.id,
    accountUsername: account.doc.username,
    analytics: readAt === undefined ? null : analyticsOf([row], now),
    syncStatus: unavailable === undefined ? (readAt === undefined ? 'pending' : 'synced') : 'unavailable',
    platformPostUrl: target.platformPostUrl || null,
    errorMessage: unavailable ?? null,
  };
}

/** A target that failed has no figures. */
export const failedPlatform = (target: Target): Fields => ({
  platform: target.platform,
  status: 'failed',
  platformPostId: null,
  accountId: target.accountId,
  accountUsername: null,
  analytics: null,
  syncStatus: 'unavailable',
  platformPostUrl: null,
  errorMessage: target.errorMessage ?? null,
});

/** What is said of a post beside its figures, in lists and alone. */
export function describe(post: Post, rows: readonly Measured[]): Fields {
  const [first] = rows;
  const url = first?.target.platformPostUrl;
  const [media] = post.mediaItems;
  return {
    servicePostId: post.source === 'external' ? null : post.id,
    content: post.content,
    ...(post.scheduledFor === null ? {} : { scheduledFor: instantOf(post.scheduledFor) }),
    ...(first === undefined ? {} : { publishedAt: instantOf(firstInstant(rows)), platform: first.target.platform }),
    ...(url === undefined || url === '' ? {} : { platformPostUrl: url }),
    isExternal: post.source === 'external',
    ...(media === undefined ? {} : { thumbnailUrl: String(media['thumbnail'] ?? media.url) }),
    mediaType: mediaTypeOf(post.mediaItems),
    mediaItems: post.mediaItems.filter(({ type }) => type !== 'document').map(mediaView),
  };
}

const mediaView = ({ type, url, altText }: MediaItem): Fields => ({
  type: type === 'video' ? 'video' : 'image',
  url,
  ...(typeof altText === 'string' ? { altText } : {}),
});

/** When the post first went out anywhere (ms). */
export const firstInstant = (rows: readonly Measured[]): number =>
  Math.min(...rows.map(({ publishedAt }) => publishedAt));
