/** Events of reviews: a new one, one that was changed or answered. Emitted by arrives.ts and offers.ts. */
import type { EventName } from '#contract';
import { firesOn } from '../../../webhooks/catalogue.ts';
import { briefAccount, eventOf } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import { reviewerOf, type ReviewRecord } from '../../records/review.ts';
import type { NewEvent } from '../../store/store.ts';

/** None on a platform that does not tell of its reviews. Source: EVT-81 */
export const reviewEvents = (type: EventName, account: AccountRecord, { doc }: ReviewRecord): readonly NewEvent[] =>
  firesOn(type, account.doc.platform)
    ? [eventOf(type, account, { review: blockOf(doc), account: briefAccount(account) })]
    : [];

function blockOf(doc: ReviewRecord['doc']) {
  const { id, platform, rating, text, created, reply } = doc;
  return {
    id,
    platform,
    rating,
    text,
    reviewer: reviewerOf(doc),
    createdAt: created,
    hasReply: reply !== null,
    ...(reply !== null && { reply: { text: reply.text, createdAt: reply.created } }),
  };
}
