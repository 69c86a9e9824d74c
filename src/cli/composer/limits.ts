/** What the composer wants to know of a platform, from the one table of limits by which the local service judges. */
export interface ComposerLimits {
  /** Length as the platform counts it. */
  length(platform: string, text: string): Promise<number>;
  /** Longest text, less beside media on some platforms; undefined for a platform without a known limit. */
  longest(platform: string, hasMedia: boolean): number | undefined;
  /** True for a platform that shows nothing without media. */
  needsMedia(platform: string): boolean;
  /** False for a platform that no post can go to. */
  takesPosts(platform: string): boolean;
  /** What the platform has against the content, a sentence each. */
  problems(platform: string, content: Content): Promise<readonly string[]>;
}

export interface Content {
  readonly text: string;
  readonly media: readonly Readonly<Record<string, unknown>>[];
}

export async function openLimits(): Promise<ComposerLimits> {
  const [{ limitsOf, takesPosts, traitsOf }, { textLength }, { contentProblems }] = await Promise.all([
    import('../../platforms/platforms.ts'),
    import('../../platforms/text.ts'),
    import('../../platforms/content.ts'),
  ]);
  return {
    length: textLength,
    longest(platform, hasMedia) {
      const { text, textWithMedia = text } = limitsOf(platform) ?? {};
      return hasMedia ? textWithMedia : text;
    },
    needsMedia: (platform) => traitsOf(platform).posting?.needsMedia === true,
    takesPosts,
    problems: (platform, content) => contentProblems(platform, { ...content, settings: {} }),
  };
}
