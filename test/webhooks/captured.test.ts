import { expect, test } from 'vitest';
import { headersIn } from '../../src/webhooks/captured.ts';

const PAIRS = [
  ['X-Service-Event', 'post.published'],
  ['X-Empty', ''],
];

test.each([
  ['lines', 'X-Service-Event: post.published\nX-Empty:\n'],
  ['lines of a whole request', 'POST /hook HTTP/1.1\r\nX-Service-Event:   post.published \r\nX-Empty: \r\n\r\n'],
  ['a trace of curl', '> POST /hook HTTP/1.1\n> X-Service-Event: post.published\n> X-Empty:\n>\n* done'],
  ['an object', '{"X-Service-Event":"post.published","X-Empty":""}'],
  ['an object under headers', '{"status":200,"headers":{"X-Service-Event":"post.published","X-Empty":""}}'],
  ['pairs', '[["X-Service-Event","post.published"],["X-Empty",""]]'],
])('headers are read from %s', (_, text) => {
  expect(headersIn(text)).toEqual(PAIRS);
});

test('doubles stay doubles', () => {
  expect(headersIn('A: 1\nA: 2')).toEqual([
    ['A', '1'],
    ['A', '2'],
  ]);
  expect(headersIn('{"A":["1","2"]}')).toHaveLength(2);
});

test.each([[''], ['nothing here'], ['{'], ['[]'], ['{"a":1}']])('%j holds no header', (text) => {
  expect(headersIn(text)).toBeUndefined();
});
