/** How the figures of a simulated post grow: fast at first, then ever slower, the same each time for the same post. Read by insights.ts. */
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../kernel/time.ts';
import type { FeedItem } from '../../store/store.ts';
import { figuresAt, figuresFrom, isSame, type Figures, type Metric, type Reading } from '../figures.ts';
import { changedTo, type MetricChange } from './metrics.ts';

/** Hours after which a post has gathered about two thirds of what it will. */
const PACE_HOURS = 18;

/** Hours after publication at which the pace of posts is compared. */
export const MILESTONE_HOURS = [1, 6, 12, 24, 48, 72, 168] as const;

/** Days after which nothing moves any more by itself. */
const LIVELY_DAYS = 30;

/** Parts of a whole for each figure: least and most, in thousandths of impressions. */
const SHARES: Readonly<Record<Exclude<Metric, 'impressions'>, readonly [number, number]>> = {
  reach: [620, 880],
  likes: [20, 75],
  comments: [2, 12],
  shares: [1, 9],
  saves: [1, 14],
  clicks: [4, 30],
  views: [300, 950],
};

/** Impressions a post comes to in the end. */
const IMPRESSIONS = [150, 4_000] as const;

/**
 * Readings at the ends of days, at the milestones, where somebody set a figure, and now; those that say nothing new
 * are left out.
 */
export function readingsOf(item: FeedItem, changes: readonly MetricChange[], now: number): Reading[] {
  const end = Math.min(item.removedAt ?? now, now);
  const final = finalOf(`${item.accountId}/${item.nativeId}`);
  const readings: Reading[] = [];
  for (const at of instantsOf(item.at, changes, end)) {
    const figures = withChanges(grown(final, at - item.at), changes, at);
    if (readings.length === 0 || !isSame(figuresAt(readings, at), figures)) readings.push({ at, figures });
  }
  return readings;
}

function instantsOf(from: number, changes: readonly MetricChange[], end: number): number[] {
  const instants = new Set([from, end]);
  for (const hours of MILESTONE_HOURS) instants.add(from + hours * HOUR_MS);
  for (const { at } of changes) instants.add(Math.max(at, from));
  for (let day = Math.floor(from / DAY_MS) + 1; day <= from / DAY_MS + LIVELY_DAYS; day += 1)
    instants.add(day * DAY_MS - 1);
  return [...instants].filter((at) => at >= from && at <= end).sort((one, other) => one - other);
}

/** Moves once an hour, so that two looks at nearly the same time see the same. */
function grown(final: Figures, ageMs: number): Figures {
  const hours = Math.floor(ageMs / HOUR_MS) + 0.5;
  const share = 1 - Math.exp(-hours / PACE_HOURS);
  return figuresFrom((metric) => Math.round(final[metric] * share));
}

function finalOf(post: string): Figures {
  const impressions = drawn(`${post} impressions`, IMPRESSIONS);
  return figuresFrom((metric) =>
    metric === 'impressions'
      ? impressions
      : Math.round((impressions * drawn(`${post} ${metric}`, SHARES[metric])) / 1_000),
  );
}

function drawn(text: string, [least, most]: readonly [number, number]): number {
  return least + (createHash('sha256').update(text).digest().readUInt32BE() % (most - least + 1));
}

/** A figure that was set stays as it was set. */
const withChanges = (figures: Figures, changes: readonly MetricChange[], at: number): Figures =>
  figuresFrom((metric) => changedTo(changes, metric, at) ?? figures[metric]);
