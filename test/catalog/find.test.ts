import { expect, test } from 'vitest';
import { matchAt, operationMeant, operationNamed } from '../../src/catalog/find.ts';
import { catalog } from '../client/cards.ts';

const rows = catalog.operations();

test.each([
  ['createPost'],
  ['createpost'],
  ['CREATE_POST'],
  ['create-post'],
  ['posts create'],
  ['svc posts create'],
  ['POST /v1/posts'],
  ['post posts'],
])('%s is the operation that creates a post', (text) => {
  expect(operationNamed(text, rows)?.id).toBe('createPost');
});

test('an address with an id in it is the operation behind it', () => {
  expect(operationNamed('GET /v1/posts/64f0a1b2c3d4e5f60123abcd', rows)?.id).toBe('getPost');
  expect(operationNamed('GET /v1/posts/{postId}', rows)?.id).toBe('getPost');
});

test('every operation is found by its id, its command and its address', () => {
  expect(rows.length).toBe(Object.keys(catalog.index().commands).length);
  for (const row of rows) {
    expect(operationNamed(row.id, rows)?.id).toBe(row.id);
    expect(operationNamed(row.command, rows)?.id).toBe(row.id);
    expect(operationNamed(`${row.method} ${row.path}`, rows)?.id).toBe(row.id);
  }
});

test('every path with values in it leads back to its operation', () => {
  for (const row of rows) {
    const path = row.path.replace(/\{[^}]+\}/g, '64f0a1b2c3d4e5f60123abcd');
    expect(matchAt(row.method, path, rows)?.row.id, row.path).toBe(row.id);
  }
});

test('of two paths that fit, the one with more words in it is meant', () => {
  const all = [
    { id: 'one', path: '/v1/ads/{adId}/comments' },
    { id: 'two', path: '/v1/ads/ad-sets/{adSetId}' },
    { id: 'three', path: '/v1/ads/ad-sets/comments' },
  ].map((row) => ({ ...row, command: row.id, method: 'GET' as const, summary: '', fields: [] }));
  expect(matchAt('GET', '/v1/ads/ad-sets/comments', all)?.row.id).toBe('three');
  expect(matchAt('GET', '/v1/ads/1/comments', all)).toMatchObject({ row: { id: 'one' }, path: { adId: '1' } });
});

test('values come decoded, the old prefix and a last slash do not count', () => {
  expect(matchAt('GET', '/api/v1/posts/a%2Fb/', rows)?.path).toEqual({ postId: 'a/b' });
  expect(matchAt('GET', '/v1/posts/%E0%A4%A', rows)?.path).toEqual({ postId: '%E0%A4%A' });
  expect(matchAt('PATCH', '/v1/nothing', rows)).toBeUndefined();
});

test('a near miss is told', () => {
  expect(operationMeant('creatPost', rows)).toBe('createPost');
  expect(operationMeant('posts craete', rows)).toBe('posts create');
  expect(operationMeant('qqqqqqqq', rows)).toBeUndefined();
});
