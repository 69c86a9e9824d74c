/** The platform's own look at a post: what is too long or too large is declined, as everywhere else by limits/. */
import { contentProblems, type Content } from '../../limits/text-and-media.ts';
import type { NetworkAnswer } from '../driver.ts';
import { rejection } from './refusals.ts';

/** The refusal of a content, or undefined when the platform takes it. */
export async function contentRefusal(platform: string, content: Content): Promise<NetworkAnswer<never> | undefined> {
  const [message] = await contentProblems(platform, content);
  return message === undefined ? undefined : rejection(platform, { message, category: 'user_content' });
}
