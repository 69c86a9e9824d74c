/** Counts texts the way each platform does and says when one is too long. Used by validate and by publishing alike. */
import { platformLabel } from './labels.ts';
import { limitsOf } from './platforms.ts';
import type { Counting } from './traits.ts';

export interface TextProblem {
  readonly count: number;
  readonly limit: number;
  /** One sentence that names platform, count and limit. */
  readonly sentence: string;
}

/** No platform with a rule of its own for counting takes a text of more UTF-16 units, and the rule would take seconds on megabytes. */
const MOST_COUNTED = 50_000;

/** Length of `text` as the platform counts it. UTF-16 units for a platform without a row, and for a text of more than MOST_COUNTED. */
export async function textLength(platform: string, text: string): Promise<number> {
  const counting = text.length > MOST_COUNTED ? undefined : limitsOf(platform)?.counting;
  return count[counting ?? 'utf16'](text);
}

/**
 * The text's problem on a platform, or undefined when it fits.
 * @param hasMedia some platforms allow less text beside media
 * Source: ASM-12, ASM-13
 */
export async function textProblem(platform: string, text: string, hasMedia: boolean): Promise<TextProblem | undefined> {
  const limits = limitsOf(platform);
  if (limits === undefined) return undefined;
  const limit = hasMedia ? (limits.textWithMedia ?? limits.text) : limits.text;
  return problem(`The text for ${platformLabel(platform)}`, await textLength(platform, text), limit);
}

/** The title's problem on a platform that limits titles, or undefined. Source: ASM-12 */
export function titleProblem(platform: string, title: string): TextProblem | undefined {
  const limit = limitsOf(platform)?.title;
  return limit === undefined ? undefined : problem(`The title for ${platformLabel(platform)}`, title.length, limit);
}

const problem = (what: string, length: number, limit: number): TextProblem | undefined =>
  length <= limit
    ? undefined
    : { count: length, limit, sentence: `${what} has ${length} characters; at most ${limit} are allowed.` };

/**
 * Only two platforms publish a counting rule of their own: weights with shortened links on twitter, and visible
 * characters on bluesky. The others take a string of their API's language and limit its length, which is UTF-16 units.
 */
const count: Record<Counting, (text: string) => number | Promise<number>> = {
  weighted: weightedLength,
  graphemes: (text) => (isPlain(text) ? text.length : [...graphemeSegmenter().segment(text)].length),
  utf16: (text) => text.length,
};

/** ASCII, where every unit is a character of its own, but for a carriage return with its line feed. */
const isPlain = (text: string): boolean => /^\p{ASCII}*$/u.test(text) && !text.includes('\r');

let graphemes: Intl.Segmenter | undefined;

/** Made when first needed: its tables take 9 ms, which no start should wait for. */
const graphemeSegmenter = (): Intl.Segmenter =>
  (graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/**
 * ASCII without a dot holds no link and no wide character, so its weight is its length. That spares the library,
 * whose tables take 35 ms to load, for most posts.
 */
async function weightedLength(text: string): Promise<number> {
  if (/^[^.\u0080-\uffff]*$/.test(text)) return text.length;
  const { default: parseTweet } = await import('twitter-text/dist/parseTweet.js');
  return parseTweet(text).weightedLength;
}
