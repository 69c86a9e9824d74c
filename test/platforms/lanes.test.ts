/** Lanes of connections: one platform has them, the others none. */
import { expect, test } from 'vitest';
import { laneOf } from '../../src/platforms/lanes.ts';

test.each([
  ['PLT-16', 'tiktok', undefined, 'business'],
  ['PLT-17', 'tiktok', 'developer_app', 'developer'],
])('%s an account of %s with the variant %s has the lane %s', (_rule, platform, variant, lane) => {
  expect(laneOf(platform, variant)).toBe(lane);
});

test('other platforms have no lanes', () => {
  expect(laneOf('instagram', 'developer_app')).toBeUndefined();
});
