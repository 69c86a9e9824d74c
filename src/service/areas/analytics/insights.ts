/** Figures of an account as a whole, in the names that its platform has for them: added up from its posts, day by day. Figures come from measured.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Fields } from '../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { added, engagementOf, engagementRateOf, sumOf, type Figures } from '../../networks/figures.ts';
import { checkedBefore } from '../../engine/checked.ts';
import { isKnown, refusalOfUnknown } from '../../engine/known.ts';
import { notFound } from '../../engine/not-found.ts';
import { accountFor, type AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { curveOf } from '../accounts/followers.ts';
import { dateOf, dayOf, daysIn, eachDay, endOf } from './days.ts';
import { measurePosts, totalBy, type Measured } from './measured.ts';
import { isCounted, linkedinFigures, totalFrom, valuesOf, type Day } from './metric-names.ts';

/** Days in a series when nothing is asked for. */
const USUAL_DAYS = 7;

/** An account with everything that its posts came to. */
interface Insight {
  readonly call: Call;
  readonly account: AccountRecord;
  readonly rows: readonly Measured[];
  readonly days: readonly number[];
  readonly followers: (day: number) => number;
  /** Milliseconds. */
  readonly now: number;
}

const insightOf =
  (answer: (insight: Insight) => Fields): Handler =>
  async (call, desk): Promise<Reply> => {
    const id = call.path['accountId'] ?? call.query['accountId'];
    const account = await accountFor(desk.store.read, call.caller, String(id));
    return account === undefined
      ? refuse('account_not_found', { param: 'accountId' })
      : ok(answer(await gather(call, desk, account)));
  };

async function gather(call: Call, desk: Desk, account: AccountRecord): Promise<Insight> {
  const now = desk.clock.now();
  const today = dayOf(now);
  const span = daysIn(call.query, { from: today - USUAL_DAYS + 1, to: today });
  const { rows } = await measurePosts(desk, call.caller, { accountId: account.id });
  const followers = await curveOf(desk.store.read, account.id);
  // A day that has not begun has no figures.
  return { call, account, rows, days: eachDay({ ...span, to: Math.min(span.to, today) }), followers, now };
}

/** What all posts gained on a day, as the daily metrics count it. */
const receivedOn = (rows: readonly Measured[], day: number): Figures =>
  sumOf(rows.map((row) => added(totalBy(row, endOf(day - 1)), totalBy(row, endOf(day)))));

const dayIn = ({ rows, followers }: Insight, day: number): Day => ({
  figures: receivedOn(rows, day),
  followers: followers(day),
  followersBefore: followers(day - 1),
});

/** Names with commas between, or the usual ones. */
const namesIn = (asked: unknown, usual: readonly string[]): readonly string[] => {
  const names = typeof asked === 'string' ? asked.split(',').map((name) => name.trim()) : [];
  return names.some((name) => name !== '') ? [...new Set(names.filter((name) => name !== ''))] : usual;
};

/** @param usual the figures that are shown when none is asked for */
const byMetric = (usual: readonly string[]): Handler =>
  insightOf((insight) => {
    const { call, account, days } = insight;
    const { metricType = 'total_value', metrics } = call.query;
    const names = namesIn(metrics, usual);
    const counts = days.map((day) => dayIn(insight, day));
    const dates = days.map(dateOf);
    const figureOf = (name: string): Fields => {
      const values = valuesOf(name, counts);
      const series = values.map((value, at) => ({ date: dates[at], value }));
      return { total: totalFrom(name, values), ...(metricType === 'time_series' && { values: series }) };
    };
    const unknown = names.filter((name) => !isCounted(name));
    return {
      success: true,
      accountId: account.id,
      platform: account.doc.platform,
      dateRange: { since: dates[0], until: dates.at(-1) },
      metricType,
      metrics: Object.fromEntries(names.filter(isCounted).map((name) => [name, figureOf(name)])),
      ...(unknown.length > 0 && { unavailableMetrics: unknown.map(unavailable) }),
    };
  });

const unavailable = (metric: string): Fields => ({
  metric,
  reason: 'unsupported_metric',
  message: `The local service does not measure ${metric}.`,
});

