/** Reviews of the locations of a business, in the words of the listings. They come in and are answered in inbox-reviews/. */
import type { Handler } from '../../desk.ts';
import { ok } from '../../call.ts';
import { textsIn } from '../../../kernel/json.ts';
import { engine, serveIn } from '../../engine/engine.ts';
import { nothing } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { pageOf } from '../../engine/page.ts';
import { sceneOf } from '../../engine/gather.ts';
import { viewOf } from '../../engine/view.ts';
import { averageRating, REVIEW_KIND, type ReviewRecord } from '../../records/review.ts';
import type { Reader } from '../../store/store.ts';
import { replyToReview, takeBackReply } from '../inbox-reviews/offers.ts';
import { atPlace } from './place.ts';

const reviewsAt = async (read: Reader, { teamId, accountId, locationId }: Place): Promise<ReviewRecord[]> =>
  read.list(REVIEW_KIND, { teamId, parentId: accountId, where: { locationId } });

interface Place {
  readonly teamId: string;
  readonly accountId: string;
  readonly locationId: string;
}

const getGoogleBusinessReviews = atPlace(async ({ scene, locationId }) => {
  const reply = await serveIn(scene, nothing);
  if (reply.status !== 200) return reply;
  const { call, desk } = scene;
  const place = { teamId: call.caller.teamId, accountId: call.path['accountId'] ?? '', locationId };
  const all = await reviewsAt(desk.store.read, place);
  const average = averageRating(all);
  const totals = { totalReviewCount: all.length, ...(average !== null && { averageRating: average }) };
  return { ...reply, body: { ...Object(reply.body), ...totals } };
});

type Review = ReviewRecord['doc'];

const ORDERS: Readonly<Record<string, (one: Review, other: Review) => number>> = {
  rating: (one, other) => (one.rating ?? 0) - (other.rating ?? 0),
  'rating desc': (one, other) => (other.rating ?? 0) - (one.rating ?? 0),
};

const newestFirst = (one: Review, other: Review): number =>
  (other.updateTime ?? '').localeCompare(one.updateTime ?? '');

/** Reviews of several locations of the account, in one order. */
const batchGetGoogleBusinessReviews: Handler = async (call, desk) => {
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { read } = desk.store;
  const accountId = call.path['accountId'] ?? '';
  const { locationNames, orderBy } = call.body;
  const names = new Map(textsIn(locationNames).map((place) => [place.split('/').at(-1) ?? '', place]));
  const { teamId } = call.caller;
  const all = [];
  for (const locationId of names.keys()) all.push(...(await reviewsAt(read, { teamId, accountId, locationId })));
  const order = ORDERS[String(orderBy)] ?? newestFirst;
  const sorted = all.toSorted((one, other) => order(one.doc, other.doc));
  const paging = { position: ['pageToken'], size: 'pageSize' };
  const page = pageOf({ ...call, card: { ...call.card, paging }, query: call.body }, sorted);
  const schema = { $ref: '#/schemas/GoogleBusinessReview' };
  const locationReviews = page.items.map((record) => ({
    name: names.get(record.doc.locationId ?? ''),
    review: viewOf({ record, counts: {} }, schema, scene),
  }));
  const next = page.nextCursor === undefined ? {} : { nextPageToken: page.nextCursor };
  return ok({ success: true, accountId, locationReviews, ...next });
};

/** A review of the location. */
const getGoogleBusinessReview = atPlace(async ({ scene: { call, desk }, locationId }) => {
  const review = await desk.store.read.get(REVIEW_KIND, call.path['reviewId'] ?? '');
  return review === undefined || review.doc.locationId === locationId ? engine(call, desk) : notFound(REVIEW_KIND);
});

export const handlers: Readonly<Record<string, Handler>> = {
  getGoogleBusinessReview,
  getGoogleBusinessReviews,
  batchGetGoogleBusinessReviews,
  replyToGoogleBusinessReview: replyToReview,
  deleteGoogleBusinessReviewReply: takeBackReply,
};
