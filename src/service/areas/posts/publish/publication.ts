/** What a platform is sent for one target: text, media and settings after merging. Pure. Next stop: the network's driver. */
import { traitsOf } from '../../../../platforms/platforms.ts';
import { bucketOf, type Bucket } from '../../../../platforms/caps.ts';
import type { Publication } from '../../../networks/driver.ts';
import type { MediaItem, Post, PostExtra, Target } from '../../../store/post.ts';

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

/**
 * The settings of a target, field by field: its own win over the settings object of its platform, which wins over the
 * post's `platformSpecificData`. A `facebookSettings` inside platform data counts where it is.
 * Source: ASM-06 (POST-21 to POST-24)
 */
export function settingsOf(extra: PostExtra, target: Pick<Target, 'platform' | 'platformSpecificData'>): Settings {
  return {
    ...flat(extra.platformSpecificData),
    ...platformSettings(extra, target.platform),
    ...flat(target.platformSpecificData),
  };
}

/** @param defaults settings of the account, for what the post leaves open */
export function publicationOf(
  post: Pick<Post, 'id' | 'content' | 'title' | 'mediaItems' | 'extra'>,
  target: Target,
  defaults: Settings = {},
): Publication {
  const { tags, hashtags } = post.extra;
  const settings = settingsOf(post.extra, target);
  const title = typeof settings['title'] === 'string' ? settings['title'] : post.title;
  return {
    idempotencyKey: publicationKey(post.id, target),
    text: textOf(post, target),
    ...(title === undefined ? {} : { title }),
    media: mediaOf(post, target),
    settings: {
      ...defaults,
      ...(tags?.length ? { tags } : {}),
      ...(hashtags?.length ? { hashtags } : {}),
      ...settings,
    },
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

function platformSettings(extra: PostExtra, platform: string): Settings | undefined {
  const key = traitsOf(platform).posting?.settingsKey;
  return key === undefined ? undefined : extra[key];
}

function flat(platformData: Settings | undefined): Settings {
  const { facebookSettings, ...rest } = platformData ?? {};
  return { ...rest, ...(facebookSettings as Settings | undefined) };
}
