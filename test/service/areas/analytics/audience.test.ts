/** Audiences, retention and search words: parts of what is there, the same on every reading, growing with the clock. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { complaintsAbout } from '../../../support/contract.ts';
import type { Json } from '../../../support/service.ts';
import { scene, type Measured } from './scene.ts';

const catalog = openCatalog('dist/cards');
const DAY = 86_400;
const NOBODY = '64f0a1b2c3d4e5f60123abcd';

interface Part {
  readonly dimension: string;
  readonly value: number;
}

type Query = Readonly<Record<string, string | number>>;

/** Reads, and has the answer judged by its schema. */
async function read(s: Measured, operation: string, query: Query = {}) {
  const card = catalog.card(operation);
  const answer = await s.get(card.path.replace('/v1/analytics', ''), { accountId: s.accountId, ...query });
  const text = JSON.stringify(answer.body);
  expect(complaintsAbout(catalog, card, { status: answer.status, text }), text).toBeNull();
  return answer;
}

const partsIn = (body: Json): Readonly<Record<string, readonly Part[]>> =>
  body['demographics'] as unknown as Readonly<Record<string, readonly Part[]>>;

const sumOf = (parts: readonly { readonly value: number }[] = []) => parts.reduce((sum, { value }) => sum + value, 0);

describe('who follows an instagram account', () => {
  const followers = async (s: Measured) => {
    const { body } = await s.api('GET', '/v1/accounts/follower-stats', { query: { accountIds: s.accountId } });
    return Number(body['accounts']?.['0']?.['currentFollowers']);
  };
  const asked = (s: Measured, query: Query = {}) => read(s, 'getInstagramDemographics', query);

  test('is never more than follow it that day, and all of them by age and gender', async () => {
    const s = await scene('instagram');
    for (let day = 0; day < 3; day += 1) {
      const count = await followers(s);
      const parts = partsIn((await asked(s)).body);
      expect(Object.keys(parts).sort()).toEqual(['age', 'city', 'country', 'gender']);
      expect([sumOf(parts['age']), sumOf(parts['gender'])]).toEqual([count, count]);
      for (const name of ['city', 'country']) expect(sumOf(parts[name])).toBeLessThan(count);
      await s.advance(DAY);
    }
  });

  test('is told the same twice, follows the count and grows with it', async () => {
    const s = await scene('instagram');
    const { body } = await asked(s);
    expect((await asked(s)).body).toEqual(body);
    await s.set({ followers: 1_000_000 });
    await s.advance(DAY);
    const later = partsIn((await asked(s)).body);
    expect(sumOf(later['age'])).toBe(await followers(s));
    expect(sumOf(later['age'])).toBeGreaterThan(sumOf(partsIn(body)['age']));
  });

  test('is divided by what is asked for, and by nothing else', async () => {
    const s = await scene('instagram');
    expect(Object.keys(partsIn((await asked(s, { breakdown: 'age, country' })).body))).toEqual(['age', 'country']);
    expect(await asked(s, { breakdown: 'shoes' })).toMatchObject({ status: 400, body: { param: 'breakdown' } });
    expect((await asked(s, { accountId: NOBODY })).status).toBe(404);
    const { _id: other } = await s.account('bluesky');
    expect(await asked(s, { accountId: other })).toMatchObject({ status: 400, body: { param: 'accountId' } });
  });

  test('has nobody who reacted before anything was posted, and then no more than did', async () => {
    const s = await scene('instagram');
    const query = { metric: 'engaged_audience_demographics', timeframe: 'this_month' };
    const engaged = async () => partsIn((await asked(s, query)).body);
    expect(await engaged()).toEqual({ age: [], city: [], country: [], gender: [] });
    await s.publish('hello', { mediaItems: [{ type: 'image', url: 'https://example.com/a.jpg' }] });
    await s.advance(2 * DAY);
    await s.get();
    await s.advance(3_600);
    const reactions = sumOf((await engaged())['gender']);
    expect(reactions).toBeGreaterThan(0);
    expect(reactions).toBeLessThanOrEqual(await followers(s));
    expect((await asked(s, { ...query, timeframe: 'this_week' })).status).toBe(200);
  });
});

