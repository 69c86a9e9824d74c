/** A review as a record: what a customer wrote of a place or a page, in the words of the inbox and in those of the business listings. Made by areas/inbox-reviews/arrives.ts. */
import { instantOf } from '../../kernel/instant.ts';
import type { AccountRecord } from './account.ts';
import type { RecordOf } from '../store/store.ts';

export const REVIEW_KIND = 'review';

/** What somebody writes, or writes anew. */
export interface Opinion {
  /** Stars, 1 to 5. */
  readonly rating: number;
  readonly text: string;
}

export interface Author {
  readonly id: string | null;
  readonly name: string;
}

export type ReviewRecord = RecordOf<typeof REVIEW_KIND>;

interface Writing {
  readonly id: string;
  readonly author: Author;
  readonly opinion: Opinion;
  /** Location of a listing that it is about. */
  readonly locationId?: string | undefined;
  /** Milliseconds. */
  readonly now: number;
}

export const newReview = (account: AccountRecord, { id, author, opinion, locationId, now }: Writing): ReviewRecord => ({
  kind: REVIEW_KIND,
  id,
  teamId: account.teamId,
  profileId: account.profileId,
  parentId: account.id,
  createdAt: now,
  doc: {
    id,
    accountId: account.id,
    platform: account.doc.platform,
    reviewer: {
      ...author,
      profileImage: null,
      displayName: author.name,
      profilePhotoUrl: null,
      isAnonymous: false,
    },
    ...opinionFields(opinion, now),
    created: instantOf(now),
    createTime: instantOf(now),
    ...answerFields(undefined),
    photos: [],
    hasPhotos: false,
    ...(locationId !== undefined && { locationId }),
  },
});

const STARS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

/** @param now ms */
export function opinionFields({ rating, text }: Opinion, now: number) {
  const starRating = STARS[rating - 1];
  return {
    rating,
    ...(starRating !== undefined && { starRating }),
    text,
    comment: text,
    updateTime: instantOf(now),
  };
}

interface Reviewer extends Author {
  readonly profileImage: string | null;
}

/** Who wrote the review, in the words of the inbox. */
export function reviewerOf({ reviewer }: ReviewRecord['doc']): Reviewer {
  const known = reviewer !== undefined && 'name' in reviewer ? reviewer : undefined;
  return { id: known?.id ?? null, name: known?.name ?? '', profileImage: known?.profileImage ?? null };
}

/** The fields of an answer to a review; those of none take it back. */
export const answerFields = (answer: { readonly text: string; readonly at: number } | undefined) =>
  answer === undefined
    ? { hasReply: false, reply: null, reviewReply: null }
    : {
        hasReply: true,
        reply: { text: answer.text, created: instantOf(answer.at) },
        reviewReply: { comment: answer.text, updateTime: instantOf(answer.at) },
      };

/** Mean of the stars to one decimal; null without any. */
export function averageRating(reviews: readonly ReviewRecord[]): number | null {
  const ratings = reviews.flatMap(({ doc: { rating } }) => (rating === undefined ? [] : [rating]));
  if (ratings.length === 0) return null;
  return Math.round((ratings.reduce((sum, one) => sum + one, 0) / ratings.length) * 10) / 10;
}
