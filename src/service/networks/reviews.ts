/** How long reviewers and carriers take on the clock: one table, which the control surface shows and changes. Asked by whatever schedules their decisions. */
import { ownKind } from '../store/record.ts';
import type { Reader, StoredRecord } from '../store/store.ts';

/** Seconds, made up. Null would wait for an inbound decision. Source: control surface, "Reviewers and carriers" */
export const REVIEW_SECONDS = {
  /** From the submission of a template, an edit of one or an appeal to the decision. */
  whatsappTemplate: 600,
  /** From the request of a display name to the decision. */
  whatsappDisplayName: 3_600,
  /** From the message with which a number has outgrown its tier to the next one. */
  whatsappTier: 21_600,
  /** From the writing of an instruction for the business agent to the decision. */
  businessAgentSkill: 600,
  /** From the order of a number without documents to its activation. */
  number: 30,
  /** From the documents to the decision on a number. */
  numberWithKyc: 86_400,
  /** From the order of a port to the day that the losing carrier confirms. */
  portConfirmed: 86_400,
  /** From the confirmation to the port. */
  ported: 604_800,
  /** From a registration of senders to the carriers taking it up, and from there to their decision. */
  smsRegistrationTaken: 60,
  smsRegistration: 86_400,
  /** From the making of a campaign, an ad set or an ad, or a change of a rejected one, to the decision. */
  ad: 900,
  /** From dialling until a call that nobody takes is over. */
  outboundCall: 190,
} as const;

export type Review = keyof typeof REVIEW_SECONDS;

export type ReviewTimes = Readonly<Record<Review, number | null>>;

const KIND = ownKind<Partial<ReviewTimes>>('$review_times');

const ID = 'times';

export const reviewTimes = async (read: Reader): Promise<ReviewTimes> => ({
  ...REVIEW_SECONDS,
  ...(await read.get(KIND, ID))?.doc,
});

/** The table with other times in it. */
export async function withReviewTimes(read: Reader, changed: Partial<ReviewTimes>): Promise<StoredRecord> {
  const doc = { ...(await reviewTimes(read)), ...changed };
  return { kind: KIND, id: ID, teamId: '', profileId: null, parentId: null, createdAt: 0, doc };
}
