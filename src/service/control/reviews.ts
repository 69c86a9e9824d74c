/** The times that reviewers and carriers take. Null waits for an inbound decision. */
import type { Schema } from '../../kernel/schema.ts';
import { ok } from '../call.ts';
import { commit } from '../change.ts';
import { REVIEW_SECONDS, reviewTimes, withReviewTimes, type ReviewTimes } from '../networks/reviews.ts';
import type { ControlRoute } from './route.ts';

const PATH = '/_local/reviews';

const TIME: Schema = { type: ['integer', 'null'], minimum: 0 };

export const reviewRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: PATH, answer: async (_call, { desk }) => ok({ reviews: await reviewTimes(desk.store.read) }) },
  {
    method: 'PATCH',
    path: PATH,
    body: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(REVIEW_SECONDS).map((name) => [name, TIME])),
    },
    answer: ({ body }, { desk }) =>
      commit(desk, ['reviews/times'], async (view) => {
        const record = await withReviewTimes(view, body as Partial<ReviewTimes>);
        return { records: [record], result: ok({ reviews: record.doc }) };
      }),
  },
];
