/** What a text may hold on each platform beside its length: tags, mentions, links, signs. By the networks' own public limits; asked by content.ts. */
import { platformLabel } from './labels.ts';
import { ownValue, textsIn } from '../kernel/json.ts';

export interface TextRules {
  /** The network's page that says so. */
  readonly source: string;
  /** Day on which the row was compared with it. */
  readonly checked: string;
  /** Most hashtags, those beside the text included. */
  readonly hashtags?: number;
  /** Most people who are named with an @. */
  readonly mentions?: number;
  /** Most different links. */
  readonly links?: number;
  /** Most bytes in UTF-8, where those are limited too. */
  readonly bytes?: number;
  /** Signs that neither text nor title may hold. */
  readonly without?: readonly string[];
  /** Longest title by `contentType` of the settings. */
  readonly titles?: Readonly<Record<string, number>>;
}

export const TEXT_RULES: Readonly<Record<string, TextRules>> = {
  instagram: {
    source: 'Instagram platform, IG User media: caption',
    checked: '2026-11-23',
    hashtags: 30,
    mentions: 20,
  },
  youtube: {
    source: 'YouTube Data API, videos: snippet.title and snippet.description',
    checked: '2026-11-23',
    without: ['<', '>'],
  },
  bluesky: { source: 'AT Protocol lexicon app.bsky.feed.post', checked: '2026-11-23', bytes: 3_000 },
  threads: { source: 'Threads API, posts: limits of links', checked: '2026-11-23', links: 5 },
  snapchat: {
    source: 'Snapchat Public Profile API, saved stories',
    checked: '2026-11-23',
    titles: { saved_story: 45 },
  },
};

export interface Worded {
  readonly text: string;
  readonly title?: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface WordProblem {
  readonly part: 'text' | 'title';
  readonly sentence: string;
  readonly count?: number;
  readonly limit?: number;
}

/** What is wrong with the words of a post beside their length. */
export function wordProblems(platform: string, worded: Worded): WordProblem[] {
  const rules = ownValue(TEXT_RULES, platform);
  if (rules === undefined) return [];
  const { text, title = '', settings } = worded;
  const { hashtags, mentions, links, bytes, without = [] } = rules;
  const tags = text.match(HASHTAG)?.length ?? 0;
  return [
    ...over(platform, 'hashtags', tags + textsIn(settings['hashtags']).length, hashtags),
    ...over(platform, 'mentions', text.match(MENTION)?.length ?? 0, mentions),
    ...over(platform, 'links', new Set(text.match(LINK)).size, links),
    ...over(platform, 'bytes', bytes === undefined ? 0 : Buffer.byteLength(text), bytes),
    ...signProblems(platform, { text, title, without }),
    ...titleProblems(platform, title, ownTitle(rules, settings)),
  ];
}

const HASHTAG = /(?<![\p{L}\p{N}_&#])#[\p{L}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{N}_.@])@[\p{L}\p{N}_.]+/gu;
const LINK = /\bhttps?:\/\/[^\s<>"]+/gi;

const over = (platform: string, what: string, count: number, limit = Infinity): WordProblem[] =>
  count <= limit
    ? []
    : [
        {
          part: 'text',
          count,
          limit,
          sentence: `The text for ${platformLabel(platform)} has ${count} ${what}; at most ${limit} are allowed.`,
        },
      ];

function signProblems(
  platform: string,
  { text, title, without }: { text: string; title: string; without: readonly string[] },
): WordProblem[] {
  const parts = [
    ['text', text],
    ['title', title],
  ] as const;
  return parts
    .filter(([, words]) => without.some((sign) => words.includes(sign)))
    .map(([part]) => ({
      part,
      sentence: `The ${part} for ${platformLabel(platform)} must not contain ${without.join(' or ')}.`,
    }));
}

const ownTitle = ({ titles }: TextRules, { contentType }: Worded['settings']): number | undefined =>
  typeof contentType === 'string' ? ownValue(titles ?? {}, contentType) : undefined;

const titleProblems = (platform: string, { length: count }: string, limit = Infinity): WordProblem[] =>
  count <= limit
    ? []
    : [
        {
          part: 'title',
          count,
          limit,
          sentence: `The title for ${platformLabel(platform)} has ${count} characters; at most ${limit} are allowed.`,
        },
      ];
