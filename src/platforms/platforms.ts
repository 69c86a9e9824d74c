/** Every platform that the API names, one row each. The only place that knows a platform by its name; traits.ts explains the columns. */
import {
  GOOGLE_OBJECTIVES,
  LINKEDIN_OBJECTIVES,
  META_OBJECTIVES,
  META_OPTIMIZATIONS,
  PINTEREST_OBJECTIVES,
  TIKTOK_OBJECTIVES,
  X_OBJECTIVES,
} from './ad-objectives.ts';
import type { Surface } from '../kernel/guard.ts';
import type { Limits, Offer, Traits } from './traits.ts';

/** 1 MB is 1024 × 1024 bytes. Source: ASM-14 */
const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const SITE: Traits = { lacks: ['conversations', 'uploads'] };

/** In the order in which platforms are listed to callers. */
export const PLATFORMS: Readonly<Record<string, Traits>> = {
  twitter: {
    upstream: 'x',
    limits: { text: 280, counting: 'weighted', image: 5 * MIB, gif: 15 * MIB, video: 512 * MIB },
    posting: { pollOrMedia: true, ownContent: ['threadItems', 'article'] },
    analytics: 'posts',
    connection: { chargedAs: 'twitter_passthrough', pages: 'https://x.com/{name}' },
    offers: ['capabilities'],
  },
  instagram: {
    upstream: 'meta',
    inCreatives: 'media',
    limits: { text: 2_200, image: 8 * MIB, video: 300 * MIB },
    posting: { dailyCap: 100, needsMedia: true },
    analytics: 'posts',
    inbox: { handover: 'app', privateReplies: true, liveComments: true },
    connection: {
      selection: {
        of: 'facebook_page',
        as: 'pages',
        username: 'instagram_business_account.username',
        displayName: 'name',
      },
      pages: 'https://www.instagram.com/{name}/',
    },
    offers: ['followers'],
  },
  facebook: {
    upstream: 'meta',
    inCreatives: 'story',
    limits: { text: 63_206, image: 10 * MIB, video: 4 * GIB },
    posting: { dailyCap: 100, settingsKey: 'facebookSettings' },
    analytics: 'posts',
    inbox: { handover: 'app', privateReplies: true },
    connection: {
      selection: { of: 'facebook_page', as: 'pages', username: 'username', displayName: 'name' },
      pages: 'https://www.facebook.com/{name}',
    },
    reviews: true,
    leads: true,
  },
  linkedin: {
    limits: { text: 3_000, image: 8 * MIB, video: 5 * GIB },
    posting: { pollOrMedia: true, ownContent: ['reshareUrl', 'poll'] },
    analytics: 'posts',
    ownPostsOnly: 'personal',
    connection: {
      selection: {
        of: 'linkedin_organization',
        as: 'organizations',
        username: 'vanityName',
        displayName: 'name',
        accountType: 'organization',
      },
      accountTypes: ['personal', 'organization'],
      pages: 'https://www.linkedin.com/in/{name}',
    },
  },
  tiktok: {
    limits: { text: 2_200, image: 20 * MIB, video: 4 * GIB },
    posting: {
      needsMedia: true,
      heldAfter: { video: 15, photo: 15 },
      settingsKey: 'tiktokSettings',
      urlLater: true,
      dryRun: true,
    },
    analytics: 'posts',
    inbox: { approval: 'tiktok_messages' },
    connection: { lanes: true, pages: 'https://www.tiktok.com/@{name}' },
    offers: ['downloads'],
  },
  youtube: {
    upstream: 'google',
    limits: { text: 5_000, title: 100, image: 2 * MIB, video: 256 * GIB },
    posting: { needsMedia: true },
    analytics: 'posts',
    connection: { pages: 'https://www.youtube.com/@{name}' },
    adQuota: true,
    offers: ['videos'],
  },
  pinterest: {
    limits: { text: 800, title: 100, image: 32 * MIB, video: 2 * GIB },
    posting: { dailyCap: 25, needsMedia: true },
    analytics: 'posts',
    connection: { selection: { of: 'pinterest_board', as: 'boards' }, pages: 'https://www.pinterest.com/{name}/' },
  },
  reddit: {
    limits: { text: 40_000, title: 300, image: 20 * MIB, video: 1 * GIB },
    posting: { callerWaits: true, ownContent: ['url'] },
    analytics: 'posts',
    connection: { pages: 'https://www.reddit.com/user/{name}' },
    offers: ['communities'],
  },
  bluesky: {
    limits: { text: 300, counting: 'graphemes', image: 1 * MIB, video: 50 * MIB },
    posting: { ownContent: ['threadItems'] },
    analytics: 'posts',
    connection: { pages: 'https://bsky.app/profile/{name}' },
  },
  threads: {
    upstream: 'meta',
    limits: { text: 500, image: 8 * MIB, video: 1 * GIB },
    posting: { dailyCap: 250, ownContent: ['threadItems'] },
    analytics: 'posts',
    connection: { pages: 'https://www.threads.net/@{name}' },
  },
  telegram: {
    limits: { text: 4_096, textWithMedia: 1_024, image: 10 * MIB, video: 50 * MIB },
    posting: { hasMarks: true },
    analytics: 'posts',
    connection: {
      bot: 'ServiceConnectBot',
      selection: { of: 'telegram_chat', username: 'username', displayName: 'title', onPage: true },
      pages: 'https://t.me/{name}',
    },
  },
  snapchat: {
    limits: { text: 160, image: 20 * MIB, video: 500 * MIB },
    posting: { needsMedia: true },
    analytics: 'posts',
    connection: {
      selection: { of: 'snapchat_profile', as: 'profiles', username: 'username', displayName: 'display_name' },
      beta: true,
      pages: 'https://www.snapchat.com/add/{name}',
    },
  },
  discord: {
    limits: { text: 2_000, image: 10 * MIB, video: 10 * MIB },
    posting: { pollOrMedia: true, ownContent: ['embeds', 'poll'] },
    inbox: { unread: true },
    connection: { selection: { of: 'discord_channel', username: 'name', displayName: 'name', onPage: true } },
  },
  slack: {
    limits: { text: 40_000, image: 1 * GIB, video: 1 * GIB },
    posting: {},
    analytics: 'posts',
    connection: { selection: { of: 'slack_channel', username: 'name', displayName: 'name' } },
  },
  whatsapp: {
    upstream: 'meta',
    // The caption of media has a limit of its own. Source: WhatsApp Cloud API, media messages, 2026-11-23
    limits: { text: 4_096, textWithMedia: 1_024, image: 5 * MIB, video: 16 * MIB },
    posting: {},
    analytics: 'posts',
    inbox: { peopleBy: 'digits', scopedIds: true, messageIds: 'wamid.', handover: 'agent', pricing: true },
    connection: {
      selection: { of: 'whatsapp_phone_number', username: 'display_phone_number', displayName: 'verified_name' },
      businessNumber: true,
    },
    callIds: 'wacid.',
  },
  googlebusiness: {
    upstream: 'google',
    limits: { text: 1_500, image: 5 * MIB, video: 75 * MIB },
    posting: {},
    analytics: 'place',
    connection: {
      selection: { of: 'google_business_location', as: 'locations', username: 'name', displayName: 'name' },
    },
    reviews: true,
    listing: true,
    adQuota: true,
  },

  sms: {
    upstream: 'carrier',
    limits: { text: 1_600, image: 1 * MIB, video: null },
    inbox: { peopleBy: 'digits', messageIds: '' },
    line: 'texts',
  },
  phone: { line: 'calls' },
  rcs: {},
  imessage: { inbox: { peopleBy: 'e164', emails: true }, senders: true },

  shopify: { ...SITE, site: 'shop' },
  wordpress: { ...SITE, site: 'blog' },

  metaads: {
    upstream: 'meta',
    adNames: ['facebook', 'instagram', 'meta'],
    adRules: {
      objectives: META_OBJECTIVES,
      optimizations: META_OPTIMIZATIONS,
      promotedObject: true,
      professionals: 'instagram',
      ownAudiences: ['meta_engagement'],
      hashedDigits: true,
      comments: ['facebook', 'instagram'],
      placementMedia: true,
      placesWith: { threads_stream: 'stream' },
      studies: true,
    },
    leads: true,
  },
  googleads: {
    upstream: 'google',
    adNames: ['google'],
    adRules: { objectives: GOOGLE_OBJECTIVES, displayImages: true, searchAds: true, adjustments: true },
    adQuota: true,
  },
  linkedinads: {
    upstream: 'linkedin',
    adNames: ['linkedin'],
    adRules: { objectives: LINKEDIN_OBJECTIVES, ownAudiences: ['company_list', 'engagement', 'website_retargeting'] },
  },
  tiktokads: {
    upstream: 'tiktok',
    adNames: ['tiktok'],
    adRules: { objectives: TIKTOK_OBJECTIVES, comments: ['tiktok'] },
  },
  pinterestads: {
    upstream: 'pinterest',
    adNames: ['pinterest'],
    adRules: { objectives: PINTEREST_OBJECTIVES, linked: 'pinterest' },
  },
  xads: { upstream: 'x', adNames: ['twitter'], adRules: { objectives: X_OBJECTIVES } },
  openaiads: { upstream: 'openai', adNames: ['openai'] },
};

