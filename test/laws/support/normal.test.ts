/** What the law on reading back takes for equal: what the kind declares, and nothing else. */
import { expect, test } from 'vitest';
import type { Schema } from '../../../src/kernel/schema.ts';
import { isRead, normalOf } from './normal.ts';
import { shownBy } from './read-back.ts';

test.each([
  [['a', 'a', 'b'], 'unique', ['a', 'b']],
  [
    [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ],
    'pairs',
    'a=1&b=2',
  ],
  [
    [
      { id: 'x', price: 1 },
      { id: 'x', name: 'n' },
    ],
    'byId',
    [{ id: 'x', price: '1' }],
  ],
  [['w', { text: 'v', matchType: 'exact' }], { plain: 'text' }, [{ text: 'w' }, { text: 'v', matchType: 'exact' }]],
  [
    [{ type: 'BODY', text: 'A', parts: [{ type: 'URL' }] }],
    { lower: ['type'] },
    [{ type: 'body', text: 'A', parts: [{ type: 'url' }] }],
  ],
  ['active', { words: { active: 2 } }, 2],
  [['a', 'a'], undefined, ['a', 'a']],
] as const)('%j reads by %j as %j', (value, way, read) => {
  expect(normalOf(value, way)).toEqual(read);
});

test('what is sent beside a field that rules it out is not read, alone it is', () => {
  const way = { unless: ['isDraft'] };
  expect([isRead({ queueId: 'q', isDraft: true }, way), isRead({ queueId: 'q' }, way)]).toEqual([false, true]);
});

test('a member that the reading has no place for is not read there; every other one is', () => {
  const message: Schema = { type: 'object', properties: { text: { type: 'string' } } };
  expect(shownBy([message], { text: 'a', attachments: [] }, {})).toEqual({ text: 'a' });
  expect(shownBy([{ type: 'object' }], { text: 'a', attachments: [] }, {})).toEqual({ text: 'a', attachments: [] });
});
