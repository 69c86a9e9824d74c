/** What one post may carry on each platform, by the networks' own public limits; a row for each platform that limits it. Asked by content.ts. */
import { platformLabel } from './labels.ts';
import { ownValue } from '../kernel/json.ts';
import type { MediaKind } from '../kernel/media-type.ts';
import { traitsOf } from './platforms.ts';

export interface MediaRules {
  /** The network's page that says so. */
  readonly source: string;
  /** Day on which the row was compared with it. */
  readonly checked: string;
  /** Most items of each type in a post; a type that is left out is not taken. */
  readonly most: Readonly<Partial<Record<MediaKind, number>>>;
  /** Types that one post may hold together, as many of them all as of one; other types come alone. */
  readonly together?: readonly MediaKind[];
  /** Longest description of an item, in characters. */
  readonly altText?: number;
  /** By `contentType` of the settings: what such a post holds instead, one item of one of the types. */
  readonly single?: Readonly<Record<string, readonly MediaKind[]>>;
}

export const MEDIA_RULES: Readonly<Record<string, MediaRules>> = {
  twitter: {
    source: 'X API, manage posts and media best practices',
    checked: '2026-11-23',
    most: { image: 4, gif: 1, video: 1 },
    altText: 1_000,
  },
  instagram: {
    source: 'Instagram platform, content publishing',
    checked: '2026-11-23',
    most: { image: 10, video: 10 },
    together: ['image', 'video'],
    altText: 1_000,
    single: { story: ['image', 'video'] },
  },
  facebook: {
    source: 'Pages API, posts, video and stories',
    checked: '2026-11-23',
    most: { image: 10, gif: 10, video: 1 },
    together: ['image', 'gif'],
    single: { story: ['image', 'video'], reel: ['video'] },
  },
  linkedin: {
    source: 'LinkedIn Posts API, multi-image, video and documents',
    checked: '2026-11-23',
    most: { image: 20, gif: 20, video: 1, document: 1 },
    together: ['image', 'gif'],
    altText: 4_086,
  },
  tiktok: {
    source: 'TikTok Content Posting API, direct post and photo post',
    checked: '2026-11-23',
    most: { image: 35, video: 1 },
  },
  youtube: {
    source: 'YouTube Data API, videos.insert',
    checked: '2026-11-23',
    most: { video: 1 },
  },
  pinterest: {
    source: 'Pinterest API v5, create Pin',
    checked: '2026-11-23',
    most: { image: 5, gif: 1, video: 1 },
    altText: 500,
  },
  reddit: {
    source: 'Reddit help, galleries and video posts',
    checked: '2026-11-23',
    most: { image: 20, gif: 20, video: 1 },
    together: ['image', 'gif'],
  },
  bluesky: {
    source: 'AT Protocol lexicons app.bsky.embed.images and app.bsky.embed.video',
    checked: '2026-11-23',
    most: { image: 4, gif: 4, video: 1 },
    together: ['image', 'gif'],
  },
  threads: {
    source: 'Threads API, posts and carousels',
    checked: '2026-11-23',
    most: { image: 20, video: 20 },
    together: ['image', 'video'],
    altText: 1_000,
  },
  telegram: {
    source: 'Telegram Bot API, sendMediaGroup and sendAnimation',
    checked: '2026-11-23',
    most: { image: 10, video: 10, gif: 1, document: 10 },
    together: ['image', 'video'],
  },
  snapchat: {
    source: 'Snapchat Public Profile API, stories and spotlights',
    checked: '2026-11-23',
    most: { image: 1, video: 1 },
    single: { spotlight: ['video'] },
  },
  discord: {
    source: 'Discord API, create message',
    checked: '2026-11-23',
    most: { image: 10, gif: 10, video: 10, document: 10 },
    together: ['image', 'gif', 'video', 'document'],
    altText: 1_024,
  },
  whatsapp: {
    source: 'WhatsApp Cloud API, media messages',
    checked: '2026-11-23',
    most: { image: 1, video: 1, document: 1 },
  },
  googlebusiness: {
    source: 'Business Profile API, localPosts',
    checked: '2026-11-23',
    most: { image: 1, video: 1 },
  },
};

