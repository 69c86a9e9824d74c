import { describe, expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { scene } from './scene.ts';

const DAY = 86_400;

const list = (value: unknown): Json[] => value as Json[];

describe('places', () => {
  test('PLT-03 PLT-04 posts on the business listings stay without figures, and say why', async () => {
    const s = await scene('googlebusiness');
    const post = await s.publish();
    await s.advance(2 * DAY);
    const { status, body } = await s.get('', { postId: post._id });
    expect([status, body.syncStatus]).toEqual([200, 'unavailable']);
    expect(String(body.errorMessage)).not.toBe('');
    expect(list(body.platformAnalytics)[0]).toMatchObject({
      syncStatus: 'unavailable',
      errorMessage: body.errorMessage,
      analytics: null,
    });
  });

  test('PLT-05 figures of the place are told day by day, and sum up', async () => {
    const s = await scene('googlebusiness');
    const query = { accountId: s.accountId, metrics: 'CALL_CLICKS,WEBSITE_CLICKS', fromDate: '2026-01-01' };
    const { status, body } = await s.get('/googlebusiness/performance', query);
    expect(status).toBe(200);
    const metrics = body.metrics as unknown as Record<string, { total: number; values: { value: number }[] }>;
    expect(Object.keys(metrics)).toEqual(['CALL_CLICKS', 'WEBSITE_CLICKS']);
    for (const { total, values } of Object.values(metrics)) {
      expect(values).toHaveLength(5);
      expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(total);
      expect(total).toBeGreaterThan(0);
    }
    await s.set({ CALL_CLICKS: 500 });
    const again = await s.get('/googlebusiness/performance', query);
    expect(JSON.stringify(again.body.metrics)).toContain('{"date":"2026-01-05","value":500}');
    const unknown = await s.get('/googlebusiness/performance', { ...query, metrics: 'NO' });
    expect([unknown.status, list(unknown.body.validMetrics).length]).toEqual([400, 11]);
  });
});

describe('linkedin', () => {
  const natives = async (kind: string) => {
    const s = await scene('linkedin', { kind });
    await s.publish('through the service');
    await s.control('POST', `/_local/network/${s.accountId}/feed`, { text: 'by hand' });
    await s.advance(3_601);
    return list((await s.get()).body.posts).map(({ content }) => content);
  };

  test('PLT-06 a person shows the figures of what was published through the service only', async () => {
    expect(await natives('personal')).toEqual(['through the service']);
  });

  test('PLT-07 a page shows those of posts published elsewhere too', async () => {
    expect((await natives('organization')).sort()).toEqual(['by hand', 'through the service']);
  });
});

test('PLT-08 posts on discord are there without figures', async () => {
  const s = await scene('discord');
  const platforms = [
    { platform: 'discord', accountId: s.accountId, platformSpecificData: { channelId: '121395413380137' } },
  ];
  const post = await s.publish('hello', { platforms });
  await s.advance(DAY);
  const { body } = await s.get();
  expect(list(body.posts)[0]).toMatchObject({
    _id: post._id,
    platforms: [{ analytics: null, syncStatus: 'unavailable' }],
    analytics: { impressions: 0 },
  });
  expect((await s.get('/best-time')).body.slots).toEqual([]);
});

test('ANA-12 follower counts change once a day', async () => {
  const s = await scene('instagram');
  const followers = async () =>
    list((await s.api('GET', '/v1/accounts/follower-stats')).body.accounts)[0]?.currentFollowers;
  const before = await followers();
  await s.set({ followers: 777_777 });
  expect(await followers()).toBe(before);
  await s.advance(DAY);
  expect(await followers()).toBe(777_777);
});

test('ANA-13 the views of a day are told two to three days later', async () => {
  const s = await scene('youtube');
  const mediaItems = [{ type: 'video', url: 'https://a.example/v.mp4' }];
  const post = await s.publish('clip', { title: 'Clip', mediaItems });
  const videoId = s.nativeId(post);
  await s.set({ nativeId: videoId, views: 640 });
  const days = async () => {
    const { body } = await s.get('/youtube/daily-views', { accountId: s.accountId, videoId });
    return list(body.dailyViews).map(({ date, views }) => [date, views]);
  };
  await s.advance(DAY);
  expect(await days()).toEqual([]);
  await s.advance(2 * DAY);
  expect(await days()).toContainEqual(['2026-01-05', 640]);
  const unknown = await s.get('/youtube/daily-views', { accountId: s.accountId, videoId: 'nothing' });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'post_not_found' } });
});

test('ANA-14 accounts have figures beside those of their posts', async () => {
  const s = await scene('instagram');
  const { status, body } = await s.get('/instagram/account-insights', { accountId: s.accountId, metrics: 'reach' });
  expect([status, Object.keys(body.metrics ?? {})]).toEqual([200, ['reach']]);
});
