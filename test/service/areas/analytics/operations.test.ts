import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import type { Json } from '../../../support/service.ts';
import { METRICS } from '../../../../src/service/networks/figures.ts';
import { scene, type Measured } from './scene.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

const list = (value: unknown): Json[] => value as Json[];

const figures = async ({ get }: Measured, postId: string): Promise<Json> => {
  const { body } = await get('', { postId });
  return body.analytics as Json;
};

describe('posts', () => {
  test('ANA-01 published posts are listed with their figures, which grow with the clock', async () => {
    const s = await scene();
    const { _id } = await s.publish();
    await s.advance(2 * HOUR);
    const first = await s.get();
    expect(first).toMatchObject({
      status: 200,
      body: { posts: [{ _id, status: 'published' }], hasAnalyticsAccess: true },
    });
    const before = Number(first.body.posts?.[0 as unknown as string]?.analytics?.impressions);
    expect(before).toBeGreaterThan(0);
    await s.advance(3 * DAY);
    await s.get();
    await s.advance(1);
    expect(Number((await figures(s, _id)).impressions)).toBeGreaterThan(before);
  });

  test('drafts and scheduled posts have no figures; totals count what is published', async () => {
    const s = await scene();
    await s.publish();
    const later = await s.api('POST', '/v1/posts', {
      body: {
        content: 'later',
        platforms: [{ platform: 'bluesky', accountId: s.accountId }],
        scheduledFor: '2026-02-01T00:00:00Z',
      },
    });
    expect((await s.get()).body.overview).toMatchObject({ totalPosts: 1, scheduledPosts: 1 });
    expect(await s.get('', { postId: String(later.body.post?._id) })).toMatchObject({
      status: 200,
      body: {
        syncStatus: 'pending',
        publishedAt: null,
        analytics: { impressions: 0, likes: 0 },
        platformAnalytics: [],
      },
    });
  });

  test('a post is found by its id on the platform too, and an unknown one is 404', async () => {
    const s = await scene();
    const post = await s.publish();
    expect((await s.get('', { postId: s.nativeId(post) })).body).toMatchObject({
      postId: post._id,
      syncStatus: 'synced',
    });
    expect((await s.get('', { postId: 'nothing' })).status).toBe(404);
  });

  test('a post that failed everywhere answers 424', async () => {
    const s = await scene();
    await s.control('POST', `/_local/network/${s.accountId}/behaviour`, { operation: 'publish', outcome: 'reject' });
    const platforms = [{ platform: 'bluesky', accountId: s.accountId }];
    const made = await s.api('POST', '/v1/posts', { body: { content: 'x', platforms, publishNow: true } });
    const { status, body } = await s.get('', { postId: String(made.body.post?._id) });
    expect([status, body]).toMatchObject([424, { status: 'failed', platformAnalytics: [{ status: 'failed' }] }]);
  });

  test('filters by account, platform, source and day, orders by a figure, and pages', async () => {
    const s = await scene();
    const one = await s.publish('one');
    await s.advance(DAY);
    const two = await s.publish('two');
    await s.set({ nativeId: s.nativeId(one), likes: 900 });
    await s.set({ nativeId: s.nativeId(two), likes: 5 });
    const ids = async (query: Record<string, string | number>) =>
      list((await s.get('', query)).body.posts).map(({ _id }) => _id);
    expect(await ids({})).toEqual([two._id, one._id]);
    expect(await ids({ sortBy: 'likes' })).toEqual([one._id, two._id]);
    expect(await ids({ sortBy: 'likes', order: 'asc', limit: 1 })).toEqual([two._id]);
    expect(await ids({ limit: 1, page: 2 })).toEqual([one._id]);
    expect(await ids({ fromDate: '2026-01-06' })).toEqual([two._id]);
    expect(await ids({ toDate: '2026-01-05' })).toEqual([one._id]);
    expect(await ids({ platform: 'twitter' })).toEqual([]);
    expect(await ids({ accountId: s.accountId, source: 'service' })).toHaveLength(2);
    expect(await ids({ source: 'external' })).toEqual([]);
  });

  test('AUTH-12 a key limited to a profile sees the figures of that profile only', async () => {
    const s = await scene();
    await s.publish();
    const made = await s.api('POST', '/v1/profiles', { body: { name: 'other' } });
    const profileIds = [String(made.body.profile?._id)];
    const key = await s.api('POST', '/v1/api-keys', { body: { name: 'k', scope: 'profiles', profileIds } });
    const { body } = await s.api('GET', '/v1/analytics', { key: String(key.body.apiKey?.key) });
    expect(body).toMatchObject({ posts: [], accounts: [] });
  });
});

