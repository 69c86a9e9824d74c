/** Everything that a platform refuses about a text with its media, as sentences. Asked by import, composer, validate, posts and the networks. */
import { combinationProblem, mediaProblem, type MediaType } from './media.ts';
import { textProblem, titleProblem } from './text.ts';

export interface Content {
  readonly text: string;
  readonly title?: string | undefined;
  /** Items with `type` and, where known, `size` in bytes. */
  readonly media: readonly Readonly<Record<string, unknown>>[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** One sentence for each problem, the text's first; empty when the platform takes it. Source: ASM-12, ASM-14, PLT-11 */
export async function contentProblems(platform: string, content: Content): Promise<string[]> {
  const { text, title, media, settings } = content;
  const problems = [
    (await textProblem(platform, text, media.length > 0))?.sentence,
    title === undefined ? undefined : titleProblem(platform, title)?.sentence,
    combinationProblem(platform, settings, media.length),
    ...media.map((item) => mediaProblem(platform, { type: item['type'] as MediaType, size: sizeOf(item) })),
  ];
  return problems.filter((problem) => problem !== undefined);
}

const sizeOf = (item: Readonly<Record<string, unknown>>): number | undefined =>
  typeof item['size'] === 'number' ? item['size'] : undefined;
