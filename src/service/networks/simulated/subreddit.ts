/** The simulated reddit's subreddits: every well-formed name is one, and some words in it say what kind. */
import { createHash } from 'node:crypto';

export interface Subreddit {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly subscribers: number;
  readonly isNSFW: boolean;
  readonly type: 'public' | 'private' | 'restricted';
  readonly allowImages: boolean;
  readonly allowVideos: boolean;
}

/** Beginnings of names that stand for absent subreddits, so that absence can be tried. */
const ABSENT = /^(no_?such|nonexist|does_?not_?exist|missing|unknown)/i;

/**
 * The subreddit of a name, or undefined when it is absent or no name at all. The same name is always the same
 * subreddit: `private…` and `restricted…` are of that type, `…text…` takes no media, `…nsfw…` is for adults.
 * @param name with or without `r/`
 */
export function subredditNamed(name: string): Subreddit | undefined {
  const plain = name.trim().replace(/^\/?r\//i, '');
  if (!/^[A-Za-z0-9][A-Za-z0-9_]{1,20}$/.test(plain) || ABSENT.test(plain)) return undefined;
  const lower = plain.toLowerCase();
  const media = !lower.includes('text');
  return {
    name: plain,
    title: `r/${plain}`,
    description: `Posts about ${plain.replaceAll('_', ' ')}.`,
    subscribers: 100 + (createHash('sha256').update(lower).digest().readUInt32BE(0) % 2_000_000),
    isNSFW: lower.includes('nsfw'),
    type: lower.startsWith('private') ? 'private' : lower.startsWith('restricted') ? 'restricted' : 'public',
    allowImages: media,
    allowVideos: media,
  };
}

/** Whether a post may go there: a subreddit, or the page of a user, which has `u_` before the name. */
export const isCommunity = (word: string): boolean => /^(?:r\/)?u_/i.test(word) || subredditNamed(word) !== undefined;
