/** What the composer wants to know of a platform. Filled from the one table of limits, which commands/ hands in. */
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
