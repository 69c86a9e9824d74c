import { describe, expect, test } from 'vitest';
import { addressOf, type Place } from '../../../src/cli/api/address.ts';
import { Failure } from '../../../src/kernel/failure.ts';

const PLACE: Place = { baseUrl: 'https://api.example', profile: '64f0a1b2c3d4e5f60123abcd' };

const refusal = (typed: string, place: Place = PLACE): Failure => {
  try {
    addressOf(typed, place);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error(`${typed} was taken`);
};

describe('a path', () => {
  test.each([
    ['/v1/posts', '/v1/posts'],
    ['v1/posts', '/v1/posts'],
    ['posts', '/v1/posts'],
    ['/posts/', '/v1/posts/'],
    ['/v2/posts', '/v2/posts'],
    ['/api/v1/posts', '/api/v1/posts'],
    ['api-keys', '/v1/api-keys'],
    ['/_local/health', '/_local/health'],
    ['posts/a b/ü', '/v1/posts/a%20b/%C3%BC'],
    ['posts/a%2Fb', '/v1/posts/a%2Fb'],
    ['posts\\x', '/v1/posts%5Cx'],
    ['media/photo#1.jpg', '/v1/media/photo%231.jpg'],
    ['profiles/{profileId}', '/v1/profiles/64f0a1b2c3d4e5f60123abcd'],
  ])('%s leads to %s', (typed, path) => {
    expect(addressOf(typed, PLACE)).toEqual({ path, query: {} });
  });

  test('has a query whose names may come again', () => {
    expect(addressOf('posts?status=draft&tag=a&tag=b&search=%23sale&q=#1&empty=', PLACE).query).toEqual({
      status: 'draft',
      tag: ['a', 'b'],
      search: '#sale',
      q: '#1',
      empty: '',
    });
  });

  test.each([['/v1/../admin'], ['posts/%2e%2E/x'], ['./posts'], ['posts/.']])(
    '%s leads out of itself and is refused',
    (typed) => {
      expect(refusal(typed).fields.message).toContain('contains `.`');
    },
  );

  test.each([['/v1/posts\n'], ['posts\u0000'], ['pos\tts']])('%j has signs that would vanish on the way', (typed) => {
    expect(refusal(typed).exit).toBe('usage');
  });

  test.each([[''], ['/'], ['///'], ['?a=b']])('%j names nothing', (typed) => {
    expect(refusal(typed).exit).toBe('usage');
  });

  test('a placeholder that nobody filled is named', () => {
    expect(refusal('/v1/posts/{postId}').fields.message).toContain('{postId}');
    expect(refusal('/v1/posts?profileId={profileId}', {}).fields.hint).toContain('has no default profile');
  });
});

describe('a whole address', () => {
  test('of the context is its path', () => {
    expect(addressOf('https://api.example/v1/posts?limit=5', PLACE)).toEqual({
      path: '/v1/posts',
      query: { limit: '5' },
    });
    expect(addressOf('HTTPS://API.EXAMPLE:443/v1/posts', PLACE).path).toBe('/v1/posts');
  });

  test('below a base URL with a path of its own loses that path', () => {
    const place = { baseUrl: 'https://gateway.example/social' };
    expect(addressOf('https://gateway.example/social/v1/posts', place).path).toBe('/v1/posts');
    expect(refusal('https://gateway.example/v1/posts', place).fields.message).toContain('is not under');
    expect(refusal('https://gateway.example/socially/v1/posts', place).fields.message).toContain('is not under');
  });

  test.each([
    ['https://evil.example/v1/posts'],
    ['http://api.example/v1/posts'],
    ['https://api.example:8443/v1/posts'],
    ['https://user:word@api.example/v1/posts'],
    ['https://api.example@evil.example/v1/posts'],
    ['https://api.example.evil.example/v1/posts'],
    ['//evil.example/v1/posts'],
    ['\\\\evil.example/v1/posts'],
    ['ftp://api.example/v1/posts'],
  ])('%s is another place, and the key does not go there', (typed) => {
    expect(refusal(typed).exit).toBe('usage');
  });

  test('is refused where no base URL is known', () => {
    expect(refusal('https://api.example/v1/posts', {}).fields.hint).toBe('Give only the path.');
  });
});