const linkedinAccount = ({ account: { id, doc }, now }: Insight): Fields => ({
  accountId: id,
  platform: doc.platform,
  accountType: doc.variant === 'organization' ? 'organization' : 'personal',
  username: doc.username,
  lastUpdated: instantOf(now),
});

/** Only as a whole, and not day by day. */
const WHOLE_ONLY: readonly string[] = ['reach', 'engagementRate'];

const getLinkedInAggregateAnalytics = insightOf((insight) => {
  const { call, rows, days } = insight;
  const { aggregation = 'TOTAL', metrics } = call.query;
  const byDay = days.map((day) => receivedOn(rows, day));
  const whole = linkedinFigures(sumOf(byDay));
  const names = namesIn(metrics, Object.keys(whole)).filter((name) => Object.hasOwn(whole, name));
  const range = { startDate: days[0] && dateOf(days[0]), endDate: dateOf(days.at(-1) ?? 0) };
  const base = { ...linkedinAccount(insight), aggregation, dateRange: range };
  if (aggregation !== 'DAILY')
    return { ...base, analytics: Object.fromEntries(names.map((name) => [name, whole[name]])) };
  const series = (name: string): Fields[] =>
    byDay.map((figures, at) => ({ date: dateOf(days[at] ?? 0), count: linkedinFigures(figures)[name] }));
  const shown = names.filter((name) => !WHOLE_ONLY.includes(name));
  const skipped = metrics === undefined ? [] : names.filter((name) => WHOLE_ONLY.includes(name));
  return {
    ...base,
    analytics: Object.fromEntries(shown.map((name) => [name, series(name)])),
    ...(skipped.length > 0 && { skippedMetrics: skipped }),
  };
});

/** Figures of one post, by its id on the platform; zero for one that nothing is known of. */
const figuresOfPost = ({ rows, now }: Insight, nativeId: unknown): Figures =>
  sumOf(rows.filter(({ target }) => target.platformPostId === nativeId).map((row) => totalBy(row, now)));

const getLinkedInPostAnalytics = insightOf((insight) => {
  const { urn } = insight.call.query;
  const figures = figuresOfPost(insight, urn);
  return {
    ...linkedinAccount(insight),
    postUrn: urn,
    analytics: { ...figures, sends: 0, engagementRate: engagementRateOf(figures) },
  };
});

/** Ways through a story, which nobody walks here. */
const STORY_WAYS = {
  ...{ navigation: 0, tapsForward: 0, tapsBack: 0, exits: 0, swipesForward: 0 },
  ...{ profileVisits: 0, follows: 0 },
};

const storyInsights = insightOf((insight) => {
  const figures = figuresOfPost(insight, insight.call.path['storyId']);
  const { views, reach, comments: replies, shares } = figures;
  const metrics = { ...STORY_WAYS, views, reach, replies, shares, reposts: 0 };
  return { data: { source: 'live', metrics: { ...metrics, totalInteractions: engagementOf(figures) } } };
});

/** A story that is over is kept by the network, one of the account has its figures. */
const getInstagramStoryInsights: Handler = async (call, desk) => {
  const { accountId = '', storyId = '' } = call.path;
  const kept = desk.catalog.fixtures()['story_insights']?.find((row) => row['storyId'] === storyId);
  const account = await accountFor(desk.store.read, call.caller, accountId);
  if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
  if (kept !== undefined) return ok({ data: { source: 'cached', metrics: kept['metrics'] } });
  const isThere = await isKnown({ kind: 'instagram_story', id: storyId }, call, desk);
  return isThere ? storyInsights(call, desk) : notFound('instagram_story', { param: 'storyId' });
};

const USUAL = ['views', 'reach'];

export const handlers: Record<string, Handler> = {
  getFacebookPageInsights: byMetric(USUAL),
  getInstagramAccountInsights: byMetric(USUAL),
  getInstagramFollowerHistory: byMetric(['follower_count', 'followers_gained', 'followers_lost']),
  getLinkedInOrgAggregateAnalytics: byMetric(USUAL),
  getTikTokAccountInsights: byMetric(USUAL),
  getYouTubeChannelInsights: byMetric(USUAL),
  getLinkedInAggregateAnalytics,
  getLinkedInPostAnalytics: checkedBefore(getLinkedInPostAnalytics, refusalOfUnknown),
  getInstagramStoryInsights,
};
