import { describe, expect, test } from 'vitest';
import { addressesFor, allAddresses, patternsIn, routeFrom, unknownIn } from '../../src/listener/targets.ts';

describe('a route as it is typed', () => {
  test.each([
    ['post.*=3000', ['post.*'], 'http://localhost:3000/'],
    ['post.*, !post.failed=localhost:4000/in?a=b', ['post.*', '!post.failed'], 'http://localhost:4000/in?a=b'],
    ['*=https://app.test/hook', ['*'], 'https://app.test/hook'],
  ])('%s', (text, patterns, url) => {
    expect(routeFrom(text)).toEqual({ patterns, url });
  });

  test.each(['', 'post.*', '=3000', ' , =3000', 'post.*=', 'post.*=ftp://x/'])('is none: %j', (text) => {
    expect(() => routeFrom(text)).toThrow(/--route takes/);
  });
});

describe('an event goes', () => {
  const targets = {
    routes: [
      { patterns: ['post.*'], url: 'http://a/' },
      { patterns: ['post.failed', 'account.*'], url: 'http://b/' },
      { patterns: ['*.failed', '!post.*'], url: 'http://c/' },
    ],
    rest: 'http://rest/',
  };

  test.each([
    ['post.published', ['http://a/']],
    ['post.failed', ['http://a/', 'http://b/']],
    ['account.connected', ['http://b/']],
    ['message.failed', ['http://c/']],
    ['lead.received', ['http://rest/']],
  ])('%s', (event, addresses) => {
    expect(addressesFor(event, targets)).toEqual(addresses);
  });

  test('nowhere when nothing was said', () => {
    expect(addressesFor('post.published', { routes: [] })).toEqual([]);
  });

  test('to each address once', () => {
    expect(allAddresses(targets)).toEqual(['http://a/', 'http://b/', 'http://c/', 'http://rest/']);
  });
});

test('patterns that mean nothing of the catalogue are found, whatever stands in front', () => {
  const catalogue = ['post.published', 'account.connected'];
  expect(unknownIn(patternsIn('post.*,!pots.*,*,account.conected'), catalogue)).toEqual(['pots.*', 'account.conected']);
});