describe('cache', () => {
  test('ANA-10 figures stay as they were read for 60 minutes', async () => {
    const s = await scene();
    const post = await s.publish();
    const before = await figures(s, post._id);
    await s.set({ nativeId: s.nativeId(post), likes: 12_345 });
    await s.advance(59 * 60);
    expect(await figures(s, post._id)).toEqual(before);
  });

  test('ANA-11 older ones are served once more while they are read anew, and the next read has the new ones', async () => {
    const s = await scene();
    const post = await s.publish();
    const { likes } = await figures(s, post._id);
    await s.set({ nativeId: s.nativeId(post), likes: 12_345 });
    await s.advance(61 * 60);
    expect((await figures(s, post._id)).likes).toBe(likes);
    await s.advance(1);
    expect((await figures(s, post._id)).likes).toBe(12_345);
  });

  test('LIM-28 what was read before is served with `stale: true` while the platform refuses to be read', async () => {
    const s = await scene();
    const post = await s.publish();
    const before = await figures(s, post._id);
    const path = `/_local/network/${s.accountId}/behaviour`;
    await s.control('POST', path, { operation: 'insights', outcome: 'rate_limited', retryAfterSeconds: 60 });
    await s.advance(61 * 60);
    await s.get();
    await s.advance(1);
    const stale = await s.get('', { postId: post._id });
    expect(stale).toMatchObject({ status: 200, body: { stale: true } });
    expect(stale.body.analytics).toEqual(before);
    const other = await s.publish('never read');
    expect(await s.get('', { postId: other._id })).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', platform: 'bluesky' },
    });
    await s.control('POST', path, { operation: 'insights', outcome: 'ok' });
    await s.advance(61 * 60);
    await s.get();
    await s.advance(1);
    expect((await s.get()).body.stale).toBeUndefined();
  });
});

describe('changes', () => {
  test('ANA-02 a cursor brings the posts whose figures changed since, and no others', async () => {
    const s = await scene();
    const one = await s.publish('one');
    await s.publish('two');
    const first = await s.get('/delta');
    expect(list(first.body.data)).toHaveLength(2);
    const cursor = String(first.body.nextCursor);
    const none = await s.get('/delta', { cursor });
    expect(none.body).toEqual({ data: [], nextCursor: cursor, hasMore: false });
    await s.set({ nativeId: s.nativeId(one), likes: 77 });
    const next = await s.get('/delta', { cursor });
    expect(next.body).toMatchObject({ data: [{ postId: one._id, isDeleted: false, metrics: { likes: 77 } }] });
    expect((await s.get('/delta', { cursor: String(next.body.nextCursor) })).body.data).toEqual([]);
  });

  test('a cursor of an earlier count brings everything once more', async () => {
    const s = await scene();
    await s.publish('one');
    const { body } = await s.get('/delta');
    expect(list((await s.get('/delta', { cursor: 'd1.1' })).body.data)).toEqual(list(body.data));
  });

  test('ANA-02 pages of changes follow each other without a gap, and a wrong cursor is refused', async () => {
    const s = await scene();
    for (const text of ['one', 'two', 'three']) await s.publish(text);
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let more = true; more;) {
      const { body } = await s.get('/delta', { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...list(body.data).map(({ postId }) => postId));
      cursor = String(body.nextCursor);
      more = body.hasMore as unknown as boolean;
    }
    expect(new Set(seen).size).toBe(3);
    expect(await s.get('/delta', { cursor: 'x' })).toMatchObject({ status: 400, body: { param: 'cursor' } });
  });
});

