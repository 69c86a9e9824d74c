/** What the inbox asks of ads: which ad an id names, the post behind it on a network, and whether people can comment on that. */
import { type Fields, isFields, textOf } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { nativeId } from '../../engine/draft.ts';
import type { Reader } from '../../store/store.ts';
import { isStoryOnly } from './placements.ts';
import type { AdRecord } from './record.ts';

/** The ad of a team by its id, here or on its network. */
export async function adNamed(
  read: Reader,
  { teamId, id }: { readonly teamId: string; readonly id: string },
): Promise<AdRecord | undefined> {
  const own = await read.get('ad', id);
  if (own?.teamId === teamId) return own;
  const [ad] = await read.list('ad', { teamId, where: { platformAdId: id } });
  return ad;
}

/** The post that an ad is on a network: the one that it boosts there, else one that only its audience sees. @returns its id on the network */
export function postBehind({ id, doc }: AdRecord, platform: string): string {
  const { inCreatives = 'item' } = traitsOf(platform);
  const creative: Fields = { ...doc.creative };
  const boosted = {
    story: creative['effectiveObjectStoryId'],
    media: creative['effectiveInstagramMediaId'],
    item: undefined,
  };
  return textOf(boosted[inCreatives]) ?? nativeId(`${id} ${inCreatives}`);
}

/** Whether the format of the ad has a post that people can comment on. Source: ADS-48; readings, "Ads" */
export async function isCommentable(read: Reader, ad: AdRecord): Promise<boolean> {
  const { platformAdSetId, platformCampaignId, targeting } = ad.doc;
  const above = [
    await read.get('ad_set', platformAdSetId ?? ''),
    await read.get('ad_campaign', platformCampaignId ?? ''),
  ];
  const isOfProducts = [ad, ...above].some((one) => one !== undefined && promotesProducts(one.doc));
  const chosen: Fields = { ...targeting };
  return !isOfProducts && !isStoryOnly(chosen['placements']) && !(await boostsStory(read, ad));
}

const promotesProducts = ({ promotedObject }: Fields): boolean =>
  isFields(promotedObject) && promotedObject['productSetId'] !== undefined;

async function boostsStory(read: Reader, { doc }: AdRecord): Promise<boolean> {
  const fields: Fields = doc;
  const post = await read.post(textOf(fields['postId']) ?? '');
  return post?.targets.some(({ platformSpecificData }) => platformSpecificData?.['contentType'] === 'story') === true;
}
