/** Limits of what the settings of a post hold: comments, polls, embeds, tags. One row for each limit, by the networks' own public documentation. */
import { ownValue } from '../kernel/json.ts';
import { limitsOf, traitsOf } from './platforms.ts';

interface InnerLimit {
  /** Where it lies in the settings; `*` is each entry of a list. */
  readonly path: string;
  /** Most characters of a text, or most entries of a list. */
  readonly most?: number;
  /** Fewest entries of a list. */
  readonly fewest?: number;
  /** The only words there are. */
  readonly words?: readonly string[];
}

/** Source: Discord API, embed limits and poll objects */
const DISCORD: readonly InnerLimit[] = [
  { path: 'embeds.*.title', most: 256 },
  { path: 'embeds.*.description', most: 4_096 },
  { path: 'embeds.*.fields.*.name', most: 256 },
  { path: 'embeds.*.fields.*.value', most: 1_024 },
  { path: 'embeds.*.footer.text', most: 2_048 },
  { path: 'embeds.*.author.name', most: 256 },
  { path: 'poll.question.text', most: 300 },
  { path: 'poll.answers', fewest: 1, most: 10 },
  { path: 'poll.answers.*.poll_media.text', most: 55 },
  { path: 'forumThreadName', most: 100 },
  { path: 'threadFromMessage.name', most: 100 },
  { path: 'webhookUsername', most: 80 },
];

/** Source: TikTok Content Posting API, privacy_level */
const TIKTOK_PRIVACY = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'];

const INNER_LIMITS: Readonly<Record<string, readonly InnerLimit[]>> = {
  discord: DISCORD,
  // Instagram platform, content publishing and comments
  instagram: [
    { path: 'firstComment', most: 2_200 },
    { path: 'collaborators', most: 3 },
    { path: 'userTags', most: 20 },
  ],
  // Pages API, comments
  facebook: [{ path: 'firstComment', most: 8_000 }],
  // LinkedIn Posts API, polls and comments
  linkedin: [
    { path: 'firstComment', most: 1_250 },
    { path: 'poll.question', most: 140 },
    { path: 'poll.options', fewest: 2, most: 4 },
    { path: 'poll.options.*', most: 30 },
  ],
  // A comment there is a post.
  threads: [{ path: 'firstComment', most: limitsOf('threads')?.text ?? Infinity }],
  tiktok: [{ path: 'privacyLevel', words: TIKTOK_PRIVACY }],
  // Pinterest API v5, create Pin
  pinterest: [{ path: 'link', most: 2_048 }],
  // Business Profile API, localPosts
  googlebusiness: [
    { path: 'event.title', most: 58 },
    { path: 'offer.couponCode', most: 58 },
    { path: 'offer.termsConditions', most: 5_000 },
  ],
};

/** What is wrong inside the settings, in the order of the rows. */
export function settingsProblems(platform: string, settings: Readonly<Record<string, unknown>>): InnerProblem[] {
  const limits = ownValue(INNER_LIMITS, platform) ?? [];
  return limits.flatMap((limit) =>
    valuesAt(settings, limit.path.split('.')).flatMap(({ at, value }) => problemOf({ platform, at, value, limit })),
  );
}

export interface InnerProblem {
  /** The place in the settings, for example `embeds.0.title`. */
  readonly at: string;
  readonly sentence: string;
}

interface Place {
  readonly at: string;
  readonly value: unknown;
}

/** Every value at a path of names and `*`. */
function valuesAt(value: unknown, path: readonly string[], at = ''): Place[] {
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [{ at, value }];
  const under = (key: string | number): string => (at === '' ? String(key) : `${at}.${String(key)}`);
  if (name === '*')
    return Array.isArray(value) ? value.flatMap((entry, index) => valuesAt(entry, rest, under(index))) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[name], rest, under(name));
}

interface Judged extends Place {
  readonly platform: string;
  readonly limit: InnerLimit;
}

function problemOf({ platform, at, value, limit: { most = Infinity, fewest = 0, words } }: Judged): InnerProblem[] {
  const found = (sentence: string): InnerProblem[] => [{ at, sentence }];
  if (words !== undefined)
    return words.includes(String(value))
      ? []
      : found(`${at} for ${platform} must be one of ${words.join(', ')}; it is ${JSON.stringify(value)}.`);
  if (Array.isArray(value)) {
    if (value.length > most)
      return found(`${at} for ${platform} has ${value.length} entries; at most ${most} are allowed.`);
    return value.length < fewest
      ? found(`${at} for ${platform} has ${value.length} entries; at least ${fewest} are needed.`)
      : [];
  }
  const length = typeof value === 'string' ? value.length : 0;
  return length > most ? found(`${at} for ${platform} has ${length} characters; at most ${most} are allowed.`) : [];
}

/** Whether settings say something by themselves, so that neither text nor media is needed. Source: ASM-27 */
export const speakForThemselves = (platform: string, settings: Readonly<Record<string, unknown>>): boolean =>
  traitsOf(platform).posting?.ownContent?.some((name) => !isBlank(settings[name])) ?? false;

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
