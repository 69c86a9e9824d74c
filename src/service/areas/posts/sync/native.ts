/** What a platform's own listing tells of posts: removed by hand, never published, written there. Pure. sync-account.ts commits it. */
import { without } from '../../../../kernel/json.ts';
import { MEDIA_KINDS } from '../../../../kernel/media-type.ts';
import type { NativePost } from '../../../networks/driver.ts';
import { ERROR_SOURCES } from '../../../limits/retries.ts';
import { post as states } from '../../../states/post.ts';
import { target as targetStates } from '../../../states/target.ts';
import type { PostAccount } from '../account.ts';
import { NO_CHANGES, unburdened, withTarget, type PostChanges } from '../changes.ts';
import { externalEvent, mediaTypeOf, targetEvents, type ExternalChange } from '../events.ts';
import type { MediaItem, Post, Target } from '../../../store/post.ts';
import { outcomeEvent, moved } from '../decide/settle.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import { platformLabel } from '../../../../platforms/labels.ts';

/** A target that somebody deleted on the platform: flagged, still published, reported once. Source: POST-47, ASM-29, EVT-35 */
export function removedNatively(post: Post, account: PostAccount, { removedAt }: NativePost, now: number): PostChanges {
  const target = post.targets.find(({ accountId }) => accountId === account.id);
  const move = target && targetStates.move(target.status, 'removedNatively');
  if (target === undefined || move === undefined || removedAt === null) return NO_CHANGES;
  if (target.removedFromPlatformAt !== undefined || states.move(post.status, 'removedNatively') === undefined)
    return NO_CHANGES;
  const flagged: Target = { ...target, removedFromPlatformAt: instantOf(removedAt) };
  const after: Post = { ...withTarget(post, flagged), updatedAt: now };
  return { ...NO_CHANGES, posts: [after], events: targetEvents(move.effect, after, flagged, account) };
}

/** A target that the platform confirmed and never published: failed after all. Source: POST-44, POST-45, EVT-32, EVT-34 */
export function neverPublished(post: Post, account: PostAccount, now: number): PostChanges {
  const target = post.targets.find(({ accountId }) => accountId === account.id);
  const move = target && targetStates.move(target.status, 'missing');
  if (target === undefined || move === undefined) return NO_CHANGES;
  const failed: Target = {
    ...without(unburdened(target), ['platformPostId', 'platformPostUrl', 'publishedAt']),
    status: move.to,
    errorMessage: `${platformLabel(account.platform)} confirmed the post but does not list it.`,
    errorCategory: 'platform_error',
    errorSource: ERROR_SOURCES.platform_error,
  };
  const changed = withTarget(post, failed);
  const event = outcomeEvent(changed.targets) === 'nonePublished' ? 'allMissing' : 'someMissing';
  if (states.move(post.status, event) === undefined) return NO_CHANGES;
  const { post: after, events } = moved(changed, event, now);
  return { ...NO_CHANGES, posts: [after], events: [...targetEvents(move.effect, changed, failed, account), ...events] };
}

/** What a natively written post is to the service: new, changed, deleted, or nothing new. Source: EVT-39 to EVT-43 */
export function externalChanges(
  known: Post | undefined,
  item: NativePost,
  { account, id, now }: { readonly account: PostAccount; readonly id: () => string; readonly now: number },
): PostChanges {
  if (known === undefined)
    return item.removedAt === null ? changesFor('created', newExternal(item, account, id()), account) : NO_CHANGES;
  const [target] = known.targets;
  if (target === undefined || target.removedFromPlatformAt !== undefined) return NO_CHANGES;
  if (item.removedAt !== null) {
    const removedFromPlatformAt = instantOf(item.removedAt);
    return changesFor(
      'deleted',
      { ...withTarget(known, { ...target, removedFromPlatformAt }), updatedAt: now },
      account,
    );
  }
  const mediaItems = mediaFromNative(item);
  const isSame = known.content === item.text && shapeOf(known.mediaItems) === shapeOf(mediaItems);
  const seen: Post = { ...withTarget(known, { ...target, platformPostUrl: item.url }), content: item.text, mediaItems };
  if (!isSame) return changesFor('updated', { ...seen, updatedAt: now }, account);
  return JSON.stringify(seen) === JSON.stringify(known) ? NO_CHANGES : { ...NO_CHANGES, posts: [seen] };
}

const changesFor = (change: ExternalChange, post: Post, account: PostAccount): PostChanges => ({
  ...NO_CHANGES,
  posts: [post],
  events: [externalEvent(change, post, account)],
});

/** Kinds in order: what counts as a change of media. A new address of the same media does not. */
const shapeOf = (media: readonly MediaItem[]): string => media.map(({ type }) => type).join(' ');

const newExternal = (item: NativePost, account: PostAccount, id: string): Post => ({
  id,
  teamId: account.teamId,
  userId: '',
  status: 'published',
  source: 'external',
  hidden: false,
  content: item.text,
  mediaItems: mediaFromNative(item),
  targets: [
    {
      platform: account.platform,
      accountId: account.id,
      profileId: account.profileId,
      status: 'published',
      platformPostId: item.nativeId,
      platformPostUrl: item.url,
      publishedAt: instantOf(item.at),
      run: 1,
    },
  ],
  scheduledFor: null,
  timezone: 'UTC',
  queueId: null,
  createdAt: item.at,
  updatedAt: item.at,
  extra: {},
});

const TYPES: readonly string[] = MEDIA_KINDS;

const mediaFromNative = ({ media }: NativePost): MediaItem[] =>
  media.map((item) => ({
    ...item,
    type: TYPES.includes(String(item['type'])) ? (item['type'] as MediaItem['type']) : 'image',
    url: String(item['url'] ?? ''),
  }));

/** An external post as sync-external answers it. Source: fact set, ExternalPostSummary */
export function externalSummary(post: Post): Record<string, unknown> {
  const [target] = post.targets;
  const [first] = post.mediaItems;
  return {
    platform: target?.platform,
    platformPostId: target?.platformPostId,
    ...(target?.platformPostUrl ? { platformPostUrl: target.platformPostUrl } : {}),
    content: post.content,
    publishedAt: target?.publishedAt,
    mediaType: mediaTypeOf(post.mediaItems),
    ...(first === undefined ? {} : { thumbnailUrl: first.url }),
    mediaItems: post.mediaItems,
  };
}
