/** How many people targeting leaves. */
import { expect, test } from 'vitest';
import { audienceOf } from '../../../../../src/service/areas/ads/reach/audience.ts';

test('an audience is the people of its countries and ages', () => {
  expect(audienceOf(undefined)).toBe(10_000_000);
  expect(audienceOf({ countries: ['DE', 'FR', 'DE'] })).toBe(2_000_000);
  expect(audienceOf({ countries: ['DE'], ageMin: 18, ageMax: 29 })).toBe(250_000);
  expect(audienceOf({ geoLocations: { countries: ['DE'] }, ageMin: 13, ageMax: 99 })).toBe(1_000_000);
});
