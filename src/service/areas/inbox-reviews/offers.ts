/** What follows when a review is answered through the API: the answer on the network, and its event. Follows what the engine writes. */
import { nativeId } from '../../engine/draft.ts';
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
  // A second answer replaces the first one in the record, and is seen beside it in the feed.
  const isFirst = (await view.feedItem(account.id, reviewId)) === undefined;
  const id = isFirst ? reviewId : nativeId(scene.desk.ids.record());
  const item = { ...blank(account.id, 'review_reply', scene.now), nativeId: id, doc: { text: reply?.text } };
  return { feed: [item], events: reviewEvents('review.updated', account, review) };
};

export const replyToReview = engineWith(sendAnswer);

export const takeBackReply = engineWith(ofAccount);
