/** Figures day by day: of all posts together, and of one post as it grew. The days of a post sum up to what it came to. */
import { ok } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { added, sumOf, type Figures } from '../../networks/figures.ts';
import { dateOf, dayOf, daysIn, eachDay, endOf } from './days.ts';
import { measurePosts, totalBy, totalOf, wantedIn, type Measured } from './measured.ts';
import { postAsked } from './single.ts';

/** Source: ANA-05 */
const getDailyMetrics: Handler = async (call, desk) => {
  const { rows, isStale } = await measurePosts(desk, call.caller, wantedIn(call));
  const days = eachDay(daysIn(call.query, usualDays(rows, desk)));
  const isReceived = call.query['attribution'] === 'received';
  const figuresOn = isReceived ? receivedOn : publishedOn;
  const inRange = new Set(days);
  return ok({
    dailyData: days.map((day) => dayView(rows, day, figuresOn)),
    platformBreakdown: platformsIn(rows).map((platform) => {
      const own = rows.filter(({ target }) => target.platform === platform);
      const postCount = postsOf(own.filter(({ publishedAt }) => inRange.has(dayOf(publishedAt))));
      return { platform, postCount, ...sumOf(days.map((day) => sumOf(own.map((row) => figuresOn(row, day))))) };
    }),
    ...(isStale ? { stale: true } : {}),
  });
};

/** From the first post on. */
function usualDays(rows: readonly Measured[], { clock }: Desk) {
  const today = dayOf(clock.now());
  return { from: rows.reduce((first, { publishedAt }) => Math.min(first, dayOf(publishedAt)), today), to: today };
}

const NOTHING = sumOf([]);

/** All of a post counts on the day it went out. */
const publishedOn = (row: Measured, day: number): Figures => (dayOf(row.publishedAt) === day ? totalOf(row) : NOTHING);

/** What came in counts on the day it came. */
const receivedOn = (row: Measured, day: number): Figures =>
  dayOf(row.publishedAt) > day ? NOTHING : added(totalBy(row, endOf(day - 1)), totalBy(row, endOf(day)));

function dayView(
  rows: readonly Measured[],
  day: number,
  figuresOn: (row: Measured, day: number) => Figures,
): Record<string, unknown> {
  const published = rows.filter(({ publishedAt }) => dayOf(publishedAt) === day);
  const counts = platformsIn(published).map(
    (platform) => [platform, published.filter(({ target }) => target.platform === platform).length] as const,
  );
  return {
    date: dateOf(day),
    postCount: postsOf(published),
    platforms: Object.fromEntries(counts),
    metrics: sumOf(rows.map((row) => figuresOn(row, day))),
  };
}

const platformsIn = (rows: readonly Measured[]): string[] => [...new Set(rows.map(({ target }) => target.platform))];

const postsOf = (rows: readonly Measured[]): number => new Set(rows.map(({ post }) => post.id)).size;

/** Source: ANA-07 */
const getPostTimeline: Handler = async (call, desk) => {
  const asked = await postAsked(call, desk);
  if ('refusal' in asked) return asked.refusal;
  const { post, found } = asked;
  const rows = found.rows.filter(({ unavailable }) => unavailable === undefined);
  const days = eachDay(daysIn(call.query, usualDays(rows, desk)));
  const timeline = days.flatMap((day) =>
    rows
      .filter(({ publishedAt }) => dayOf(publishedAt) <= day)
      .map((row) => ({
        date: dateOf(day),
        platform: row.target.platform,
        platformPostId: row.target.platformPostId ?? '',
        ...totalBy(row, endOf(day)),
      })),
  );
  return ok({ postId: post.id, timeline, ...(found.isStale ? { stale: true } : {}) });
};

export const handlers: Record<string, Handler> = { getDailyMetrics, getPostTimeline };
