/** What follows when a review is answered through the API: the answer on the network, and its event. Follows what the engine writes. */
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { blank } from '../../networks/simulated/item.ts';
import { REVIEW_KIND } from '../../records/review.ts';
import { reviewEvents } from './events.ts';

/** A review is answered by the account that it was written of. */
const ofAccount: Follow<typeof REVIEW_KIND> = ([{ after } = {}], { owners }) =>
  after?.doc.accountId === owners.account?.id ? {} : { refusal: notFound(REVIEW_KIND) };

/** Source: INB-18, EVT-82 */
const sendAnswer: Follow<typeof REVIEW_KIND> = async (written, scene, view) => {
  const { refusal } = await ofAccount(written, scene, view);
  if (refusal !== undefined) return { refusal };
  const account = scene.owners.account;
  const review = written[0]?.after;
  if (account === undefined || review === undefined) return {};
  const { id: reviewId, reply } = review.doc;
  const place = { accountId: account.id, nativeId: reviewId };
  const events = reviewEvents('review.updated', account, review);
  const doc = { text: reply?.text };
  if ((await view.feedItem(account.id, reviewId)) === undefined)
    return { feed: [{ ...blank(account.id, 'review_reply', scene.now), ...place, doc }], events };
  return { feedChanges: [{ ...place, doc, removedAt: null, updatedAt: scene.now }], events };
};

export const replyToReview = engineWith(sendAnswer);

/** People on the network no longer see the answer. */
const removeAnswer: Follow<typeof REVIEW_KIND> = async (changes, scene, view) => {
  const { refusal } = await ofAccount(changes, scene, view);
  if (refusal !== undefined) return { refusal };
  const { account } = scene.owners;
  const place = { accountId: account?.id ?? '', nativeId: changes[0]?.before?.id ?? '' };
  const isThere = (await view.feedItem(place.accountId, place.nativeId)) !== undefined;
  return isThere ? { feedChanges: [{ ...place, removedAt: scene.now }] } : {};
};

export const takeBackReply = engineWith(removeAnswer);
