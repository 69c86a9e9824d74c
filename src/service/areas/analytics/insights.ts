/** Figures of an account as a whole, in the names that its platform has for them: added up from its posts, day by day. Figures come from measured.ts. */
import type { Call, Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { daysAsked } from '../../generic/range.ts';
import { added, engagementOf, engagementRateOf, sumOf, type Figures, type Metric } from '../../networks/figures.ts';
import { curveOf } from '../accounts/followers.ts';
import { generic } from '../../generic/checked.ts';
import { dayOf, endOf } from './days.ts';
import { measurePosts, totalBy, type Measured } from './measured.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an account came to on each day that is asked for. */
interface Account {
  readonly days: readonly string[];
  readonly on: (day: string) => Figures;
  readonly followers: (day: string) => number;
}

async function accountAsked(
  { caller, path, query }: Call,
  desk: Desk,
): Promise<Account & { rows: readonly Measured[] }> {
  const accountId = String(path['accountId'] ?? query['accountId']);
  const { rows } = await measurePosts(desk, caller, { accountId });
  const curve = await curveOf(desk.store.read, accountId);
  const number = (day: string): number => dayOf(Date.parse(day));
  return {
    rows,
    days: daysAsked(query, desk.clock.now()),
    on: (day) => receivedOn(rows, number(day)),
    followers: (day) => curve(number(day)),
  };
}

/** What all posts gained on a day, as the daily metrics tell it. */
const receivedOn = (rows: readonly Measured[], day: number): Figures =>
  sumOf(rows.map((row) => added(totalBy(row, endOf(day - 1)), totalBy(row, endOf(day)))));

/** Words in the names that platforms give their figures, and what they count. */
const WORDS: readonly (readonly [word: RegExp, metric: Metric])[] = [
  [/comment|repl(y|ies)/i, 'comments'],
  [/share|repost/i, 'shares'],
  [/save/i, 'saves'],
  [/like|reaction|favou?rite/i, 'likes'],
  [/click|tap/i, 'clicks'],
  [/reach|unique/i, 'reach'],
  [/impression/i, 'impressions'],
  [/view|play/i, 'views'],
];

/** The value of a day. What nothing here counts is zero. */
function valueOn(name: string, { on, followers }: Account, day: string): number {
  if (/follow|fan|subscriber/i.test(name)) return followersOn(name, { day, followers });
  if (/engage|interact/i.test(name)) return engagementOf(on(day));
  const metric = WORDS.find(([word]) => word.test(name))?.[1];
  return metric === undefined ? 0 : on(day)[metric];
}

/** A level, or what came to it or went from it on the day. */
function followersOn(name: string, { day, followers }: { day: string; followers: Account['followers'] }): number {
  const before = new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
  const change = followers(day) - followers(before);
  if (/lost|unfollow|remove/i.test(name)) return Math.max(0, -change);
  if (isChange(name)) return Math.max(0, change);
  return followers(day);
}

const isChange = (name: string): boolean => /gain|new|add|daily/i.test(name);

/** Days are added up, but a level is the last one. */
const totalOf = (name: string, values: readonly number[]): number =>
  /follow|fan|subscriber/i.test(name) && !isChange(name) && !/lost|unfollow|remove/i.test(name)
    ? (values.at(-1) ?? 0)
    : values.reduce((sum, value) => sum + value, 0);

/** The generic answer with its figures put right. */
const told =
  (put: (body: Fields, account: Account & { rows: readonly Measured[] }, call: Call) => Fields): Handler =>
  async (call, desk): Promise<Reply> => {
    const reply = await generic(call, desk);
    if (reply.status !== 200 || !isFields(reply.body)) return reply;
    return { ...reply, body: { ...reply.body, ...put(reply.body, await accountAsked(call, desk), call) } };
  };

const byMetric = told(({ metrics }, account, { query }) => {
  const entries = Object.entries(isFields(metrics) ? metrics : {}).map(([name, before]) => {
    const values = account.days.map((date) => ({ date, value: valueOn(name, account, date) }));
    const total = totalOf(
      name,
      values.map(({ value }) => value),
    );
    const parts =
      isFields(before) && query['breakdown'] !== undefined ? partsOf(before['breakdowns'], total) : undefined;
    const series = query['metricType'] === 'total_value' ? {} : { values };
    return [name, { total, ...series, ...(parts !== undefined && { breakdowns: parts }) }] as const;
  });
  return { metrics: Object.fromEntries(entries) };
});

/** A total shared out among the parts that there are; the first has what is left over. */
function partsOf(parts: unknown, total: number): readonly Fields[] {
  const all = (Array.isArray(parts) ? parts : []).filter(isFields);
  const share = Math.floor(total / (all.length + 1));
  return all.map((part, at) => ({ ...part, value: at === 0 ? total - share * (all.length - 1) : share }));
}

/** Figures of a person or a page, all together or day by day. */
const byName = told(({ analytics }, { days, on }) => {
  const sum = sumOf(days.map(on));
  const entries = Object.entries(isFields(analytics) ? analytics : {}).map(([name, before]) => {
    if (Array.isArray(before)) return [name, days.map((date) => ({ date, count: counted(name, on(date)) }))];
    return [name, counted(name, sum)];
  });
  return { analytics: Object.fromEntries(entries) as Fields };
});

function counted(name: string, figures: Figures): number {
  if (name === 'engagementRate') return engagementRateOf(figures);
  if (name === 'totalInteractions') return engagementOf(figures);
  const metric = WORDS.find(([word]) => word.test(name))?.[1];
  return metric === undefined ? 0 : figures[metric];
}

/** Figures of one post, by its id on the platform; zero for one that nothing is known of. */
const ofPost =
  (block: string, param: string): Handler =>
  (call, desk) =>
    told((body, { rows }) => {
      const id = call.path[param] ?? call.query[param];
      const figures = sumOf(
        rows.filter(({ target }) => target.platformPostId === id).map((row) => totalBy(row, desk.clock.now())),
      );
      return inBlock(body, block, (name) => counted(name, figures));
    })(call, desk);

/** The numbers of a part of the answer, such as `data.metrics`, told anew. */
function inBlock(body: Fields, block: string, value: (name: string) => number): Fields {
  const [first = '', ...rest] = block.split('.');
  const part = body[first];
  if (!isFields(part)) return {};
  if (rest.length > 0) return { [first]: { ...part, ...inBlock(part, rest.join('.'), value) } };
  return { [first]: Object.fromEntries(Object.keys(part).map((name) => [name, value(name)])) };
}

export const handlers: Record<string, Handler> = {
  getFacebookPageInsights: byMetric,
  getInstagramAccountInsights: byMetric,
  getInstagramFollowerHistory: byMetric,
  getLinkedInOrgAggregateAnalytics: byMetric,
  getTikTokAccountInsights: byMetric,
  getYouTubeChannelInsights: byMetric,
  getLinkedInAggregateAnalytics: byName,
  getLinkedInPostAnalytics: ofPost('analytics', 'urn'),
  getInstagramStoryInsights: ofPost('data.metrics', 'storyId'),
};
