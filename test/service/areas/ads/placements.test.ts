/** Where an ad is shown: positions count where their platform is named, and stories alone are told apart. */
import { expect, test } from 'vitest';
import { effectivePlacements, isStoryOnly, positionsIn } from '../../../../src/service/areas/ads/placements.ts';

test('ADS-24 positions of platforms that are not named are left out', () => {
  const placements = {
    publisherPlatforms: ['facebook'],
    facebookPositions: ['feed'],
    instagramPositions: ['stream'],
    devicePlatforms: ['mobile'],
  };
  expect(effectivePlacements(placements)).toEqual({
    publisherPlatforms: ['facebook'],
    facebookPositions: ['feed'],
    devicePlatforms: ['mobile'],
  });
  expect(effectivePlacements({ instagramPositions: ['stream'] })).toEqual({});
  for (const nothing of [undefined, null, 'feed', ['feed']]) expect(effectivePlacements(nothing)).toEqual({});
});

test('positions of all platforms are listed once', () => {
  const placements = { facebookPositions: ['feed', 'story'], instagramPositions: ['story', 'reels'] };
  expect(positionsIn(placements)).toEqual(['feed', 'story', 'reels']);
  expect(positionsIn({})).toEqual([]);
});

test('ADS-48 an ad is between stories alone where every platform that is named has the story and nothing else', () => {
  const both = { publisherPlatforms: ['facebook', 'instagram'] };
  expect(isStoryOnly({ ...both, facebookPositions: ['story'], instagramPositions: ['story'] })).toBe(true);
  expect(isStoryOnly({ ...both, facebookPositions: ['story'], instagramPositions: ['story', 'reels'] })).toBe(false);
  expect(isStoryOnly({ ...both, facebookPositions: ['story'] })).toBe(false);
  expect(isStoryOnly({ publisherPlatforms: ['facebook'], facebookPositions: ['feed'] })).toBe(false);
  for (const automatic of [undefined, {}, { publisherPlatforms: [] }, { facebookPositions: ['story'] }])
    expect(isStoryOnly(automatic)).toBe(false);
});