describe('reports', () => {
  test('ANA-03 best times tell the hours of the week in which posts went out', async () => {
    const s = await scene();
    await s.publish();
    const { status, body } = await s.get('/best-time');
    // 5 January 2026 is a Monday.
    expect([status, body]).toMatchObject([200, { slots: [{ day_of_week: 0, hour: 9, post_count: 1 }] }]);
  });

  test('ANA-04 the share of reactions rises from span to span', async () => {
    const s = await scene();
    const post = await s.publish();
    await s.advance(8 * DAY);
    const { status, body } = await s.get('/content-decay');
    const shares = list(body.buckets).map(({ avg_pct_of_final: share }) => Number(share));
    expect(status).toBe(200);
    expect(shares).toHaveLength(6);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(95);
    expect(post._id).toBeTruthy();
  });

  test('ANA-06 ASM-50 formats are counted with their figures', async () => {
    const s = await scene();
    await s.publish('text');
    await s.publish('picture', { mediaItems: [{ type: 'image', url: 'https://a.example/1.jpg' }] });
    const { status, body } = await s.get('/format-breakdown');
    expect(status).toBe(200);
    expect(list(body.formats).map(({ mediaType, postCount }) => [mediaType, postCount])).toEqual(
      expect.arrayContaining([
        ['text', 1],
        ['image', 1],
      ]),
    );
    expect(Number(list(body.formats)[0]?.metrics?.impressions)).toBeGreaterThan(0);
  });

  test('ANA-08 frequency counts the posts of each week', async () => {
    const s = await scene();
    await s.publish('one');
    await s.publish('two');
    await s.advance(7 * DAY);
    await s.publish('three');
    const { body } = await s.get('/posting-frequency');
    expect(list(body.frequency).map((row) => [row.platform, row.posts_per_week, row.weeks_count])).toEqual([
      ['bluesky', 1, 1],
      ['bluesky', 2, 1],
    ]);
  });
});

describe('days', () => {
  test.each(['publish', 'received'])('ANA-05 the days by %s sum up to the totals of the posts', async (attribution) => {
    const s = await scene();
    await s.publish('one');
    await s.advance(2 * DAY);
    const two = await s.publish('two');
    await s.advance(5 * DAY + 3 * HOUR);
    await s.set({ nativeId: s.nativeId(two), likes: 4_000 });
    const posts = list((await s.get()).body.posts);
    const { status, body } = await s.get('/daily-metrics', { attribution });
    expect(status).toBe(200);
    const days = list(body.dailyData);
    expect(days).toHaveLength(8);
    for (const metric of METRICS) {
      const total = posts.reduce((sum, post) => sum + Number(post.analytics?.[metric]), 0);
      expect(days.reduce((sum, day) => sum + Number(day.metrics?.[metric]), 0)).toBe(total);
      expect(list(body.platformBreakdown)[0]?.[metric]).toBe(total);
    }
    expect(days.map((day) => day.postCount)).toEqual([1, 0, 1, 0, 0, 0, 0, 0]);
  });

  test('ANA-07 the timeline of a post ends with what it has come to', async () => {
    const s = await scene();
    const post = await s.publish();
    await s.advance(3 * DAY);
    const now = await figures(s, post._id);
    const { status, body } = await s.get('/post-timeline', { postId: post._id });
    const rows = list(body.timeline);
    expect([status, rows.map(({ date }) => date)]).toEqual([
      200,
      ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08'],
    ]);
    expect(rows.at(-1)).toMatchObject({ impressions: now.impressions, likes: now.likes });
    expect(Number(rows[0]?.impressions)).toBeLessThan(Number(rows[1]?.impressions));
    expect((await s.get('/post-timeline', { postId: 'x' })).status).toBe(404);
  });
});

test('ANA-09 without the add-on every analytics operation answers 402 analytics_addon_required', async () => {
  const s = await scene();
  await s.control('PATCH', '/_local/team', { preset: 'legacy' });
  const query = { postId: 'x', accountId: s.accountId, videoId: 'x' };
  expect(await s.get('', query)).toMatchObject({
    status: 402,
    body: { type: 'permission_error', code: 'analytics_addon_required' },
  });
  const catalog = openCatalog('dist/cards');
  const paths = Object.values(catalog.index().commands).filter(({ path }) => path.startsWith('/v1/analytics'));
  expect(paths.length).toBeGreaterThan(20);
  for (const { path } of paths) {
    const { status, body } = await s.api('GET', path.replace(/\{[^}]+\}/g, 'x'), { query });
    expect([path, status, body.code]).toEqual([path, 402, 'analytics_addon_required']);
  }
  await s.control('PATCH', '/_local/team', { analyticsAddon: true });
  expect((await s.get()).status).toBe(200);
});
