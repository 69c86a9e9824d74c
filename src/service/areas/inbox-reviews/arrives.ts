/** Reviews as they come in from customers, and their later changes. Listed in control/inbound-answer.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { accountOf, isRefusal, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { nativeId } from '../../engine/draft.ts';
import { withFields } from '../../store/record.ts';
import { answerFields, newReview, opinionFields, REVIEW_KIND, type Author } from '../../records/review.ts';
import type { AccountRecord } from '../../records/account.ts';
import { locationUnder, noLocation, selectedLocation } from '../google-business/offers.ts';
import { reviewEvents } from './events.ts';

/** A platform without reviews has none to bring. Source: EVT-81 */
async function review(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  if (traitsOf(account.doc.platform).reviews !== true) return {};
  const { given, now } = scene;
  const place = await placeOf(scene, account);
  if ('refusal' in place) return place.refusal;
  const id = nativeId(scene.ids.record());
  const opinion = { rating: Number(given['rating']), text: textOf(given['text']) ?? '' };
  const record = newReview(account, { id, author: authorIn(given), opinion, now, ...place });
  return { records: [record], events: reviewEvents('review.new', account, record), made: { reviewId: id } };
}

/** The location that a review of a listing is about: the one that is named, or the one that the account has selected. */
async function placeOf(
  { given, read, catalog }: Scene,
  { id, doc }: AccountRecord,
): Promise<{ readonly locationId?: string | undefined } | { readonly refusal: Reply }> {
  const named = textOf(given['locationId']);
  if (catalog === undefined || traitsOf(doc.platform).analytics !== 'place')
    return named === undefined ? {} : { refusal: NO_LOCATIONS };
  if (named === undefined) return { locationId: await selectedLocation(read, { catalog }, id) };
  return locationUnder({ catalog }, named) === undefined
    ? { refusal: noLocation('locationId') }
    : { locationId: named };
}

const NO_LOCATIONS = refuse('invalid_field_value', {
  param: 'locationId',
  message: 'Reviews of this account do not belong to a location.',
});

function authorIn({ author }: Fields): Author {
  const { id = null, name, username } = (author ?? {}) as Partial<Record<string, string>>;
  return { id, name: name ?? username ?? 'Somebody' };
}

/** A change by the reviewer is announced; an answer that was written on the platform itself is not. Source: EVT-83 */
async function reviewUpdate(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given, now } = scene;
  const known = await scene.read.get(REVIEW_KIND, String(given['reviewId']));
  if (known?.doc.accountId !== account.id)
    return refuse('not_found', { param: 'reviewId', message: 'The account has no such review.' });
  const isChanged = given['rating'] !== undefined || given['text'] !== undefined;
  const opinion = {
    rating: Number(given['rating'] ?? known.doc.rating),
    text: textOf(given['text']) ?? known.doc.text ?? '',
  };
  const text = textOf(given['reply']);
  const record = withFields(known, {
    ...(isChanged && opinionFields(opinion, now)),
    ...(text !== undefined && answerFields({ text, at: now })),
  });
  return {
    records: [record],
    events: isChanged ? reviewEvents('review.updated', account, record) : [],
    made: { reviewId: known.id },
  };
}

/** The review goes with its answer; nobody is notified. */
async function reviewDelete(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const known = await scene.read.get(REVIEW_KIND, String(scene.given['reviewId']));
  if (known?.doc.accountId !== account.id)
    return refuse('not_found', { param: 'reviewId', message: 'The account has no such review.' });
  const place = { accountId: account.id, nativeId: known.id };
  const isAnswered = (await scene.read.feedItem(account.id, known.id)) !== undefined;
  return {
    removed: [{ kind: REVIEW_KIND, id: known.id }],
    feedChanges: isAnswered ? [{ ...place, removedAt: scene.now }] : [],
    made: { reviewId: known.id },
  };
}

const RATING = { type: 'integer', minimum: 1, maximum: 5 } as const;

const AUTHOR = {
  type: 'object',
  additionalProperties: false,
  properties: { id: WORD, username: TEXT, name: TEXT },
} as const;

export const arrives: Readonly<Record<string, Inbound>> = {
  review: {
    fields: { accountId: WORD, author: AUTHOR, rating: RATING, text: TEXT, locationId: WORD },
    required: ['accountId', 'author', 'rating'],
    cause: review,
  },
  review_update: {
    fields: { accountId: WORD, reviewId: WORD, rating: RATING, text: TEXT, reply: WORD },
    required: ['accountId', 'reviewId'],
    cause: reviewUpdate,
  },
  review_delete: {
    fields: { accountId: WORD, reviewId: WORD },
    required: ['accountId', 'reviewId'],
    cause: reviewDelete,
  },
};
