/** What each platform allows, one row a platform. Read by text.ts, media.ts, the posting caps and the areas. */

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** How a platform counts the length of a text; text.ts does the counting. */
export type Counting = 'weighted' | 'graphemes' | 'utf16';

export interface PlatformLimits {
  /** Longest text. */
  readonly text: number;
  /** Longest text beside media, where it differs. */
  readonly textWithMedia?: number;
  /** Longest title, where posts have one. */
  readonly title?: number;
  readonly counting: Counting;
  /** Largest image in bytes. */
  readonly image: number;
  /** Largest GIF in bytes, where it is not the image's. */
  readonly gif?: number;
  /** Largest video in bytes; null where video is not taken. */
  readonly video: number | null;
  /** Publications of one account in a rolling 24 hours. */
  readonly dailyCap: number;
  /** The platform shows nothing without media; validation warns. */
  readonly needsMedia: boolean;
  /** Accounts have analytics. */
  readonly analytics: boolean;
  /** Posts go here. False for platforms that occur on messages only. */
  readonly posting: boolean;
  /** The word an error envelope uses for the company behind the platform. */
  readonly upstream: string;
}

type Row = Pick<PlatformLimits, 'text' | 'image' | 'video' | 'upstream'> & Partial<PlatformLimits>;

const row = (differences: Row): PlatformLimits => ({
  counting: 'utf16',
  dailyCap: 50,
  needsMedia: false,
  analytics: true,
  posting: true,
  ...differences,
});

/** Source: ASM-12 (text, title), ASM-14 (media; 1 MB is 1024 × 1024 bytes), LIM-32 to LIM-37 (daily caps), PLT-08. */
// prettier-ignore
export const PLATFORMS: Readonly<Record<string, PlatformLimits>> = {
  twitter:        row({ text: 280,    counting: 'weighted',  image: 5 * MIB,  gif: 15 * MIB, video: 512 * MIB, upstream: 'x' }),
  instagram:      row({ text: 2_200,  dailyCap: 100,         image: 8 * MIB,  video: 300 * MIB, needsMedia: true, upstream: 'meta' }),
  facebook:       row({ text: 63_206, dailyCap: 100,         image: 10 * MIB, video: 4 * GIB,   upstream: 'meta' }),
  linkedin:       row({ text: 3_000,                         image: 8 * MIB,  video: 5 * GIB,   upstream: 'linkedin' }),
  tiktok:         row({ text: 2_200,                         image: 20 * MIB, video: 4 * GIB,   needsMedia: true, upstream: 'tiktok' }),
  youtube:        row({ text: 5_000,  title: 100,            image: 2 * MIB,  video: 256 * GIB, needsMedia: true, upstream: 'google' }),
  pinterest:      row({ text: 800,    title: 100, dailyCap: 25, image: 32 * MIB, video: 2 * GIB, needsMedia: true, upstream: 'pinterest' }),
  reddit:         row({ text: 40_000, title: 300,            image: 20 * MIB, video: 1 * GIB,   upstream: 'reddit' }),
  bluesky:        row({ text: 300,    counting: 'graphemes', image: 1 * MIB,  video: 50 * MIB,  upstream: 'bluesky' }),
  threads:        row({ text: 500,    dailyCap: 250,         image: 8 * MIB,  video: 1 * GIB,   upstream: 'meta' }),
  telegram:       row({ text: 4_096,  textWithMedia: 1_024,  image: 10 * MIB, video: 50 * MIB,  upstream: 'telegram' }),
  snapchat:       row({ text: 160,                           image: 20 * MIB, video: 500 * MIB, needsMedia: true, upstream: 'snapchat' }),
  discord:        row({ text: 2_000,  analytics: false,      image: 10 * MIB, video: 10 * MIB,  upstream: 'discord' }),
  slack:          row({ text: 40_000,                        image: 1 * GIB,  video: 1 * GIB,   upstream: 'slack' }),
  whatsapp:       row({ text: 4_096,                         image: 5 * MIB,  video: 16 * MIB,  upstream: 'meta' }),
  googlebusiness: row({ text: 1_500,                         image: 5 * MIB,  video: 75 * MIB,  upstream: 'google' }),
  sms:            row({ text: 1_600,  posting: false, analytics: false, image: 1 * MIB, video: null, upstream: 'carrier' }),
};

/** The row of a platform, or undefined for a word that is none (commerce and ad platforms have no row). */
export const limitsOf = (platform: string): PlatformLimits | undefined =>
  Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform] : undefined;

/** Platforms that posts may target, in the table's order. */
export const POSTING_PLATFORMS: readonly string[] = Object.keys(PLATFORMS).filter((name) => limitsOf(name)?.posting);

/** Shop and blog-site platforms: no posts, no analytics, no inbox, no uploads. Source: PLT-12 to PLT-15. */
export const COMMERCE_PLATFORMS: readonly string[] = ['shopify', 'wordpress'];

/** The word for the company behind a platform in `platform` of an error. Source: ERR-09. */
export const upstreamOf = (platform: string): string =>
  limitsOf(platform)?.upstream ?? AD_UPSTREAMS[platform] ?? platform;

/** The same for platforms that ads alone run on. */
const AD_UPSTREAMS: Readonly<Record<string, string>> = {
  metaads: 'meta',
  googleads: 'google',
  linkedinads: 'linkedin',
  tiktokads: 'tiktok',
  pinterestads: 'pinterest',
  xads: 'x',
  openaiads: 'openai',
};
