import { expect, test } from 'vitest';
import {
  deliveryHeaders,
  headerProblem,
  prefixAdvice,
  prefixesFrom,
  PREFIXES,
  wordsOn,
} from '../../src/webhooks/headers.ts';

const LABELS = { event: 'post.published', id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', signature: 'ab' };

test('WHK-42 WHK-43 WHK-44 WHK-45 WHK-48 ASM-36 each header stands twice, under its name and its alias', () => {
  expect(deliveryHeaders(LABELS)).toEqual({
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
    'X-Service-Event': LABELS.event,
    'X-Legacy-Event': LABELS.event,
    'X-Service-Event-Id': LABELS.id,
    'X-Legacy-Event-Id': LABELS.id,
    'X-Service-Signature': LABELS.signature,
    'X-Legacy-Signature': LABELS.signature,
  });
});

test('WHK-46 without a signature neither signature header is there', () => {
  const { event, id } = LABELS;
  expect(Object.keys(deliveryHeaders({ event, id })).filter((name) => /signature/i.test(name))).toEqual([]);
});

test('the words in the middle of the names are settings', () => {
  const headers = deliveryHeaders(LABELS, { current: 'Acme', legacy: 'Old' });
  expect(headers).toMatchObject({ 'User-Agent': 'Acme-Webhooks/1.0', 'X-Acme-Event': LABELS.event });
  expect(headers['X-Old-Event-Id']).toBe(LABELS.id);
});

test.each([
  ['X-Acme', 'Acme'],
  ['x-acme-', 'acme'],
  ['Acme', 'Acme'],
  ['Acme-X-One', 'Acme-X-One'],
  ['X-', PREFIXES.current],
  ['', PREFIXES.current],
  [undefined, PREFIXES.current],
])('a setting of %j makes the word %j', (current, word) => {
  expect(prefixesFrom({ current })).toEqual({ current: word, legacy: PREFIXES.legacy });
  expect(prefixesFrom({ legacy: 'X-Old-' }).legacy).toBe('Old');
});

test.each([
  ['X-Mine', 'a value', true],
  ['Authorization', 'Bearer x', true],
  ['X-Latin', 'café', true],
  ['X-A', '1\r\nX-B: 2', false],
  ['X-A', '\u0000', false],
  ['X-A', '漢', false],
  ['X A', '1', false],
  ['', '1', false],
  ['Content-Length', '3', false],
  ['transfer-encoding', 'chunked', false],
  ['HOST', 'a.example', false],
  ['x-service-signature', 'ab', false],
  ['X-Legacy-Event', 'x', false],
  ['User-Agent', 'x', false],
])('WHK-10 the header %j: %j may be added: %s', (name, value, isFine) => {
  expect(headerProblem(name, value) === undefined).toBe(isFine);
});

test.each([
  [
    ['X-Service-Event', 'X-Acme-Event'],
    ['Service', 'Legacy'],
  ],
  [
    ['x-legacy-signature', 'X-Acme-Signature'],
    ['Service', 'Legacy'],
  ],
  [['X-Acme-Event', 'X-Acme-Event-Id', 'x-acme-signature'], ['Acme']],
  [
    ['X-Acme-Event-Id', 'X-Old-Event-Id'],
    ['Acme', 'Old'],
  ],
  [['X-A-B-Signature'], ['A-B']],
  [['X-Hub-Signature', 'X-Acme-Event'], ['Acme']],
  [
    ['Content-Type', 'X-Request-Id'],
    ['Service', 'Legacy'],
  ],
])('headers %j have the words %j', (names, words) => {
  expect(
    wordsOn(
      names.map((name) => [name, 'value']),
      PREFIXES,
    ),
  ).toEqual(words);
});

test('a prefix that the settings do not have is told with the commands that store it', () => {
  const names = ['X-Acme-Event', 'X-Old-Event'].map((name) => [name, ''] as const);
  expect(prefixAdvice(names, PREFIXES)).toBe(
    'The headers of this service start with X-Acme-: `svc config set headerPrefix X-Acme` and `svc config set legacyHeaderPrefix X-Old` store that.',
  );
  expect(prefixAdvice(names, { current: 'Acme', legacy: 'Legacy' })).toBeUndefined();
  expect(prefixAdvice([], PREFIXES)).toBeUndefined();
});
