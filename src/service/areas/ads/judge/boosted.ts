/** The post that a boost shows: published, on the network of the ads. Asked by operations.ts before the ad is made, and read by making.ts. */
import { type Fields, textOf } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Call } from '../../../call.ts';
import type { Check } from '../../../engine/checked.ts';
import { notFound } from '../../../engine/not-found.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import type { Reader } from '../../../store/store.ts';

/** A post as it is on the network. */
export interface LivePost {
  /** Its id on the network. */
  readonly nativeId: string;
  readonly platform: string;
  readonly url: string | undefined;
  readonly text: string | undefined;
}

const networksOf = ({ doc }: AccountRecord): readonly string[] => traitsOf(doc.platform).adNames ?? [];

/** The post that the call names, on the network of the ads; undefined where it is not there. */
export async function boostedPost(
  read: Reader,
  { body, caller }: Pick<Call, 'body' | 'caller'>,
): Promise<LivePost | undefined> {
  const ads = await read.get(ACCOUNT_KIND, textOf(body['accountId']) ?? '');
  const post = await read.post(textOf(body['postId']) ?? '');
  const nativeId = textOf(body['platformPostId']);
  if (ads === undefined) return undefined;
  const own = post?.targets.find(({ platform, platformPostId }) => {
    return platformPostId !== undefined && networksOf(ads).includes(platform);
  });
  if (own?.platformPostId !== undefined)
    return { nativeId: own.platformPostId, platform: own.platform, url: own.platformPostUrl, text: post?.content };
  return nativeId === undefined ? undefined : shownPost(read, { teamId: caller.teamId, ads, nativeId });
}

/** The post in the feed of an account of the team. */
async function shownPost(
  read: Reader,
  { teamId, ads, nativeId }: { readonly teamId: string; readonly ads: AccountRecord; readonly nativeId: string },
): Promise<LivePost | undefined> {
  const accounts = await read.list(ACCOUNT_KIND, { teamId });
  for (const { id, doc } of accounts.filter((one) => networksOf(ads).includes(one.doc.platform))) {
    const item = await read.feedItem(id, nativeId);
    if (item !== undefined)
      return { nativeId, platform: doc.platform, url: item.url ?? undefined, text: textOf(item.doc.text) };
  }
  return undefined;
}

/** Source: ADS-40; readings, "Ads" */
export const postToBoost: Check = async (call, { store: { read } }) => {
  const { body, caller } = call;
  if ((await read.get(ACCOUNT_KIND, textOf(body['accountId']) ?? '')) === undefined) return undefined;
  if (body['postId'] === undefined && body['platformPostId'] === undefined)
    return refuse('missing_required_field', {
      param: 'postId',
      message: 'A boost needs `postId` or `platformPostId`.',
    });
  if ((await boostedPost(read, call)) !== undefined) return undefined;
  const post = await read.post(textOf(body['postId']) ?? '');
  if (post === undefined || post.teamId !== caller.teamId)
    return notFound('post', { param: body['postId'] === undefined ? 'platformPostId' : 'postId' });
  return refuse('invalid_resource_state', {
    param: 'postId',
    message: 'The post is not published on the network that the ad runs on.',
  });
};

/** The parts of a creative by which a boosted post is named. */
export const creativeOf = ({ nativeId, platform, url, text }: LivePost): Fields => ({
  ...(traitsOf(platform).inCreatives === 'story' && { objectStoryId: nativeId, effectiveObjectStoryId: nativeId }),
  ...(traitsOf(platform).inCreatives === 'media' && {
    effectiveInstagramMediaId: nativeId,
    instagramPermalinkUrl: url,
  }),
  ...(text !== undefined && { body: text }),
});
