/** Limits of what the settings of a post hold: comments, polls, embeds, tags. One row for each platform, by the networks' own public documentation. Judged in settings-problems.ts. */
import { limitsOf } from './platforms.ts';

export interface InnerLimit {
  /** Where it lies in the settings; `*` is each entry of a list. */
  readonly path: string;
  /** Most characters of a text, or most entries of a list. */
  readonly most?: number;
  /** Fewest entries of a list, or fewest characters of a text. */
  readonly fewest?: number;
  /** The only words there are. */
  readonly words?: readonly string[];
  /** Lowest and highest number. */
  readonly range?: readonly [lowest: number, highest: number];
  /** How it is written, and how a sentence says so. */
  readonly form?: readonly [form: RegExp, says: string];
  /** Most characters of every value at the path and at these paths together. */
  readonly total?: { readonly with: readonly string[]; readonly most: number };
  /** By the value at the path: the setting that it needs. */
  readonly needs?: Readonly<Record<string, string>>;
  /** By the value at the path: a setting and the value that it excludes. */
  readonly excludes?: Readonly<Record<string, readonly [path: string, value: string]>>;
  /** It is what the post shows, so that there is neither media nor a poll. */
  readonly alone?: true;
}

export interface InnerRules {
  /** The network's pages that say so. */
  readonly source: string;
  /** Day on which the rows were compared with them. */
  readonly checked: string;
  readonly limits: readonly InnerLimit[];
}

