/** The lists that stand beside a record, as its columns name them. */
import { expect, test } from 'vitest';
import { withLists } from '../../src/output/beside.ts';

const ADA = { id: 'a1', name: 'Ada' };
const CHANNELS = [
  { platform: 'telegram', handle: '77001' },
  { platform: 'instagram', handle: 'ada' },
];
const COLUMNS = ['id', 'name', 'channels.platform', 'channels.handle'];

test('a record has the lists that its columns name, and no others', () => {
  const result = { contact: ADA, channels: CHANNELS, notes: [{ text: 'x' }], total: 2 };
  expect(withLists(ADA, result, [...COLUMNS, 'total'])).toEqual({ ...ADA, channels: CHANNELS });
});

test('a list of its own stays its own', () => {
  const own = { ...ADA, channels: [] };
  expect(withLists(own, { contact: own, channels: CHANNELS }, COLUMNS)).toBe(own);
});
