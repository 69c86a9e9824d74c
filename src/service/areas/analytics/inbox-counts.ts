/** What happened to messages in a span of days, and how long people waited for answers. Used by inbox.ts. */
import type { InboxMessage } from './inbox-messages.ts';

/** From the first instant to the last, both included (ms). */
export interface Bounds {
  readonly from: number;
  readonly to: number;
}

export const WORDS = ['received', 'sent', 'read', 'failed'] as const;

export type Word = (typeof WORDS)[number];

/** One thing that happened to a message. */
export interface Activity {
  readonly word: Word;
  readonly at: number;
  readonly message: InboxMessage;
}

/** Everything that happened in the span, each at its own instant: days sum to the whole. */
export function activitiesIn(messages: readonly InboxMessage[], { from, to }: Bounds): readonly Activity[] {
  const all = messages.flatMap((message): Activity[] => [
    { word: message.isIncoming ? 'received' : 'sent', at: message.at, message },
    ...(message.readAt === undefined ? [] : [{ word: 'read', at: message.readAt, message } as const]),
    ...(message.failedAt === undefined ? [] : [{ word: 'failed', at: message.failedAt, message } as const]),
  ]);
  return all.filter(({ at }) => at >= from && at <= to);
}

type Counted<W extends Word> = Readonly<Record<W, number>>;

/** How often each of the words happened. */
export function countsOf<W extends Word>(activities: readonly Activity[], words: readonly W[]): Counted<W> {
  const entries = words.map((word) => [word, activities.filter((one) => one.word === word).length]);
  return Object.fromEntries(entries) as Counted<W>;
}

/** Whether a message came or went; read and failed ones did that before. */
export const isMessage = ({ word }: Activity): boolean => word === 'received' || word === 'sent';

/** Seconds that people waited for each answer that was given in the span, shortest first. */
export function waitsIn(messages: readonly InboxMessage[], { from, to }: Bounds): readonly number[] {
  const waiting = new Map<string, number>();
  const waits: number[] = [];
  for (const { conversationId, isIncoming, at } of messages) {
    const since = waiting.get(conversationId);
    if (isIncoming) {
      if (since === undefined) waiting.set(conversationId, at);
    } else if (since !== undefined) {
      waiting.delete(conversationId);
      if (at >= from && at <= to) waits.push(Math.round((at - since) / 1_000));
    }
  }
  return waits.sort((one, other) => one - other);
}

/** The value below which so large a share lies; 0 of nothing. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

export const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Spans of waits in seconds, the last one open. */
const SPANS = [
  ['<1m', 0, MINUTE],
  ['1-5m', MINUTE, 5 * MINUTE],
  ['5-15m', 5 * MINUTE, 15 * MINUTE],
  ['15-60m', 15 * MINUTE, HOUR],
  ['1-4h', HOUR, 4 * HOUR],
  ['4-24h', 4 * HOUR, 24 * HOUR],
  ['>24h', 24 * HOUR, null],
] as const;

export const histogramOf = (waits: readonly number[]) =>
  SPANS.map(([bucket, lowerSeconds, upperSeconds]) => ({
    bucket,
    lowerSeconds,
    upperSeconds,
    count: waits.filter((wait) => wait >= lowerSeconds && wait < (upperSeconds ?? Infinity)).length,
  }));
