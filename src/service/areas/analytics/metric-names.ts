/** The names that platforms give the figures of an account, and what is counted under each. Pure. Read by insights.ts. */
import { engagementOf, engagementRateOf, type Figures } from '../../networks/figures.ts';

/** What an account came to on a day. */
export interface Day {
  readonly figures: Figures;
  readonly followers: number;
  /** Followers of the day before. */
  readonly followersBefore: number;
}

interface Counted {
  readonly on: (day: Day) => number;
  /** The whole is the last day's value, and not the sum of the days. */
  readonly isLevel?: true;
}

const impressions: Counted = { on: ({ figures }) => figures.impressions };
const reach: Counted = { on: ({ figures }) => figures.reach };
const likes: Counted = { on: ({ figures }) => figures.likes };
const comments: Counted = { on: ({ figures }) => figures.comments };
const shares: Counted = { on: ({ figures }) => figures.shares };
const saves: Counted = { on: ({ figures }) => figures.saves };
const clicks: Counted = { on: ({ figures }) => figures.clicks };
const views: Counted = { on: ({ figures }) => figures.views };
const engagement: Counted = { on: ({ figures }) => engagementOf(figures) };
const followers: Counted = { on: (day) => day.followers, isLevel: true };
const gained: Counted = { on: (day) => Math.max(0, day.followers - day.followersBefore) };
const lost: Counted = { on: (day) => Math.max(0, day.followersBefore - day.followers) };

/** What nothing here counts has no row. */
const METRIC_NAMES: ReadonlyMap<string, Counted> = new Map(
  Object.entries({
    ...{ impressions, reach, likes, comments, shares, saves, clicks, views, engagement },
    ...{ reactions: likes, replies: comments, reposts: shares, saved: saves },
    ...{ total_interactions: engagement, accounts_engaged: engagement },
    ...{ page_impressions: impressions, page_impressions_unique: reach, page_views_total: views },
    ...{ page_post_engagements: engagement, page_video_views: views, page_media_view: views },
    ...{ post_impressions: impressions, profile_views: views, video_views: views, website_clicks: clicks },
    ...{ page_follows: followers, page_fans: followers, page_daily_follows: gained, page_daily_unfollows: lost },
    ...{ followers, follower_count: followers, followers_count: followers, subscribers: followers },
    ...{ followers_gained: gained, followers_lost: lost, subscribersGained: gained, subscribersLost: lost },
  }),
);

export const isCounted = (name: string): boolean => METRIC_NAMES.has(name);

/** The value of every day; of a name that nothing counts, none. */
export const valuesOf = (name: string, days: readonly Day[]): readonly number[] => {
  const counted = METRIC_NAMES.get(name);
  return counted === undefined ? [] : days.map((day) => counted.on(day));
};

/** Days are added up; a level is that of the last day. */
export const totalFrom = (name: string, values: readonly number[]): number =>
  METRIC_NAMES.get(name)?.isLevel === true ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);

/** Figures in the names that linkedin has for them; nothing is sent on there. */
export const linkedinFigures = (figures: Figures): Readonly<Record<string, number>> => ({
  impressions: figures.impressions,
  reach: figures.reach,
  reactions: figures.likes,
  comments: figures.comments,
  shares: figures.shares,
  saves: figures.saves,
  sends: 0,
  engagementRate: engagementRateOf(figures),
});
