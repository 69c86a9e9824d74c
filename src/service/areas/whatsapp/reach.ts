/** With how many people a number begins conversations in a day: the tiers of whatsapp, and the count of a number. Asked by offers.ts, kept up to date by reacts.ts and tier.ts. */
import { DAY_MS, MINUTE_MS } from '../../../kernel/time.ts';
import type { AccountRecord } from '../../records/account.ts';
import { ownKind } from '../../store/record.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';

interface Tier {
  /** People in 24 hours. */
  readonly people: number;
  /** The tier above it. */
  readonly next?: string;
}

/** Source: readings, "WhatsApp" */
export const TIERS: Readonly<Record<string, Tier>> = {
  TIER_50: { people: 50, next: 'TIER_250' },
  TIER_250: { people: 250, next: 'TIER_1K' },
  TIER_1K: { people: 1_000, next: 'TIER_10K' },
  TIER_2K: { people: 2_000, next: 'TIER_10K' },
  TIER_10K: { people: 10_000, next: 'TIER_100K' },
  TIER_100K: { people: 100_000, next: 'TIER_UNLIMITED' },
  TIER_UNLIMITED: { people: Infinity },
};

/** The tier of a number; undefined for one without a limit that is known here. */
export const tierOf = ({ doc }: AccountRecord): Tier | undefined => TIERS[String(doc.metadata['messagingLimitTier'])];

/** What a number has begun: counts by the start of their ten minutes (ms), the oldest first, and whether its tier is about to rise. */
type Reach = {
  readonly counts: readonly (readonly [start: number, people: number])[];
  readonly isRising: boolean;
};

const REACH = ownKind<Reach>('$whatsapp_reach');

const STEP_MS = 10 * MINUTE_MS;

const WEEK_MS = 7 * DAY_MS;

export const reachOf = async (read: Reader, accountId: string): Promise<Reach> =>
  (await read.get(REACH, accountId))?.doc ?? { counts: [], isRising: false };

export const reachRecord = (account: AccountRecord, doc: Reach): StoredRecord<Reach> => ({
  kind: REACH,
  id: account.id,
  teamId: account.teamId,
  profileId: account.profileId,
  parentId: account.id,
  createdAt: account.createdAt,
  doc,
});

/** Conversations begun since an instant (ms). */
const begunSince = ({ counts }: Reach, since: number): number =>
  counts.reduce((sum, [start, people]) => (start > since - STEP_MS ? sum + people : sum), 0);

/** Whether the tier lets the number write to one more person. @param now ms */
export const hasRoom = (reach: Reach, { people }: Tier, now: number): boolean =>
  begunSince(reach, now - DAY_MS) < people;

/** Whether a week's conversations are half of what the tier allows in a day, so that it rises. @param now ms */
export const isOutgrown = (reach: Reach, { people, next }: Tier, now: number): boolean =>
  next !== undefined && begunSince(reach, now - WEEK_MS) * 2 >= people;

/** The count with one more. @param now ms */
export function countedAt({ counts, isRising }: Reach, now: number): Reach {
  const start = now - (now % STEP_MS);
  const recent = counts.filter(([at]) => at > now - WEEK_MS - STEP_MS && at !== start);
  const people = (counts.find(([at]) => at === start)?.[1] ?? 0) + 1;
  return { counts: [...recent, [start, people]], isRising };
}

type Opening = {
  /** Milliseconds: when the number last began a conversation with the person. */
  readonly at: number;
};

const OPENING = ownKind<Opening>('$whatsapp_opening');

/** Whether a conversation that the number began with the person still goes on. @param now ms */
export const isOpened = async (read: Reader, conversationId: string, now: number): Promise<boolean> =>
  ((await read.get(OPENING, conversationId))?.doc.at ?? -Infinity) > now - DAY_MS;

export const openingRecord = (account: AccountRecord, id: string, at: number): StoredRecord<Opening> => ({
  ...{ kind: OPENING, id, parentId: account.id, createdAt: at, doc: { at } },
  ...{ teamId: account.teamId, profileId: account.profileId },
});
