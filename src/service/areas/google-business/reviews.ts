/** Reviews of one business listing, in the words of the listings. They come in and are answered in inbox-reviews/. */
import type { Handler } from '../../desk.ts';
import { ok } from '../../call.ts';
import { engine } from '../../engine/engine.ts';
import { pageOf } from '../../engine/page.ts';
import { sceneOf } from '../../engine/gather.ts';
import { viewOf } from '../../engine/view.ts';
import { averageRating, REVIEW_KIND, type ReviewRecord } from '../../records/review.ts';
import type { Reader } from '../../store/store.ts';
import { replyToReview, takeBackReply } from '../inbox-reviews/offers.ts';
import { selectedLocation } from './offers.ts';

const reviewsOf = (read: Reader, teamId: string, accountId: string): Promise<ReviewRecord[]> =>
  read.list(REVIEW_KIND, { teamId, parentId: accountId });

const getGoogleBusinessReviews: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200) return reply;
  const all = await reviewsOf(desk.store.read, call.caller.teamId, call.path['accountId'] ?? '');
  const average = averageRating(all);
  const totals = { totalReviewCount: all.length, ...(average !== null && { averageRating: average }) };
  return { ...reply, body: { ...Object(reply.body), ...totals } };
};

type Review = ReviewRecord['doc'];

const ORDERS: Readonly<Record<string, (one: Review, other: Review) => number>> = {
  rating: (one, other) => (one.rating ?? 0) - (other.rating ?? 0),
  'rating desc': (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
};

const newestFirst = (one: Review, other: Review): number =>
  (other.updateTime ?? '').localeCompare(one.updateTime ?? '');

/** Reviews of several locations of the account; of those it may have here, the one that is selected. */
const batchGetGoogleBusinessReviews: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { read } = desk.store;
  const accountId = call.path['accountId'] ?? '';
  const { locationNames, orderBy } = call.body;
  const id = await selectedLocation(read, desk, accountId);
  const name = (locationNames as readonly string[]).find((one) => one.split('/').at(-1) === id);
  const order = ORDERS[String(orderBy)] ?? newestFirst;
  const all = name === undefined ? [] : await reviewsOf(read, call.caller.teamId, accountId);
  const sorted = all.toSorted((one, other) => order(one.doc, other.doc));
  const paging = { position: ['pageToken'], size: 'pageSize' };
  const page = pageOf({ ...call, card: { ...call.card, paging }, query: call.body }, sorted);
  const schema = { $ref: '#/schemas/GoogleBusinessReview' };
  const locationReviews = page.items.map((record) => ({
    name,
    review: viewOf({ record, counts: {} }, schema, scene),
  }));
  const next = page.nextCursor === undefined ? {} : { nextPageToken: page.nextCursor };
  return ok({ success: true, accountId, locationReviews, ...next });
};

export const handlers: Readonly<Record<string, Handler>> = {
  getGoogleBusinessReviews,
  batchGetGoogleBusinessReviews,
  replyToGoogleBusinessReview: replyToReview,
  deleteGoogleBusinessReviewReply: takeBackReply,
};
