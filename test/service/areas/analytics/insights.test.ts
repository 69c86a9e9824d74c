/** Figures of whole accounts: nothing before a post went out, the days the sum of the posts, the same in every reading. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { complaintsAbout } from '../../../support/contract.ts';
import type { Json } from '../../../support/service.ts';
import { scene } from './scene.ts';

const catalog = openCatalog('dist/cards');
const HOUR = 3_600;

interface Series {
  readonly total: number;
  readonly values?: readonly { readonly date: string; readonly value: number }[];
}

test.each([
  ['facebook', '/facebook/page-insights', 'getFacebookPageInsights'],
  ['youtube', '/youtube/channel-insights', 'getYouTubeChannelInsights'],
  ['linkedin', '/linkedin/org-aggregate-analytics', 'getLinkedInOrgAggregateAnalytics'],
])('on %s they are zero before the first post, and then what its posts gained', async (platform, path, operation) => {
  const at = await scene(platform, platform === 'linkedin' ? { kind: 'organization' } : {});
  const read = async (query: Readonly<Record<string, string>> = {}) => {
    const asked = {
      accountId: at.accountId,
      metrics: 'impressions,likes,followers_gained',
      metricType: 'time_series',
      ...query,
    };
    const { status, body } = await at.get(path, asked);
    expect(complaintsAbout(catalog, catalog.card(operation), { status, text: JSON.stringify(body) })).toBeNull();
    return (body['metrics'] ?? {}) as unknown as Readonly<Record<string, Series>>;
  };
  expect((await read())['impressions']?.total).toBe(0);
  const media = [{ type: 'video', url: 'https://a.example/v.mp4' }];
  await at.publish('hello', platform === 'youtube' ? { mediaItems: media, title: 'A film' } : {});
  await at.advance(30 * HOUR);
  const { impressions, likes } = await read();
  expect(impressions?.total).toBeGreaterThan(0);
  for (const one of [impressions, likes])
    expect(one?.values?.reduce((sum, { value }) => sum + value, 0)).toBe(one?.total);
  const daily = await at.get('/daily-metrics', { accountId: at.accountId, attribution: 'received' });
  const days = daily.body['dailyData'] as unknown as { date: string; metrics: Json }[];
  const sum = days.reduce((all, { metrics }) => all + Number(metrics['impressions']), 0);
  expect(impressions?.total).toBe(sum);
  const whole = await read({ metricType: 'total_value' });
  expect(whole['impressions']).toEqual({ total: sum });
});

test('a post of linkedin has the same figures by its name there', async () => {
  const at = await scene('linkedin', { kind: 'organization' });
  const post = await at.publish();
  await at.advance(30 * HOUR);
  const path = `/v1/accounts/${at.accountId}/linkedin-post-analytics`;
  const { body } = await at.api('GET', path, { query: { urn: at.nativeId(post) } });
  const own = (await at.get('', { postId: post._id })).body['analytics'] as Json;
  const { impressions, likes, comments } = own;
  expect(body['analytics']).toMatchObject({ impressions, likes, comments, sends: 0 });
  const unknown = await at.api('GET', path, { query: { urn: 'urn:li:share:1' } });
  expect(unknown).toMatchObject({ status: 404, body: { error: 'There is no such network post.', param: 'urn' } });
});