describe('a youtube video', () => {
  async function watched(days: number) {
    const s = await scene('youtube');
    const post = await s.publish('A film', { mediaItems: [{ type: 'video', url: 'https://example.com/a.mp4' }] });
    await s.advance(days * DAY);
    return { s, videoId: s.nativeId(post) };
  }

  test('loses viewers from the first moment on and never gains any; its viewers are its views', async () => {
    const { s, videoId } = await watched(6);
    const { body } = await read(s, 'getYouTubeVideoRetention', { videoId });
    const curve = body['retentionCurve'] as unknown as readonly Readonly<Record<string, number>>[];
    expect(curve[0]).toMatchObject({ audienceWatchRatio: 1, stoppedWatching: 0 });
    const views = (await read(s, 'getYouTubeDailyViews', { videoId })).body['totalViews'];
    expect(curve[0]?.['startedWatching']).toBe(views);
    curve.slice(1).forEach((point, at) => {
      expect(point['audienceWatchRatio']).toBeLessThanOrEqual(Number(curve[at]?.['audienceWatchRatio']));
      expect(point['audienceWatchRatio']).toBeGreaterThanOrEqual(0);
      expect(point['stoppedWatching']).toBeGreaterThanOrEqual(0);
    });
    const gone = curve.reduce((sum, point) => sum + Number(point['stoppedWatching']), 0);
    expect(gone + Number(curve.at(-1)?.['totalSegmentImpressions'])).toBe(views);
    expect((await read(s, 'getYouTubeVideoRetention', { videoId })).body).toEqual(body);
    await s.advance(3 * DAY);
    const later = (await read(s, 'getYouTubeVideoRetention', { videoId })).body['retentionCurve'];
    expect(Number(later?.['0']?.['startedWatching'])).toBeGreaterThan(Number(views));
  });

  test('has no curve and no audience before anybody has watched it, and is not there when it is not', async () => {
    const { s, videoId } = await watched(0);
    expect((await read(s, 'getYouTubeVideoRetention', { videoId })).body['retentionCurve']).toEqual([]);
    const { body } = await read(s, 'getYouTubeDemographics', { videoId });
    expect(partsIn(body)).toEqual({ age: [], gender: [], country: [] });
    expect((await read(s, 'getYouTubeVideoRetention', { videoId: 'no' })).status).toBe(404);
    expect((await read(s, 'getYouTubeDemographics', { videoId: 'no' })).status).toBe(404);
  });

  test('is watched by parts of an audience that come to a hundred percent at most', async () => {
    const { s, videoId } = await watched(6);
    for (const query of [{ videoId }, {}, { breakdown: 'country' }] as const) {
      const { body } = await read(s, 'getYouTubeDemographics', query);
      const all = Object.values(partsIn(body));
      expect(all.length).toBe('breakdown' in query ? 1 : 3);
      for (const parts of all) {
        expect(sumOf(parts)).toBeGreaterThan(80);
        expect(sumOf(parts)).toBeLessThanOrEqual(100.0001);
      }
      expect((await read(s, 'getYouTubeDemographics', query)).body).toEqual(body);
    }
    expect((await read(s, 'getYouTubeDemographics', { breakdown: 'city' })).status).toBe(400);
  });
});

describe('the words with which a place was found', () => {
  const words = async (s: Measured, query: Query = {}) => {
    const { body } = await read(s, 'getGoogleBusinessSearchKeywords', query);
    const keywords = body['keywords'] as unknown as readonly { keyword: string; impressions: number }[];
    return { body, total: keywords.reduce((sum, { impressions }) => sum + impressions, 0), keywords };
  };

  test('were together typed no more often than searches showed it, month by month', async () => {
    const s = await scene('googlebusiness');
    for (const [month, last] of [
      ['2025-12', '2025-12-31'],
      ['2026-01', '2026-01-05'],
    ] as const) {
      const metrics = 'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH,BUSINESS_IMPRESSIONS_MOBILE_SEARCH';
      const { body } = await read(s, 'getGoogleBusinessPerformance', {
        metrics,
        fromDate: `${month}-01`,
        toDate: last,
      });
      const all = body['metrics'] as unknown as Readonly<Record<string, { total: number }>>;
      const shown = Object.values(all).reduce((sum, { total }) => sum + total, 0);
      const { total, keywords } = await words(s, { startMonth: month, endMonth: month });
      expect(total).toBeGreaterThan(shown / 2);
      expect(total).toBeLessThanOrEqual(shown);
      expect(keywords.map(({ impressions }) => impressions)).toEqual(
        [...keywords.map(({ impressions }) => impressions)].sort((one, other) => other - one),
      );
    }
  });

  test('of a range are those of its months together, word by word, and months to come have none', async () => {
    const s = await scene('googlebusiness');
    const sums = new Map<string, number>();
    for (const month of ['2025-11', '2025-12', '2026-01'])
      for (const { keyword, impressions } of (await words(s, { startMonth: month, endMonth: month })).keywords)
        sums.set(keyword, (sums.get(keyword) ?? 0) + impressions);
    const range = await words(s, { startMonth: '2025-11', endMonth: '2026-01' });
    expect(Object.fromEntries(range.keywords.map(({ keyword, impressions }) => [keyword, impressions]))).toEqual(
      Object.fromEntries(sums),
    );
    expect((await words(s, { startMonth: '2026-01', endMonth: '2026-03' })).keywords).toEqual(
      (await words(s, { startMonth: '2026-01', endMonth: '2026-01' })).keywords,
    );
    expect((await words(s, { startMonth: '2026-02', endMonth: '2026-03' })).keywords).toEqual([]);
  });

  test('are the same on every reading, grow with the month, and cover the last three without bounds', async () => {
    const s = await scene('googlebusiness');
    const { body, total } = await words(s);
    expect(body['monthRange']).toEqual({ startMonth: '2025-11', endMonth: '2026-01' });
    expect((await words(s)).body).toEqual(body);
    await s.advance(DAY);
    expect((await words(s)).total).toBeGreaterThan(total);
  });

  test('are refused for months that run backwards or are none', async () => {
    const s = await scene('googlebusiness');
    for (const query of [{ startMonth: '2026-02', endMonth: '2026-01' }, { endMonth: '2026-13' }])
      expect((await read(s, 'getGoogleBusinessSearchKeywords', query)).status).toBe(400);
  });
});
