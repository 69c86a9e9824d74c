import { expect, test } from 'vitest';
import { auditRows, type NativeList } from '../../../src/client/audit/compare.ts';
import type { DuePost } from '../../../src/client/audit/due.ts';

const AT = '2026-12-01T09:00:00.000Z';
const ACCOUNT = '64f0a1b2c3d4e5f60123abcd';

const due = (content: string, at = AT): DuePost => ({
  row: 1,
  place: 'a.csv:2',
  at,
  content,
  targets: [{ platform: 'twitter', accountId: ACCOUNT }],
});

const post = (content: string, target: object = {}, at = AT) => ({
  _id: `id of ${content} ${at}`,
  content,
  scheduledFor: at,
  platforms: [{ accountId: { _id: ACCOUNT }, status: 'published', publishedAt: at, platformPostId: 'n1', ...target }],
});

const judged = (rows: readonly DuePost[], posts: readonly object[], list?: NativeList) =>
  auditRows(rows, {
    posts: posts as Parameters<typeof auditRows>[1]['posts'],
    native: new Map(list === undefined ? [] : [[ACCOUNT, list]]),
    toleranceMs: 60_000,
  }).map(({ result, detail }) => [result, detail]);

const native = (texts: Readonly<Record<string, string>>, since = AT): NativeList => ({
  texts: new Map(Object.entries(texts)),
  sinceMs: Date.parse(since),
});

test('a removal that the Service has noticed counts without the list of the network', () => {
  const posts = [post('a', { removedFromPlatformAt: '2026-12-01T10:00:00Z' })];
  expect(judged([due('a')], posts)).toEqual([['deleted', 'Removed from the network at 2026-12-01T10:00:00Z.']]);
});

test('a post older than what the network lists is not taken for deleted', () => {
  expect(judged([due('a')], [post('a')], native({ n2: 'b' }))).toEqual([
    ['deleted', 'The network no longer shows it.'],
  ]);
  expect(judged([due('a')], [post('a')], native({ n2: 'b' }, '2026-12-05T00:00:00Z'))).toEqual([
    ['published', undefined],
  ]);
});

test('breaks and spaces are no edit; words are', () => {
  expect(judged([due('a  b\n')], [post('a b')], native({ n1: 'a\nb' }))).toEqual([['published', undefined]]);
  expect(judged([due('a')], [post('a')], native({ n1: 'z' }))).toEqual([['edited', 'The network shows: z']]);
  expect(judged([due('a')], [post('other words')])[0]?.[0]).toBe('edited');
});

test('a text of the target alone is the one that counts', () => {
  expect(judged([due('short')], [post('long', { customContent: 'short' })])).toEqual([['published', undefined]]);
});

test('one post is not evidence for two rows, and the closer row has it', () => {
  const rows = [due('a', '2026-11-30T09:00:00.000Z'), due('a')];
  expect(judged(rows, [post('a')]).map(([result]) => result)).toEqual(['missing', 'published']);
});

test('later than the tolerance is late, to the second', () => {
  const out = (publishedAt: string) => judged([due('a')], [post('a', { publishedAt })])[0]?.[0];
  expect([out('2026-12-01T09:01:00Z'), out('2026-12-01T09:01:01Z')]).toEqual(['published', 'late']);
});

test('what is gone is not called late', () => {
  const target = { publishedAt: '2026-12-01T12:00:00Z', removedFromPlatformAt: '2026-12-01T13:00:00Z' };
  expect(judged([due('a')], [post('a', target)])[0]?.[0]).toBe('deleted');
});
