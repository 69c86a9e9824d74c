/** Views of a video day by day. The platform tells a day's views two days later. */
import { ok, refuse, type Handler } from '../../call.ts';
import type { NO_FIGURES } from '../../networks/figures.ts';
import { added, figuresAt, rounded } from '../../networks/figures.ts';
import { accountFor } from '../accounts/account.ts';
import { isoOf } from '../posts/when.ts';
import { insightsFrom } from './cache.ts';
import { dateOf, dayOf, daysIn, eachDay, endOf } from './days.ts';

/** Source: ANA-13 */
const LATE_DAYS = 2;

/** Days after which views are final. */
const FINAL_DAYS = 3;

const USUAL_DAYS = 30;

/** Share of a video that people watch, and how long simulated videos are. */
const WATCHED_PERCENT = 45;
const DURATION_SECONDS = 90;

const getYouTubeDailyViews: Handler = async ({ caller, query }, desk) => {
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  if (account.doc.platform !== 'youtube')
    return refuse('invalid_field_value', { param: 'accountId', message: 'This is not a youtube account.' });
  const answer = await insightsFrom(desk, account);
  const videoId = String(query['videoId']);
  const video = answer.outcome === 'ok' ? answer.value.find(({ nativeId }) => nativeId === videoId) : undefined;
  if (answer.outcome === 'ok' && video === undefined)
    return refuse('post_not_found', { param: 'videoId', message: 'The channel has no such video.' });
  const readings = video?.readings ?? [];
  const today = dayOf(desk.clock.now());
  const span = daysIn(query, { from: today - USUAL_DAYS + 1, to: today });
  const began = dayOf(readings[0]?.at ?? 0);
  const days = eachDay({ from: Math.max(span.from, began), to: Math.min(span.to, today - LATE_DAYS) });
  const daily = days.map((day) => {
    const figures = added(figuresAt(readings, endOf(day - 1)), figuresAt(readings, endOf(day)));
    return dayView(day, figures);
  });
  return ok({
    success: true,
    videoId,
    durationSeconds: DURATION_SECONDS,
    dateRange: { startDate: dateOf(span.from), endDate: dateOf(span.to) },
    provisionalSince: dateOf(today - FINAL_DAYS + 1),
    totalViews: daily.reduce((sum, { views }) => sum + views, 0),
    dailyViews: daily,
    lastSyncedAt: isoOf(desk.clock.now()),
    scopeStatus: { hasAnalyticsScope: true },
  });
};

function dayView(day: number, { views, likes, comments, shares }: typeof NO_FIGURES) {
  const seconds = (DURATION_SECONDS * WATCHED_PERCENT) / 100;
  return {
    date: dateOf(day),
    views,
    estimatedMinutesWatched: rounded((views * seconds) / 60),
    averageViewDuration: views === 0 ? 0 : seconds,
    averageViewPercentage: views === 0 ? 0 : WATCHED_PERCENT,
    subscribersGained: Math.round(views / 200),
    subscribersLost: Math.round(views / 1_500),
    likes,
    comments,
    shares,
  };
}

export const handlers: Record<string, Handler> = { getYouTubeDailyViews };
