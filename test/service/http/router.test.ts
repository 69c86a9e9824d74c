import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { routerOf } from '../../../src/service/http/router.ts';

const entry = (words: string) => {
  const [method = '', path = ''] = words.split(' ');
  return { method, path, make: () => words };
};

const router = routerOf(
  [
    'GET /v1/things',
    'POST /v1/things',
    'GET /v1/things/{thingId}',
    'GET /v1/things/special',
    'PUT /v1/things/{id}/parts/{partId}',
    'GET /files/*',
    'GET /',
  ].map(entry),
);

test.each([
  ['GET', '/v1/things', 'GET /v1/things', {}],
  ['GET', '/v1/things/', 'GET /v1/things', {}],
  ['HEAD', '/v1/things', 'GET /v1/things', {}],
  ['GET', '/v1/things/a%2Fb%20c', 'GET /v1/things/{thingId}', { thingId: 'a/b c' }],
  ['GET', '/v1/things/special', 'GET /v1/things/special', {}],
  ['PUT', '/v1/things/1/parts/2', 'PUT /v1/things/{id}/parts/{partId}', { id: '1', partId: '2' }],
  ['PUT', '/v1/things/special/parts/2', 'PUT /v1/things/{id}/parts/{partId}', { id: 'special', partId: '2' }],
  ['GET', '/files/a/b', 'GET /files/*', {}],
  ['GET', '/', 'GET /', {}],
])('%s %s is served by %s', (method, path, value, params) => {
  expect(router.find(method, path)).toEqual({ value, params });
});

test.each([
  ['GET', '/v1/thing'],
  ['GET', '/v1/things//parts'],
  ['GET', '/v1/things/a/b'],
  ['DELETE', '/v1/things'],
  ['GET', '/v1/things/%E0%A4%A'],
  ['GET', '/v1'],
])('%s %s is served by nothing', (method, path) => {
  expect(router.find(method, path)).toBeUndefined();
});

test('an address names all its methods, those of a more general template included', () => {
  expect(router.methods('/v1/things')).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
  expect(router.methods('/v1/things/1/parts/2')).toEqual(['PUT', 'OPTIONS']);
  expect(router.methods('/v1/nothing')).toEqual([]);
});

test('a branch is laid out when an address first leads there', () => {
  const reads = { one: 0, other: 0 };
  const counting = (name: keyof typeof reads) => ({
    method: 'GET',
    make: () => name,
    get path() {
      reads[name] += 1;
      return `/v1/${name}/things/all`;
    },
  });
  const lazy = routerOf([counting('one'), counting('other')]);
  expect(lazy.find('GET', '/v1/one/things/all')?.value).toBe('one');
  const before = { ...reads };
  expect(before.other).toBeLessThan(before.one);
  expect(lazy.find('GET', '/v1/other/things/all')?.value).toBe('other');
  expect(reads.other).toBe(before.one);
  lazy.find('GET', '/v1/other/things/all');
  expect(reads).toEqual({ one: before.one, other: before.one });
});

test('every operation of the contract is found at its address', () => {
  const catalog = openCatalog('dist/cards');
  const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];
  const cards = areas.flatMap((area) => catalog.file(area).operations);
  const whole = routerOf(cards.map((card) => ({ ...card, make: () => card.id })));
  for (const { id, method, path } of cards)
    expect(whole.find(method, path.replace(/\{[^}]+\}/g, 'x'))?.value, `${method} ${path}`).toBe(id);
});

test('what serves an address is made by the first request to it, and once', () => {
  const made: string[] = [];
  const counted = routerOf(
    ['/v1/one', '/v1/other'].map((path) => ({
      method: 'GET',
      path,
      make: () => {
        made.push(path);
        return { path };
      },
    })),
  );
  expect(counted.methods('/v1/one')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(made).toEqual([]);
  expect(counted.find('GET', '/v1/one')?.value).toBe(counted.find('HEAD', '/v1/one')?.value);
  expect(made).toEqual(['/v1/one']);
});
