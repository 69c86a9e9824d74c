/** How far into a video people watch: everybody at the beginning, and never more later than before. Views come from videos.ts. */
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { fractionOf } from '../../networks/chance.ts';
import { rounded } from '../../networks/figures.ts';
import { namesOf } from './audience.ts';
import { datesOf, DURATION_SECONDS, spanIn, viewsIn, watchedIn } from './videos.ts';

/** Points of the curve, evenly over the video. */
const POINTS = 100;

/** Viewers who are left at each point, from all of them on. */
function viewersOf(videoId: string, views: number): readonly number[] {
  const last = 0.15 + 0.35 * fractionOf(`${videoId} last`);
  const steepness = 1.5 + 3 * fractionOf(`${videoId} steepness`);
  return Array.from({ length: POINTS }, (_, at) => {
    const left = last + (1 - last) * (1 - at / (POINTS - 1)) ** steepness;
    return Math.floor(views * left);
  });
}

function curveOf(videoId: string, views: number) {
  const viewers = viewersOf(videoId, views);
  return viewers.map((count, at) => ({
    elapsedVideoTimeRatio: (at + 1) / POINTS,
    audienceWatchRatio: Math.round((count / views) * 1e4) / 1e4,
    relativeRetentionPerformance: rounded(0.35 + 0.3 * fractionOf(`${videoId} performance`)),
    startedWatching: at === 0 ? views : 0,
    stoppedWatching: at === 0 ? 0 : (viewers[at - 1] ?? 0) - count,
    totalSegmentImpressions: count,
  }));
}

export const getYouTubeVideoRetention: Handler = async (call, desk) => {
  const watched = await watchedIn(call, desk);
  if ('refusal' in watched) return watched.refusal;
  const { account, video } = watched;
  const videoId = String(call.query['videoId']);
  const now = desk.clock.now();
  const span = spanIn(call, now);
  const views = viewsIn(video?.readings ?? [], span, now);
  return ok({
    success: true,
    accountId: account.id,
    videoId,
    ...(await namesOf(call, desk, account.id)),
    durationSeconds: DURATION_SECONDS,
    ...datesOf(span, now),
    retentionCurve: views === 0 ? [] : curveOf(videoId, views),
    note:
      views === 0 ? 'Nobody watched the video in this period.' : 'The figures for the last few days may still change.',
    scopeStatus: { hasAnalyticsScope: true },
  });
};
