/** What the network of an ad is sent: its content as it is, positions that take effect, and no fields of auctions for a reservation. */
import { expect, test } from 'vitest';
import type { AdRecord } from '../../../../../src/service/areas/ads/record.ts';
import { adItem } from '../../../../../src/service/areas/ads/tree/network-ad.ts';

const itemOf = (doc: object) => adItem({ kind: 'ad', id: 'a', doc } as unknown as AdRecord, 'account', 7);

test('ADS-15 an ad goes to the feed of its account under its id on the network, with its text', () => {
  const ad = { platformAdId: '77', name: 'Spring', creative: { body: 'A third off.' }, status: 'active' };
  expect(itemOf(ad)).toMatchObject({ accountId: 'account', nativeId: '77', kind: 'ad', at: 7 });
  expect(itemOf(ad).doc).toEqual({ text: 'A third off.', name: 'Spring', creative: { body: 'A third off.' } });
  expect(itemOf({ name: 'Bare' })).toMatchObject({ nativeId: 'a', doc: { text: null, name: 'Bare' } });
});

test('ADS-24 positions of platforms that are not named do not reach the network, and all else does', () => {
  const placements = { publisherPlatforms: ['facebook'], facebookPositions: ['feed'], instagramPositions: ['story'] };
  const sent = (targeting: unknown, more: object = {}) => itemOf({ ...more, targeting }).doc['targeting'];
  expect(sent({ countries: ['DE'], placements })).toEqual({
    countries: ['DE'],
    placements: { publisherPlatforms: ['facebook'], facebookPositions: ['feed'] },
  });
  expect(sent({ countries: ['DE'] })).toEqual({ countries: ['DE'] });
  expect(sent('everybody')).toBe('everybody');
  expect(itemOf({ creative: { placements } }).doc['creative']).toEqual({ placements });
});

test('ADS-65 a reservation is sent without the fields of auctions, and an auction with them', () => {
  const bids = { bidStrategy: 'COST_CAP', bidAmount: 2, roasAverageFloor: 1.5 };
  expect(itemOf({ ...bids, buyingType: 'AUCTION' }).doc).toEqual({ text: null, buyingType: 'AUCTION', ...bids });
  expect(itemOf({ ...bids, buyingType: 'RESERVED', rfPredictionId: '5' }).doc).toEqual({
    text: null,
    buyingType: 'RESERVED',
    rfPredictionId: '5',
  });
});
