/** What a platform is sent for one target: text, media and settings after merging. Pure. Next stop: the network's driver. */
import { bucketOf, type Bucket } from '../../../../platforms/caps.ts';
import { settingsOf, tagsOf } from '../../../../platforms/sent.ts';
import type { Publication } from '../../../networks/driver.ts';
import type { MediaItem, Post, Target } from '../../../store/post.ts';

type Settings = Readonly<Record<string, unknown>>;

/** The key under which a platform takes a run of a target once, however often it is sent. */
export const publicationKey = (postId: string, { accountId, run }: Pick<Target, 'accountId' | 'run'>): string =>
  `${postId}/${accountId}/${String(run)}`;

/** The text of a target: its own, else the post's. */
export const textOf = (post: Pick<Post, 'content'>, target: Pick<Target, 'customContent'>): string =>
  target.customContent ?? post.content;

/** The media of a target: its own, else the post's. */
export const mediaOf = (post: Pick<Post, 'mediaItems'>, target: Pick<Target, 'customMedia'>): readonly MediaItem[] =>
  target.customMedia ?? post.mediaItems;

/** @param defaults settings of the account, for what the post leaves open */
export function publicationOf(
  post: Pick<Post, 'id' | 'content' | 'title' | 'mediaItems' | 'extra'>,
  target: Target,
  defaults: Settings = {},
): Publication {
  const settings = settingsOf(post.extra, target);
  const title = typeof settings['title'] === 'string' ? settings['title'] : post.title;
  return {
    idempotencyKey: publicationKey(post.id, target),
    text: textOf(post, target),
    ...(title === undefined ? {} : { title }),
    media: mediaOf(post, target),
    settings: { ...defaults, ...tagsOf(post.extra), ...settings },
  };
}

/** What the target counts as under the posting caps. */
export const bucketOfTarget = (post: Post, target: Target): Bucket =>
  bucketOf(mediaOf(post, target), settingsOf(post.extra, target)['mediaType']);

/** Posts that a platform keeps to itself: no public URL will come. Source: EVT-38 */
export function isPublicOn(post: Post, target: Target): boolean {
  const { draft, privacyLevel } = settingsOf(post.extra, target);
  return draft !== true && !(typeof privacyLevel === 'string' && /^(SELF_ONLY|PRIVATE)$/i.test(privacyLevel));
}
