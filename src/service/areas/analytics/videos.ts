/** Views of a video day by day. The platform tells a day's views two days later. Read by audience.ts and retention.ts too. */
import { offers } from '../../../platforms/platforms.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { added, figuresAt, rounded, type Figures, type PostInsight, type Reading } from '../../networks/figures.ts';
import { accountFor, type AccountRecord } from '../../records/account.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { insightsFrom } from './cache.ts';
import { dateOf, dayOf, daysIn, eachDay, endOf, type DaySpan } from './days.ts';

/** Source: ANA-13 */
const LATE_DAYS = 2;

/** Days after which views are final. */
const FINAL_DAYS = 3;

const USUAL_DAYS = 30;

/** Share of a video that people watch, and how long simulated videos are. */
const WATCHED_PERCENT = 45;
export const DURATION_SECONDS = 90;

/** A channel, and the video of it that is asked for. */
export interface Watched {
  readonly account: AccountRecord;
  /** Undefined where none is asked for, or where the platform cannot be read. */
  readonly video: PostInsight | undefined;
  /** All videos of the channel. */
  readonly all: readonly PostInsight[];
}

export async function watchedIn({ caller, query }: Call, desk: Desk): Promise<Watched | { readonly refusal: Reply }> {
  const account = await accountFor(desk.store.read, caller, String(query['accountId']));
  if (account === undefined) return { refusal: refuse('account_not_found', { param: 'accountId' }) };
  if (!offers(account.doc.platform, 'videos'))
    return {
      refusal: refuse('invalid_field_value', { param: 'accountId', message: 'This is not a YouTube account.' }),
    };
  const answer = await insightsFrom(desk, account);
  const all = answer.outcome === 'ok' ? answer.value : [];
  const { videoId } = query;
  const video = all.find(({ nativeId }) => nativeId === videoId);
  if (videoId !== undefined && answer.outcome === 'ok' && video === undefined)
    return { refusal: refuse('post_not_found', { param: 'videoId', message: 'The channel has no such video.' }) };
  return { account, video, all };
}

/** The last month, where nothing else is asked for. */
export function spanIn({ query }: Call, now: number): DaySpan {
  const today = dayOf(now);
  return daysIn(query, { from: today - USUAL_DAYS + 1, to: today });
}

/** What a video gained on each day of the span, as far as the platform tells it. */
export function dailyOf(readings: readonly Reading[], span: DaySpan, now: number) {
  const began = dayOf(readings[0]?.at ?? 0);
  const days = eachDay({ from: Math.max(span.from, began), to: Math.min(span.to, dayOf(now) - LATE_DAYS) });
  return days.map((day) => ({
    day,
    figures: added(figuresAt(readings, endOf(day - 1)), figuresAt(readings, endOf(day))),
  }));
}

/** Views of a video in the span. */
export const viewsIn = (readings: readonly Reading[], span: DaySpan, now: number): number =>
  dailyOf(readings, span, now).reduce((sum, { figures }) => sum + figures.views, 0);

/** What answers say of the time that they are about. */
export const datesOf = (span: DaySpan, now: number) => ({
  dateRange: { startDate: dateOf(span.from), endDate: dateOf(span.to) },
  provisionalSince: dateOf(dayOf(now) - FINAL_DAYS + 1),
});

const getYouTubeDailyViews: Handler = async (call, desk) => {
  const watched = await watchedIn(call, desk);
  if ('refusal' in watched) return watched.refusal;
  const now = desk.clock.now();
  const span = spanIn(call, now);
  const daily = dailyOf(watched.video?.readings ?? [], span, now).map(({ day, figures }) => dayView(day, figures));
  return ok({
    success: true,
    videoId: String(call.query['videoId']),
    durationSeconds: DURATION_SECONDS,
    ...datesOf(span, now),
    totalViews: daily.reduce((sum, { views }) => sum + views, 0),
    dailyViews: daily,
    lastSyncedAt: instantOf(now),
    scopeStatus: { hasAnalyticsScope: true },
  });
};

function dayView(day: number, { views, likes, comments, shares }: Figures) {
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
