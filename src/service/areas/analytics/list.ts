/** GET /v1/analytics: the figures of many posts. With `postId` single.ts answers. */
import { ok, type Call, type Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engagementOf, METRICS, sumOf, type Metric } from '../../networks/figures.ts';
import { accountView } from '../../records/account.ts';
import type { Post } from '../../store/post.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { dayOf, daysIn } from './days.ts';
import { measurePosts, totalOf, wantedIn, type Measured, type Measurement } from './measured.ts';
import { analyticsOf, describe, firstInstant, platformAnalytics } from './post-figures.ts';
import { refusalOf } from './refused.ts';
import { singlePost } from './single.ts';

interface Entry {
  readonly post: Post;
  readonly rows: readonly Measured[];
}

export const getAnalytics: Handler = (call, desk) =>
  typeof call.query['postId'] === 'string' ? singlePost(call, desk) : listFigures(call, desk);

async function listFigures(call: Call, desk: Desk): Promise<Reply> {
  const wanted = wantedIn(call);
  const found = await measurePosts(desk, call.caller, wanted);
  const refusal = wanted.accountId === undefined ? undefined : refusalOf(found, wanted.accountId);
  if (refusal !== undefined) return refusal;
  const entries = sorted(within(entriesOf(found.rows), call, desk), call);
  const limit = Number(call.query['limit'] ?? 50);
  const page = Number(call.query['page'] ?? 1);
  const now = desk.clock.now();
  return ok({
    overview: await overviewOf(found, entries.length, { call, desk }),
    posts: entries.slice((page - 1) * limit, page * limit).map((entry) => entryView(entry, now)),
    pagination: { page, limit, total: entries.length, pages: Math.ceil(entries.length / limit) },
    accounts: found.accounts.map(({ doc }) => accountView(doc)),
    hasAnalyticsAccess: true,
    ...(found.isStale ? { stale: true } : {}),
  });
}

function entriesOf(rows: readonly Measured[]): Entry[] {
  const byPost = new Map<string, Measured[]>();
  for (const row of rows) {
    const before = byPost.get(row.post.id);
    if (before === undefined) byPost.set(row.post.id, [row]);
    else before.push(row);
  }
  return [...byPost.values()].flatMap((own) => (own[0] === undefined ? [] : [{ post: own[0].post, rows: own }]));
}

function within(entries: readonly Entry[], { query }: Call, { clock }: Desk): Entry[] {
  const { from, to } = daysIn(query, { from: 0, to: dayOf(clock.now()) });
  return entries.filter(({ rows }) => {
    const day = dayOf(firstInstant(rows));
    return day >= from && day <= to;
  });
}

function sorted(entries: readonly Entry[], { query }: Call): Entry[] {
  const { sortBy } = query;
  const sign = query['order'] === 'asc' ? 1 : -1;
  const weight = ({ rows }: Entry): number => {
    const figures = sumOf(rows.map(totalOf));
    if (sortBy === 'engagement') return engagementOf(figures);
    return METRICS.includes(sortBy as Metric) ? figures[sortBy as Metric] : firstInstant(rows);
  };
  const weighed = entries.map((entry) => ({ entry, value: weight(entry) }));
  return weighed.sort((one, other) => sign * (one.value - other.value)).map(({ entry }) => entry);
}

async function overviewOf(
  { rows, refreshing }: Measurement,
  totalPosts: number,
  { call, desk }: { call: Call; desk: Desk },
): Promise<Record<string, unknown>> {
  const { accountId } = wantedIn(call);
  const waiting = {
    teamId: call.caller.teamId,
    status: 'scheduled',
    ...(accountId === undefined ? {} : { accountId }),
  };
  const readAt = rows.flatMap((row) => row.readAt ?? []);
  return {
    totalPosts,
    publishedPosts: totalPosts,
    scheduledPosts: await desk.store.read.countPosts(waiting),
    lastSync: readAt.length === 0 ? null : instantOf(readAt.reduce((most, at) => Math.max(most, at))),
    dataStaleness: { staleAccountCount: refreshing, syncTriggered: refreshing > 0 },
  };
}

const entryView = ({ post, rows }: Entry, now: number): Record<string, unknown> => ({
  _id: post.id,
  ...describe(post, rows),
  status: post.status,
  analytics: analyticsOf(rows, now),
  platforms: rows.map((row) => platformAnalytics(row, now)),
  isAd: false,
  profileId: rows[0]?.target.profileId ?? null,
});
