/** The platform's own look at a post: what is too long or too large is declined, as everywhere else by src/platforms/. */
import { measureUploads, withMeasures } from '../../records/upload.ts';
import { contentProblems, type Content } from '../../../platforms/content.ts';
import { unlistedProblems } from '../../../platforms/account-lists.ts';
import { threadMedia } from '../../../platforms/sent.ts';
import type { Fields } from '../../../kernel/json.ts';
import type { Reader } from '../../store/store.ts';
import { readAccountLists, type Listing } from '../account-lists.ts';
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

/** The refusal of settings that name what the account does not have. */
export async function unlistedRefusal(
  reader: Reader,
  listing: Listing,
  settings: Fields,
): Promise<NetworkAnswer<never> | undefined> {
  const { platform } = listing.account;
  const [problem] = unlistedProblems(platform, settings, await readAccountLists(reader, listing));
  return problem && rejection(platform, { message: problem.sentence, category: 'user_content' });
}
