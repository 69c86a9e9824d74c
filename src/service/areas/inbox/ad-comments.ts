/** Comments below ads, which are those below the post that an ad is on a network; what is done about one is done as in comment-acts.ts. Listed in operations.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import { commit, type Changes } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { isReached, lost, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { Reader } from '../../store/store.ts';
import { isCommentable, postBehind } from '../ads/offers.ts';
import type { AdRecord } from '../ads/record.ts';
import { actProblem, deleteComment, hideComment, type Decide } from './comment-acts.ts';
import { asSeen } from './comment-lists.ts';
import { commentProblem, replyItem } from './comment-texts.ts';
import { answerPage } from './lists.ts';
import { COMMENT, ownComment, type CommentRecord } from './record.ts';

/** An ad that people can comment on, and the networks on which they do. */
interface Commented {
  readonly ad: AdRecord;
  readonly platforms: readonly string[];
}

/** Source: ADS-47, ADS-48 */
async function commentedAd(scene: Scene, read: Reader): Promise<Commented | { readonly refusal: Reply }> {
  const ad = await read.get('ad', scene.owners.parentId ?? '');
  if (ad === undefined) return { refusal: lost({ name: 'ad' }) };
  const account = await read.get(ACCOUNT_KIND, String(ad.doc.accountId));
  const platforms = traitsOf(account?.doc.platform ?? '').adRules?.comments;
  if (platforms === undefined)
    return {
      refusal: refuse('platform_not_supported', {
        status: 422,
        param: 'adId',
        message: 'Comments on ads of this network cannot be read.',
      }),
    };
  return (await isCommentable(read, ad))
    ? { ad, platforms }
    : { refusal: refuse('ad_not_commentable', { param: 'adId' }) };
}

/** Everything below the posts of the ad that the caller reaches; a boosted post is one with the post that it was before. */
async function commentsBelow(
  { call }: Scene,
  read: Reader,
  { ad, platforms }: Commented,
): Promise<readonly CommentRecord[]> {
  const { teamId } = call.caller;
  const fields: Fields = ad.doc;
  const named = await read.list(COMMENT, { teamId, where: { adId: ad.id } });
  const posts = new Set([
    ...platforms.map((platform) => postBehind(ad, platform)),
    ...named.flatMap(({ parentId }) => parentId ?? []),
    textOf(fields['postId']),
  ]);
  const all = await Promise.all(
    [...posts].map(async (id) => (id === undefined ? [] : read.list(COMMENT, { teamId, parentId: id }))),
  );
  const found = new Map([...all.flat(), ...named].map((one) => [one.id, one]));
  return [...found.values()]
    .filter((one) => isReached(call, one) && platforms.includes(one.doc.platform))
    .sort((one, other) => one.createdAt - other.createdAt);
}

const isOn = ({ doc }: CommentRecord, placement: unknown): boolean =>
  placement === undefined || doc.platform === placement;

const getAdComments: Handler = inScene(async (scene) => {
  const { call, desk, kinds, kind } = scene;
  const { read } = desk.store;
  const commented = await commentedAd(scene, read);
  if ('refusal' in commented) return commented.refusal;
  const all = await commentsBelow(scene, read, commented);
  const asked = { ...scene, kind: kinds[COMMENT] ?? kind };
  const wanted = selected(asked, all).filter((one) => isOn(one, call.query['placement']));
  const shown = wanted
    .map(asSeen)
    .map((one) => withFields(one, { replies: all.filter(({ doc }) => doc.parentId === one.id).map(({ doc }) => doc) }));
  return answerPage(asked, shown, metaOf(commented, scene));
});

function metaOf({ ad, platforms }: Commented, { call, now }: Scene): Fields {
  const { placement, since, until } = call.query;
  const platform = textOf(placement) ?? platforms[0] ?? '';
  const { inCreatives } = traitsOf(platform);
  return {
    platform,
    ...(placement !== undefined && { placement }),
    adId: ad.id,
    platformAdId: ad.doc.platformAdId,
    ...(inCreatives === 'story' && { effectiveStoryId: postBehind(ad, platform) }),
    ...(inCreatives === undefined && { tiktokItemId: postBehind(ad, platform) }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    accountId: ad.doc.accountId,
    lastUpdated: instantOf(now),
  };
}

type Decided = (Changes & { readonly body: Fields }) | { readonly refusal: Reply };

/** Does something about a comment below the ad of the call, in one commit. */
const acting = (decide: (comment: CommentRecord, scene: Scene, view: Reader) => Promise<Decided> | Decided): Handler =>
  inScene((scene) =>
    commit<Reply>(scene.desk, [`${COMMENT}/${scene.call.path['commentId'] ?? ''}`], async (view) => {
      const commented = await commentedAd(scene, view);
      if ('refusal' in commented) return { result: commented.refusal };
      const { since, until } = scene.call.query;
      const asked = { ...scene, call: { ...scene.call, query: { since, until } } };
      const all = selected(asked, await commentsBelow(scene, view, commented));
      const comment = all.find(({ id }) => id === scene.call.path['commentId']);
      if (comment === undefined) return { result: notFound(COMMENT) };
      const decided = await decide(comment, scene, view);
      if ('refusal' in decided) return { result: decided.refusal };
      const { body, ...changes } = decided;
      return { ...changes, result: { status: scene.served.status, body: { status: 'success', ...body } } };
    }),
  );

/** Done as the inbox does it, answered as ads do. */
const asInInbox =
  (act: 'hide' | 'delete', decide: Decide, more: Fields) =>
  async (comment: CommentRecord, scene: Scene, view: Reader): Promise<Decided> => {
    const refusal = actProblem(comment, act);
    const decided = refusal === undefined ? await decide(comment, scene, view) : { refusal };
    return 'refusal' in decided ? decided : { ...decided, body: { commentId: comment.id, ...more } };
  };

const hideAdComment = acting((comment, scene, view) => {
  const hidden = scene.call.body['hidden'] === true;
  return asInInbox('hide', hideComment(hidden), { hidden })(comment, scene, view);
});

/** The answer is written by the account that the comment came in at. */
const replyToAdComment = acting(async (comment, { call, desk, now }, view) => {
  const account = await view.get(ACCOUNT_KIND, comment.doc.accountId);
  if (account === undefined) return { refusal: notFound('account') };
  const text = String(call.body['text']);
  const refusal = actProblem(comment, 'reply') ?? (await commentProblem(comment.doc.platform, { text, param: 'text' }));
  if (refusal !== undefined) return { refusal };
  const id = nativeId(desk.ids.record());
  const own = { id, text, postId: comment.parentId ?? '', parentId: comment.id };
  const reply = withFields(ownComment({ ids: desk.ids, now, teamId: comment.teamId }, account, own), { isReply: true });
  return { records: [reply], feed: [replyItem(reply)], body: { commentId: id } };
});

export const adComments: Readonly<Record<string, Handler>> = {
  getAdComments,
  hideAdComment,
  replyToAdComment,
  deleteAdComment: acting(asInInbox('delete', deleteComment, {})),
};
