/** The post as each platform would get it: its text up to what it takes, what is beyond, and what speaks against it. */
import { neutral } from '../../output/neutral.ts';
import { nameOf, platformsOf, textFor, type Draft } from './draft.ts';
import type { ComposerLimits } from './limits.ts';

export interface PlatformPreview {
  readonly platform: string;
  /** Lines for a person. */
  readonly lines: readonly string[];
  /** Sentences of what the service would refuse. */
  readonly problems: readonly string[];
  /** The text is what is at fault. */
  readonly isTooLong: boolean;
}

type Item = Readonly<Record<string, unknown>>;

/** @param media the media as items with `type` and `size` */
export async function previews(
  draft: Draft,
  media: readonly Item[],
  limits: ComposerLimits,
): Promise<readonly PlatformPreview[]> {
  return Promise.all(platformsOf(draft).map((platform) => previewOf(platform, draft, { media, limits })));
}

interface About {
  readonly media: readonly Item[];
  readonly limits: ComposerLimits;
}

async function previewOf(platform: string, draft: Draft, { media, limits }: About): Promise<PlatformPreview> {
  const text = textFor(draft, platform);
  const [length, longest] = [await limits.length(platform, text), limits.longest(platform, media.length > 0)];
  const isTooLong = longest !== undefined && length > longest;
  const problems = await limits.problems(platform, { text, media });
  const warnings = limits.needsMedia(platform) && media.length === 0 ? [`${platform} requires media.`] : [];
  const who = draft.accounts
    .filter((account) => account.platform === platform)
    .map((account) => neutral(nameOf(account)));
  const count = longest === undefined ? `${length} characters` : `${length} of ${longest} characters`;
  return {
    platform,
    problems,
    isTooLong,
    lines: [
      `── ${platform} · ${who.join(', ')} · ${count}`,
      ...neutral(isTooLong ? await cutText(text, longest, { platform, limits }) : text)
        .split('\n')
        .map(indented),
      ...media.map(
        (item) =>
          `   [${neutral(String(item['type'] ?? 'file'))}] ${neutral(String(item['filename'] ?? item['url'] ?? ''))}`,
      ),
      ...problems.map((sentence) => `   ✗ ${sentence}`),
      ...warnings.map((sentence) => `   ! ${sentence}`),
    ],
  };
}

const indented = (line: string): string => `   ${line}`;

/** What fits, and behind a mark what does not. Counted in visible characters, since a platform may count links and signs its own way. */
async function cutText(
  text: string,
  longest: number,
  { platform, limits }: { readonly platform: string; readonly limits: ComposerLimits },
): Promise<string> {
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
  let [fits, beyond] = [0, signs.length];
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2);
    const length = await limits.length(platform, signs.slice(0, middle).join(''));
    if (length <= longest) fits = middle;
    else beyond = middle;
  }
  return `${signs.slice(0, fits).join('')}▏✂ ${signs.slice(fits).join('')}`;
}
