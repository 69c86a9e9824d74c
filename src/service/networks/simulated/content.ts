/** The platform's own look at a post: what is too long or too large is declined, as everywhere else by src/platforms/. */
import { measureUploads, withMeasures } from '../../records/upload.ts';
import { contentProblems, type Content } from '../../../platforms/content.ts';
import { threadMedia } from '../../../platforms/sent.ts';
import type { Reader } from '../../store/store.ts';
import type { NetworkAnswer } from '../driver.ts';
import { rejection } from './refusals.ts';

/** The refusal of a content, or undefined when the platform takes it. Files that lie here are measured as they are fetched. */
export async function contentRefusal(
  reader: Reader,
  platform: string,
  content: Content,
): Promise<NetworkAnswer<never> | undefined> {
  const measured = await measureUploads(reader, [...content.media, ...threadMedia(content.settings)]);
  const [message] = await contentProblems(platform, withMeasures(content, measured));
  return message === undefined ? undefined : rejection(platform, { message, category: 'user_content' });
}
