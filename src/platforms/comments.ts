/** What can be done about comments and posts in public on a platform, by the networks' own public documentation; a row for each platform whose comments the inbox reads. Asked by the inbox and the stage of the surfaces. */
import { ownValue } from '../kernel/json.ts';

/** What a caller does about a comment; `moderate` publishes, holds back or rejects it, `private` answers its author alone. */
export type CommentAct = 'reply' | 'edit' | 'delete' | 'hide' | 'like' | 'pin' | 'moderate' | 'private';

export interface CommentRules {
  /** Most characters, as the platform counts its texts. */
  readonly text: number;
  /** A comment may have a picture. */
  readonly pictures?: true;
  /** About the account's own comments. */
  readonly own: readonly CommentAct[];
  /** About comments of others. */
  readonly others: readonly CommentAct[];
  /** Posts can be liked. */
  readonly likesPosts?: true;
  /** Kind of the posts of others that the simulated network has. */
  readonly postsOf?: string;
  /** Likes are of several kinds. */
  readonly reactions?: true;
  /** Comments have a content hash, which a like must name, and likes an address. */
  readonly hashes?: true;
  /** The account is notified of mentions: `post` in a post, `media` in a post or a comment that it may answer. */
  readonly mentions?: 'post' | 'media';
}

// Written from knowledge of the pages named here, on 2026-11-23, and not compared with them.
const RULES: Readonly<Record<string, CommentRules>> = {
  // Graph API: Comment, Page /likes; Messenger Platform: private replies
  facebook: {
    text: 8_000,
    pictures: true,
    own: ['reply', 'delete', 'like'],
    others: ['reply', 'delete', 'hide', 'like', 'private'],
    likesPosts: true,
  },
  // Instagram API: IG Comment, comment moderation, mentions, private replies
  instagram: { text: 300, own: ['reply', 'delete'], others: ['reply', 'delete', 'hide', 'private'], mentions: 'media' },
  // Threads API: reply management, delete posts
  threads: { text: 500, pictures: true, own: ['reply', 'delete'], others: ['reply', 'hide'] },
  // YouTube Data API: comments.insert, delete and setModerationStatus
  youtube: { text: 10_000, own: ['reply', 'delete'], others: ['reply', 'moderate'] },
  // LinkedIn: Comments API, Reactions API, organization mentions
  linkedin: {
    text: 1_250,
    pictures: true,
    own: ['reply', 'delete', 'like'],
    others: ['reply', 'delete', 'like'],
    likesPosts: true,
    reactions: true,
    mentions: 'post',
  },
  // X API v2: manage posts, hide replies, likes
  twitter: {
    text: 280,
    pictures: true,
    own: ['reply', 'delete', 'like'],
    others: ['reply', 'hide', 'like'],
    likesPosts: true,
    postsOf: 'tweet',
  },
  // AT Protocol: app.bsky.feed.post, app.bsky.feed.like
  bluesky: {
    text: 300,
    pictures: true,
    own: ['reply', 'delete', 'like'],
    others: ['reply', 'like'],
    likesPosts: true,
    hashes: true,
  },
  // Reddit API: /api/comment, editusertext, del, vote
  reddit: {
    text: 10_000,
    own: ['reply', 'edit', 'delete', 'like'],
    others: ['reply', 'like'],
    likesPosts: true,
    postsOf: 'reddit_feed',
  },
  // TikTok API for Business: comments
  tiktok: { text: 150, own: ['reply', 'delete', 'like', 'pin'], others: ['reply', 'hide', 'like', 'pin'] },
};

/** The rules of the platform, or undefined where the inbox reads no comments. Source: PLT-09, PLT-12 */
export const commentRulesOf = (platform: string): CommentRules | undefined => ownValue(RULES, platform);

/** Whether the platform lets an account do it. @param isOwn for a comment of the account itself */
export const canComment = (platform: string, act: CommentAct, isOwn: boolean): boolean =>
  commentRulesOf(platform)?.[isOwn ? 'own' : 'others'].includes(act) === true;

export const canLikePosts = (platform: string): boolean => commentRulesOf(platform)?.likesPosts === true;
