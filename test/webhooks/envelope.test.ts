import { expect, test } from 'vitest';
import { bodyOf } from '../../src/webhooks/envelope.ts';

const AT = Date.parse('2026-01-05T09:00:00.123Z');

test('GEN-05 WHK-70 an envelope begins with its id, name and UTC time, then comes the payload', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  expect(bodyOf({ id, event: 'post.published', at: AT, payload: { post: { content: 'ü "x"' } } })).toBe(
    `{"id":"${id}","event":"post.published","timestamp":"2026-01-05T09:00:00.123Z","post":{"content":"ü \\"x\\""}}`,
  );
});

test('a payload does not replace what the envelope says', () => {
  const payload = { id: 'other', event: 'other', timestamp: 'other', more: 1 };
  expect(JSON.parse(bodyOf({ id: 'a', event: 'b', at: AT, payload }))).toEqual({
    id: 'a',
    event: 'b',
    timestamp: '2026-01-05T09:00:00.123Z',
    more: 1,
  });
});
