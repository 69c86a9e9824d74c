/** The ad below which a comment comes in: its post, and what networks say of it with the comment. Asked by arrives-public.ts. */
import { type Fields, isFields, textOf } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import type { Scene } from '../../causes/cause.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { adNamed, isCommentable, postBehind } from '../ads/offers.ts';
import type { AdRecord } from '../ads/record.ts';
import type { CommentedPost } from './events.ts';
import type { CommentRecord, Received } from './record.ts';

interface Advertised {
  /** The post where nothing but the ad names it. */
  readonly post?: CommentedPost | undefined;
  /** What the event says of the ad. */
  readonly fields: Pick<Received, 'ad'>;
  /** What the comment keeps of it. */
  readonly known: Partial<CommentRecord['doc']>;
}

/** Nothing for a comment that names no ad of the team. */
export async function advertisedIn(
  scene: Scene,
  account: AccountRecord,
): Promise<Advertised | { readonly refusal: Reply }> {
  const { given, read, teamId } = scene;
  const said = isFields(given['ad']) ? given['ad'] : undefined;
  const id = textOf(given['adId']) ?? textOf(said?.['id']);
  const ad = id === undefined ? undefined : await adNamed(read, { teamId, id });
  if (ad === undefined)
    return given['adId'] === undefined ? { fields: {}, known: {} } : { refusal: notFound('ad', { param: 'adId' }) };
  const { platform } = account.doc;
  const ads = await read.get(ACCOUNT_KIND, String(ad.doc.accountId));
  if (traitsOf(ads?.doc.platform ?? '').adRules?.comments?.includes(platform) !== true)
    return { refusal: refuse('invalid_field_value', { param: 'adId', message: 'The ad does not run there.' }) };
  if (!(await isCommentable(read, ad))) return { refusal: refuse('ad_not_commentable', { param: 'adId' }) };
  const fields = said === undefined ? adWords(ad, platform) : {};
  return { post: await postFor(scene, ad, account), fields, known: { adId: ad.id } };
}

/** What the network says of the ad with a comment. Source: EVT-78, EVT-79 */
function adWords({ id, doc }: AdRecord, platform: string): Pick<Received, 'ad'> {
  const { inCreatives } = traitsOf(platform);
  if (inCreatives === 'media') return { ad: { id: doc.platformAdId ?? id, title: doc.name ?? '' } };
  return inCreatives === 'story' ? { ad: { promotionStatus: doc.status === 'active' ? 'active' : 'ineligible' } } : {};
}

/** The post that the ad boosts, by its id here where it was made here; else one that only its audience sees. */
async function postFor({ read }: Scene, ad: AdRecord, account: AccountRecord): Promise<CommentedPost> {
  const fields: Fields = ad.doc;
  const creative: Fields = { ...ad.doc.creative };
  const platformPostId = postBehind(ad, account.doc.platform);
  const own = await read.post(textOf(fields['postId']) ?? '');
  const target = own?.targets.find((one) => one.accountId === account.id && one.platformPostId === platformPostId);
  return {
    id: target === undefined ? null : (own?.id ?? null),
    platformPostId,
    content: textOf(creative['body']) ?? null,
    imageUrl: textOf(creative['imageUrl']) ?? null,
    permalink: target?.platformPostUrl ?? null,
  };
}
