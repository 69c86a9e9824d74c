/** Reports over all posts: best times, pace, kinds of media, frequency. Each is a sum over measured.ts. */
import { HOUR_MS } from '../../../kernel/time.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engagementOf, engagementRateOf, rounded, sumOf } from '../../networks/figures.ts';
import { mediaTypeOf } from '../posts/events.ts';
import { dayOf } from './days.ts';
import { grouped } from './grouped.ts';
import { measurePosts, totalBy, totalOf, wantedIn, type Measured } from './measured.ts';

/** Posts whose figures are known; the others say nothing about how posts do. */
const readRows = (rows: readonly Measured[]): Measured[] => rows.filter(({ readAt }) => readAt !== undefined);

/** A report of the rows that the query asks for, under the name that its answer has. */
const report =
  (name: string, of: (rows: readonly Measured[], now: number) => readonly object[]): Handler =>
  async (call, desk) => {
    const { rows, isStale } = await measurePosts(desk, call.caller, wantedIn(call));
    return ok({ [name]: of(readRows(rows), desk.clock.now()), ...(isStale ? { stale: true } : {}) });
  };

const averageOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const reactionsTo = (row: Measured): number => engagementOf(totalOf(row));

/** Monday is 0; the epoch began on a Thursday. */
const weekdayOf = (instant: number): number => (dayOf(instant) + 3) % 7;

const weekOf = (instant: number): number => Math.floor((dayOf(instant) + 3) / 7);

const hourOf = (instant: number): number => new Date(instant).getUTCHours();

/** Source: ANA-03 */
const getBestTimeToPost = report('slots', (rows) =>
  [...grouped(rows, ({ publishedAt }) => weekdayOf(publishedAt) * 24 + hourOf(publishedAt))]
    .map(([slot, own]) => ({
      day_of_week: Math.floor(slot / 24),
      hour: slot % 24,
      avg_engagement: rounded(averageOf(own.map(reactionsTo))),
      post_count: own.length,
    }))
    .sort((one, other) => other.avg_engagement - one.avg_engagement),
);

/** Spans after publication, in hours. */
const SPANS = [
  ['0-6h', 6],
  ['6-12h', 12],
  ['12-24h', 24],
  ['1-2d', 48],
  ['2-3d', 72],
  ['3-7d', 168],
] as const;

/** The share of its reactions that a post had at the end of each span; posts younger than that do not count. Source: ANA-04 */
const getContentDecay = report('buckets', (rows, now) => {
  const spans = SPANS.map(([label, hours], order) => {
    const old = rows.filter((row) => row.publishedAt + hours * HOUR_MS <= now && reactionsTo(row) > 0);
    const shares = old.map(
      (row) => (engagementOf(totalBy(row, row.publishedAt + hours * HOUR_MS)) / reactionsTo(row)) * 100,
    );
    return {
      bucket_order: order,
      bucket_label: label,
      avg_pct_of_final: rounded(averageOf(shares)),
      post_count: old.length,
    };
  });
  return spans.filter((span) => span.post_count > 0);
});

/** Source: ANA-06, ASM-50 */
const getFormatBreakdown = report('formats', (rows) =>
  [...grouped(rows, ({ post }) => mediaTypeOf(post.mediaItems))].map(([mediaType, own]) => ({
    mediaType,
    postCount: new Set(own.map(({ post }) => post.id)).size,
    metrics: sumOf(own.map(totalOf)),
  })),
);

/** Weeks by their number of posts, platform by platform. Source: ANA-08 */
const getPostingFrequency = report('frequency', (rows) =>
  [...grouped(rows, ({ target }) => target.platform)].flatMap(([platform, own]) => {
    const weeks = [...grouped(own, ({ publishedAt }) => weekOf(publishedAt)).values()];
    return [...grouped(weeks, (week) => week.length)]
      .sort(([one], [other]) => one - other)
      .map(([postsPerWeek, alike]) => ({
        platform,
        posts_per_week: postsPerWeek,
        avg_engagement_rate: rounded(averageOf(alike.flat().map((row) => engagementRateOf(totalOf(row))))),
        avg_engagement: rounded(averageOf(alike.flat().map(reactionsTo))),
        weeks_count: alike.length,
      }));
  }),
);

export const handlers: Record<string, Handler> = {
  getBestTimeToPost,
  getContentDecay,
  getFormatBreakdown,
  getPostingFrequency,
};
