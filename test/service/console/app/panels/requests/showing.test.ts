import { expect, test } from 'vitest';
import {
  commandFor,
  curlFor,
  isIn,
  type LoggedRequest,
} from '../../../../../../src/service/console/app/panels/requests/showing.ts';

const LINE: LoggedRequest = {
  requestId: 'r-1',
  at: '2026-01-05T09:00:00.000Z',
  method: 'GET',
  path: '/v1/posts',
  query: { status: 'failed', tag: ['a', 'b'] },
  operation: 'listPosts',
  status: 200,
  code: null,
  key: null,
  teamId: null,
  ip: null,
  userAgent: null,
  durationMs: 1,
  notes: [],
  changes: [],
  events: [],
  deliveries: [],
};

test('a line is found by its words and by what became of it', () => {
  const isFound = (text: string, status: 'all' | 'good' | 'bad' | 'noted' = 'all', line = LINE): boolean =>
    isIn(line, { text, status });
  expect([isFound(''), isFound('get listposts'), isFound('r-1'), isFound('delete')]).toEqual([true, true, true, false]);
  expect([isFound('', 'good'), isFound('', 'bad'), isFound('', 'noted')]).toEqual([true, false, false]);
  expect(isFound('', 'bad', { ...LINE, status: 0 })).toBe(true);
});

test('the same call as commands, without a key', () => {
  expect(curlFor(LINE, 'http://localhost:1')).toBe(
    `curl -H "Authorization: Bearer $SVC_API_KEY" 'http://localhost:1/v1/posts?status=failed&tag=a&tag=b'`,
  );
  expect(commandFor(LINE)).toBe(
    `svc api GET /v1/posts --raw-field 'status=failed' --raw-field 'tag=a' --raw-field 'tag=b'`,
  );
});