const rulesOf = (platform: string): MediaRules | undefined => ownValue(MEDIA_RULES, platform);

const NAMES: Readonly<Record<MediaKind, readonly [one: string, many: string]>> = {
  image: ['image', 'images'],
  gif: ['GIF', 'GIFs'],
  video: ['video', 'videos'],
  document: ['document', 'documents'],
};

/**
 * Why the platform refuses this number and mix of items, as one sentence, or undefined.
 * @param contentType of the settings: `story`, `reel`
 */
export function gatheringProblem(
  platform: string,
  types: readonly MediaKind[],
  contentType?: unknown,
): string | undefined {
  const rules = rulesOf(platform);
  if (rules === undefined || types.length === 0) return undefined;
  const single = typeof contentType === 'string' ? rules.single?.[contentType] : undefined;
  if (single !== undefined) return singleProblem(platform, String(contentType), { types, single });
  return (
    unsupportedProblem(platform, types, rules) ??
    mixProblem(platform, types, rules) ??
    countProblem(platform, types, rules)
  );
}

interface Single {
  readonly types: readonly MediaKind[];
  readonly single: readonly MediaKind[];
}

function singleProblem(platform: string, form: string, { types, single }: Single): string | undefined {
  const [first] = types;
  if (types.length === 1 && first !== undefined && single.includes(first)) return undefined;
  return `${platformLabel(platform)} takes one ${single.map((type) => NAMES[type][0]).join(' or one ')} as a ${form}.`;
}

function unsupportedProblem(platform: string, types: readonly MediaKind[], { most }: MediaRules): string | undefined {
  const unsupported = types.find((type) => most[type] === undefined);
  return unsupported && `${platformLabel(platform)} takes no ${NAMES[unsupported][1]} in a post.`;
}

function mixProblem(platform: string, types: readonly MediaKind[], { together }: MediaRules): string | undefined {
  const kinds = [...new Set(types)];
  if (kinds.length === 1 || kinds.every((type) => together?.includes(type))) return undefined;
  return `${platformLabel(platform)} does not take ${kinds.map((type) => NAMES[type][1]).join(' and ')} in one post.`;
}

function countProblem(platform: string, types: readonly MediaKind[], { most }: MediaRules): string | undefined {
  const kinds = [...new Set(types)];
  const limit = Math.max(...kinds.map((type) => most[type] ?? Infinity));
  if (types.length <= limit) return undefined;
  const [one, many] = kinds.length > 1 || kinds[0] === undefined ? ['item', 'items'] : NAMES[kinds[0]];
  return `${platformLabel(platform)} takes at most ${limit} ${limit === 1 ? one : many} in a post; there are ${types.length}.`;
}

/** What a post without media lacks, as one sentence; undefined where text alone is a post. */
export function needProblem(platform: string): string | undefined {
  if (traitsOf(platform).posting?.needsMedia !== true) return undefined;
  const types = Object.keys(rulesOf(platform)?.most ?? {}) as MediaKind[];
  return `${platformLabel(platform)} takes no post without ${types.map((type) => `${type === 'image' ? 'an' : 'a'} ${NAMES[type][0]}`).join(' or ')}.`;
}

/** Longest description of an item, in characters; undefined without a limit. */
export const altTextLimit = (platform: string): number | undefined => rulesOf(platform)?.altText;

/** Whether a platform shows images, videos and documents in ways of their own, so that a file must be what the post calls it. */
export const tellsKindsApart = (platform: string): boolean => {
  const rules = rulesOf(platform);
  return rules !== undefined && rules.together?.includes('document') !== true;
};
