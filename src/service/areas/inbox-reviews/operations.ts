/** Reviews of all accounts in one list, and answers to them. What comes in is in arrives.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Call } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { pageOf } from '../../engine/page.ts';
import { sceneOf } from '../../engine/gather.ts';
import { isReached } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import { withFields } from '../../store/record.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';
import { averageRating, REVIEW_KIND, type ReviewRecord } from '../../records/review.ts';
import { replyToReview, takeBackReply } from './offers.ts';

/** Source: INB-36 */
const listInboxReviews: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { read } = desk.store;
  const { accountId, profileId, platform } = call.query;
  const accounts = (await accountsFor(read, call.caller, typeof profileId === 'string' ? profileId : undefined)).filter(
    ({ id, doc }) =>
      traitsOf(doc.platform).reviews === true &&
      (accountId === undefined || id === accountId) &&
      (platform === undefined || doc.platform === platform),
  );
  const all = await read.list(REVIEW_KIND, { teamId: call.caller.teamId });
  const reviews = all.filter((one) => isReached(call, one) && hasStars(one, call.query));
  const found = selected(scene, withNames(reviews, accounts));
  const page = pageOf(call, found);
  const reply = answerOf(scene, { page: { ...page, items: page.items.map((record) => ({ record, counts: {} })) } });
  const summary = { totalReviews: found.length, averageRating: averageRating(found) };
  const meta = {
    accountsQueried: accounts.length,
    accountsFailed: 0,
    failedAccounts: [],
    lastUpdated: instantOf(scene.now),
  };
  return { ...reply, body: { ...Object(reply.body), meta, summary } };
};

const hasStars = ({ doc: { rating } }: ReviewRecord, { minRating, maxRating }: Call['query']): boolean =>
  (minRating === undefined || (rating !== undefined && rating >= Number(minRating))) &&
  (maxRating === undefined || (rating !== undefined && rating <= Number(maxRating)));

/** The reviews with the name that their account has now. */
const withNames = (reviews: readonly ReviewRecord[], accounts: readonly AccountRecord[]): readonly ReviewRecord[] =>
  reviews.map((one) => {
    const account = accounts.find(({ id }) => id === one.doc.accountId);
    return account === undefined ? one : withFields(one, { accountUsername: account.doc.username });
  });

export const handlers: Readonly<Record<string, Handler>> = {
  listInboxReviews,
  replyToInboxReview: replyToReview,
  deleteInboxReviewReply: takeBackReply,
};
