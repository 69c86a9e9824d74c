/** The platform's own look at a post: what is too long or too large is declined, as everywhere else by limits/. */
import { mediaProblem, type MediaType } from '../../limits/media.ts';
import { textProblem, titleProblem } from '../../limits/text.ts';
import type { NetworkAnswer } from '../driver.ts';
import { rejection } from './refusals.ts';

/** The refusal of a content, or undefined when the platform takes it. */
export async function contentRefusal(
  platform: string,
  content: { text: string; title?: string; media: readonly Record<string, unknown>[] },
): Promise<NetworkAnswer<never> | undefined> {
  const message = await contentProblem(platform, content);
  return message === undefined ? undefined : rejection(platform, { message, category: 'user_content' });
}

async function contentProblem(
  platform: string,
  { text, title, media }: { text: string; title?: string; media: readonly Record<string, unknown>[] },
): Promise<string | undefined> {
  const tooLong = await textProblem(platform, text, media.length > 0);
  if (tooLong !== undefined) return tooLong.sentence;
  const titled = title === undefined ? undefined : titleProblem(platform, title);
  if (titled !== undefined) return titled.sentence;
  for (const item of media) {
    const size = typeof item['size'] === 'number' ? item['size'] : undefined;
    const problem = mediaProblem(platform, { type: item['type'] as MediaType, size });
    if (problem !== undefined) return problem;
  }
  return undefined;
}
