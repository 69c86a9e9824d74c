/** The values of each dimension for an ad, by what it is aimed at. */
import { expect, test } from 'vitest';
import {
  DIMENSION_NAMES,
  isDimension,
  isHourly,
  weightsOf,
} from '../../../../../src/service/areas/ads/figures/dimensions.ts';
import type { AdRecord } from '../../../../../src/service/areas/ads/record.ts';

const adWith = (doc: object): AdRecord => ({ kind: 'ad', id: 'a', doc }) as unknown as AdRecord;

const valuesOf = (dimension: string, targeting: object = {}, doc: object = {}): readonly string[] =>
  weightsOf(dimension, adWith({ ...doc, targeting })).map(([value]) => value);

const ALL_ADULTS = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'];

test.each([
  [{}, ALL_ADULTS],
  [{ ageMin: 13 }, ['13-17', ...ALL_ADULTS]],
  [{ ageMin: 17, ageMax: 17 }, ['13-17']],
  [{ ageMin: 18 }, ALL_ADULTS],
  [{ ageMin: 24, ageMax: 25 }, ['18-24', '25-34']],
  [{ ageMin: 25 }, ALL_ADULTS.slice(1)],
  [{ ageMin: 35, ageMax: 44 }, ['35-44']],
  [{ ageMin: 45, ageMax: 54 }, ['45-54']],
  [{ ageMin: 55, ageMax: 64 }, ['55-64']],
  [{ ageMin: 64, ageMax: 64 }, ['55-64']],
  [{ ageMin: 65 }, ['65+']],
  [{ ageMin: 64, ageMax: 65 }, ['55-64', '65+']],
  [{ ageMax: 24 }, ['18-24']],
  [{ ageMax: 34 }, ALL_ADULTS.slice(0, 2)],
  [{ ageMax: 35 }, ALL_ADULTS.slice(0, 3)],
  [{ ageMax: 45 }, ALL_ADULTS.slice(0, 4)],
  [{ ageMax: 55 }, ALL_ADULTS.slice(0, 5)],
  [{ ageMax: 65 }, ALL_ADULTS],
  [{ ageMin: 44, ageMax: 54 }, ['35-44', '45-54']],
  [{ ageMin: 34, ageMax: 34 }, ['25-34']],
  [{ ageMin: 54, ageMax: 54 }, ['45-54']],
])('ages of %j', (targeting, values) => {
  expect(valuesOf('age', targeting)).toEqual(values);
  expect(valuesOf('age', {}, targeting)).toEqual(values);
});

test('genders, places, languages and platforms are those that the ad names, or the usual ones', () => {
  expect(valuesOf('gender', { gender: 'male' })).toEqual(['male']);
  expect(valuesOf('gender', { gender: 'female' })).toEqual(['female']);
  expect(valuesOf('gender', { gender: 'all' })).toEqual(['female', 'male', 'unknown']);
  for (const dimension of ['country', 'country_code']) {
    expect(valuesOf(dimension, { countries: ['DE', 'AT', 'DE'] })).toEqual(['DE', 'AT']);
    expect(valuesOf(dimension)).toEqual(['DE', 'FR', 'GB', 'US']);
  }
  expect(valuesOf('region', { regions: [{ name: 'Bavaria', key: '1' }, { key: '2' }, 'Hesse', 5] })).toEqual([
    'Bavaria',
    '2',
    'Hesse',
  ]);
  expect(valuesOf('region')).toEqual(['North', 'East', 'South', 'West']);
  expect([valuesOf('city'), valuesOf('language')]).toEqual([['Unknown'], ['en']]);
  expect(valuesOf('language', { languages: ['de'] })).toEqual(['de']);
});

test('positions count where their platform is named, and devices where they are chosen', () => {
  const placements = {
    publisherPlatforms: ['facebook'],
    facebookPositions: ['feed', 'story'],
    instagramPositions: ['stream'],
  };
  expect(valuesOf('platform_position', { placements })).toEqual(['feed', 'story']);
  expect(valuesOf('publisher_platform', { placements })).toEqual(['facebook']);
  expect(valuesOf('platform_position')).toEqual(['feed', 'story', 'reels', 'marketplace']);
  expect(valuesOf('publisher_platform')).toEqual(['facebook', 'instagram', 'messenger', 'audience_network']);
  for (const [dimension, mobile, desktop] of [
    ['device_platform', ['mobile_app', 'mobile_web'], ['desktop']],
    ['impression_device', ['android_smartphone', 'iphone', 'ipad'], ['desktop']],
    ['device', ['mobile', 'tablet'], ['desktop']],
    ['action_device', ['android_smartphone', 'iphone'], ['desktop']],
  ] as const) {
    expect(valuesOf(dimension)).toEqual([...mobile, ...desktop]);
    expect(valuesOf(dimension, { devicePlatforms: ['mobile'] })).toEqual(mobile);
    expect(valuesOf(dimension, { placements: { devicePlatforms: ['desktop'] } })).toEqual(desktop);
  }
});

test('actions are split by the target, the site and the reactions that an ad has; what it does not have is unknown', () => {
  expect(valuesOf('action_target_id', {}, { platformAdId: '12' })).toEqual(['12']);
  expect(valuesOf('action_target_id')).toEqual(['unknown']);
  expect(valuesOf('action_destination', {}, { linkUrl: 'https://a.example/b' })).toEqual(['a.example']);
  expect(valuesOf('action_destination', {}, { creative: { linkUrl: 'https://c.example' } })).toEqual(['c.example']);
  for (const doc of [{}, { linkUrl: 'no address' }, { creative: 'none' }, { linkUrl: 5 }])
    expect(valuesOf('action_destination', {}, doc)).toEqual(['unknown']);
  expect(valuesOf('action_reaction')).toEqual(['like', 'love', 'wow']);
  expect(valuesOf('action_video_sound')).toEqual(['off', 'on']);
  expect(valuesOf('action_carousel_card_id')).toEqual(['unknown']);
});

test('every value has a weight from 0.2 to below 1.2, the same at each call', () => {
  const ad = adWith({});
  for (const name of DIMENSION_NAMES)
    for (const [value, weight] of weightsOf(name, ad)) {
      expect(weight, value).toBeGreaterThanOrEqual(0.2);
      expect(weight, value).toBeLessThan(1.2);
    }
  expect(weightsOf('age', ad)).toEqual(weightsOf('age', ad));
  expect(weightsOf('gender', ad)).not.toEqual(weightsOf('gender', { ...ad, id: 'b' }));
});

test('hours are dimensions that are counted, and actions split no rows', () => {
  expect(isHourly('hourly_stats_aggregated_by_advertiser_time_zone')).toBe(true);
  expect(isHourly('hourly_stats_aggregated_by_audience_time_zone')).toBe(true);
  expect(isHourly('age')).toBe(false);
  expect([isDimension('age'), isDimension('action_device'), isDimension('shoes')]).toEqual([true, false, false]);
  expect(isDimension('hourly_stats_aggregated_by_audience_time_zone')).toBe(true);
});