const NONE: Traits = {};

/** What is special about a platform; nothing for a word that names none. */
export const traitsOf = (platform: string): Traits =>
  (Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform] : undefined) ?? NONE;

/** Largest text and media, or undefined for platforms without limits and for words that name none. */
export const limitsOf = (platform: string): Limits | undefined => traitsOf(platform).limits;

/** Platforms whose texts and media have limits, in the table's order. */
export const LIMITED_PLATFORMS: readonly (readonly [name: string, limits: Limits])[] = Object.entries(
  PLATFORMS,
).flatMap(([name, { limits }]) => (limits === undefined ? [] : [[name, limits] as const]));

/** Whether posts may target the platform. Source: PLT-01, PLT-02 */
export const takesPosts = (platform: string): boolean => traitsOf(platform).posting !== undefined;

/** Platforms that posts may target, in the table's order. */
export const POSTING_PLATFORMS: readonly string[] = Object.keys(PLATFORMS).filter(takesPosts);

/** Platforms whose price is passed on. Source: AUTH-20 */
export const CHARGED_PLATFORMS: readonly string[] = Object.keys(PLATFORMS).filter(
  (name) => traitsOf(name).connection?.chargedAs !== undefined,
);

/** Whether the operations in question exist for the platform. */
export const offers = (platform: string, offer: Offer): boolean => traitsOf(platform).offers?.includes(offer) ?? false;

/** Whether calls about a surface are refused on the platform. Source: PLT-09, PLT-12 to PLT-14 */
export const lacks = (platform: string, surface: Surface): boolean =>
  traitsOf(platform).lacks?.includes(surface) ?? false;

/** The word for the company behind a platform in `platform` of an error. Source: ERR-09 */
export const upstreamOf = (platform: string): string => traitsOf(platform).upstream ?? platform;

/** The platform of the ads accounts that ad operations name with the word; ad platforms themselves go by their own. */
export const adPlatformOf = (word: string): string =>
  Object.keys(PLATFORMS).find((name) => PLATFORMS[name]?.adNames?.includes(word)) ?? word;