const LINK = [/^https?:\/\//i, 'a URL that starts with https:// or http://'] as const;
const POST_ID = [/^\d{1,19}$/, 'the id of a post, in digits'] as const;

const EMBED_TEXTS = [
  'embeds.*.description',
  'embeds.*.fields.*.name',
  'embeds.*.fields.*.value',
  'embeds.*.footer.text',
  'embeds.*.author.name',
];
const EMBED_LINKS = ['url', 'image.url', 'thumbnail.url', 'footer.icon_url', 'author.url', 'author.icon_url'];

const DISCORD: readonly InnerLimit[] = [
  { path: 'embeds', most: 10 },
  { path: 'embeds.*.title', most: 256, total: { with: EMBED_TEXTS, most: 6_000 } },
  { path: 'embeds.*.description', most: 4_096 },
  { path: 'embeds.*.fields', most: 25 },
  { path: 'embeds.*.fields.*.name', fewest: 1, most: 256 },
  { path: 'embeds.*.fields.*.value', fewest: 1, most: 1_024 },
  { path: 'embeds.*.footer.text', most: 2_048 },
  { path: 'embeds.*.author.name', most: 256 },
  { path: 'embeds.*.color', range: [0, 0xffffff] },
  ...EMBED_LINKS.map((name) => ({ path: `embeds.*.${name}`, form: LINK })),
  { path: 'poll.question.text', fewest: 1, most: 300 },
  { path: 'poll.answers', fewest: 1, most: 10 },
  { path: 'poll.answers.*.poll_media.text', fewest: 1, most: 55 },
  { path: 'forumThreadName', fewest: 1, most: 100 },
  { path: 'forumAppliedTags', most: 5 },
  { path: 'threadFromMessage.name', fewest: 1, most: 100 },
  {
    path: 'webhookUsername',
    fewest: 1,
    most: 80,
    form: [/^(?!.*(?:clyde|discord)).*$/is, 'a name without clyde or discord in it'],
  },
];

const TIKTOK_PRIVACY = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'];

export const INNER_LIMITS: Readonly<Record<string, InnerRules>> = {
  twitter: {
    source: 'X API, create post',
    checked: '2026-11-23',
    limits: [
      { path: 'replyToTweetId', form: POST_ID },
      { path: 'quoteTweetId', form: POST_ID, alone: true },
      { path: 'poll.options', fewest: 2, most: 4 },
      { path: 'poll.options.*', fewest: 1, most: 25 },
    ],
  },
  discord: {
    source: 'Discord API, embed limits, poll objects, start thread and webhooks',
    checked: '2026-11-23',
    limits: DISCORD,
  },
  instagram: {
    source: 'Instagram platform, content publishing and comments',
    checked: '2026-11-23',
    limits: [
      { path: 'firstComment', most: 2_200 },
      { path: 'collaborators', most: 3 },
      { path: 'userTags', most: 20 },
    ],
  },
  facebook: {
    source: 'Pages API, comments and link posts with several cards',
    checked: '2026-11-23',
    limits: [
      { path: 'firstComment', most: 8_000 },
      { path: 'carouselCards', fewest: 2, most: 10 },
      { path: 'carouselCards.*.link', form: LINK },
    ],
  },
  linkedin: {
    source: 'LinkedIn Posts API, polls, comments and reshares',
    checked: '2026-11-23',
    limits: [
      { path: 'firstComment', most: 1_250 },
      { path: 'poll.question', fewest: 1, most: 140 },
      { path: 'poll.options', fewest: 2, most: 4 },
      { path: 'poll.options.*', fewest: 1, most: 30 },
      {
        path: 'reshareUrl',
        form: [/^(?:urn:li:|https:\/\/([a-z]+\.)?linkedin\.com\/)/i, 'a LinkedIn URL or URN'],
      },
    ],
  },
  threads: {
    source: 'Threads API, posts and topic tags; a comment there is a post',
    checked: '2026-11-23',
    limits: [
      { path: 'firstComment', most: limitsOf('threads')?.text ?? Infinity },
      { path: 'topic_tag', fewest: 1, most: 50, form: [/^[^.&]*$/, 'a tag without full stops and ampersands'] },
    ],
  },
  tiktok: {
    source: 'TikTok Content Posting API, privacy_level and branded content',
    checked: '2026-11-23',
    limits: [
      { path: 'privacyLevel', words: TIKTOK_PRIVACY },
      { path: 'commercialContentType', excludes: { brand_content: ['privacyLevel', 'SELF_ONLY'] } },
    ],
  },
  youtube: {
    source: 'YouTube Data API, videos: snippet.tags and snippet.categoryId',
    checked: '2026-11-23',
    limits: [
      { path: 'tags.*', total: { with: [], most: 500 } },
      { path: 'categoryId', form: [/^\d+$/, 'a category number'] },
    ],
  },
  pinterest: {
    source: 'Pinterest API v5, create Pin',
    checked: '2026-11-23',
    limits: [
      { path: 'link', most: 2_048, form: LINK },
      { path: 'coverImageUrl', form: LINK },
    ],
  },
  reddit: {
    source: 'Reddit API, submit',
    checked: '2026-11-23',
    limits: [
      { path: 'url', form: LINK },
      { path: 'flairText', most: 64 },
      { path: 'subreddit', form: [/^(?:r\/)?\w{2,21}$|^(?:r\/)?u_[\w-]{3,20}$/, 'the name of a community'] },
    ],
  },
  bluesky: {
    source: 'AT Protocol lexicon app.bsky.feed.post',
    checked: '2026-11-23',
    limits: [{ path: 'langs', most: 3 }],
  },
  slack: {
    source: 'Slack API, chat.postMessage',
    checked: '2026-11-23',
    limits: [
      { path: 'threadTs', form: [/^\d{10}\.\d{6}$/, 'the time of a message, such as 1700000000.000100'] },
      { path: 'iconUrl', form: LINK },
    ],
  },
  googlebusiness: {
    source: 'Business Profile API, localPosts',
    checked: '2026-11-23',
    limits: [
      { path: 'topicType', needs: { EVENT: 'event', OFFER: 'offer' } },
      { path: 'event.title', fewest: 1, most: 58 },
      { path: 'offer.couponCode', most: 58 },
      { path: 'offer.termsConditions', most: 5_000 },
      { path: 'offer.redeemOnlineUrl', form: LINK },
      { path: 'callToAction.url', form: LINK },
    ],
  },
};
