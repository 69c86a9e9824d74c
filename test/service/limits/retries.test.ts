/** What follows a platform's answer: further tries, waits, and the category of a failure. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { ERROR_SOURCES, stepAfter } from '../../../src/service/limits/retries.ts';

const limited = (more: { retryAfterSeconds?: number; remaining?: number } = {}) =>
  ({ outcome: 'rate_limited', message: 'Slow down.', ...more }) as const;

describe('temporary answers', () => {
  test('LIM-44 ASM-45 a 5xx is tried again after 1, 2 and 4 seconds, then fails', () => {
    const answer = { outcome: 'unavailable', status: 503, message: 'Busy.' } as const;
    expect([1, 2, 3].map((tries) => stepAfter(answer, 'twitter', tries))).toEqual([
      { waitMs: 1000 },
      { waitMs: 2000 },
      { waitMs: 4000 },
    ]);
    expect(stepAfter(answer, 'twitter', 4)).toMatchObject({
      failure: { message: 'Busy.', category: 'platform_error', isUncertain: true },
    });
  });

  test('ASM-45 no answer in time counts like a 5xx', () => {
    expect(stepAfter({ outcome: 'timeout' }, 'twitter', 1)).toEqual({ waitMs: 1000 });
    expect(stepAfter({ outcome: 'timeout' }, 'twitter', 4)).toMatchObject({ failure: { isUncertain: true } });
  });

  test('LIM-45 a reset nearer than 5 minutes is waited for, and 1 second more', () => {
    expect(stepAfter(limited({ retryAfterSeconds: 60 }), 'twitter', 1)).toEqual({ waitMs: 61_000 });
    expect(stepAfter(limited({ retryAfterSeconds: 299 }), 'twitter', 3)).toEqual({ waitMs: 300_000 });
    expect(stepAfter(limited({ retryAfterSeconds: 60 }), 'twitter', 4)).toHaveProperty('failure');
  });

  test('LIM-44 a limit without a reset is waited for like a 5xx', () => {
    expect([1, 2, 3].map((tries) => stepAfter(limited(), 'twitter', tries))).toEqual([
      { waitMs: 1000 },
      { waitMs: 2000 },
      { waitMs: 4000 },
    ]);
    expect(stepAfter(limited(), 'twitter', 4)).toEqual({
      failure: { message: 'Slow down.', category: 'platform_rate_limit', rateLimited: true },
    });
  });

  test('LIM-46 a further reset fails at once with the message of the platform', () => {
    expect(stepAfter(limited({ retryAfterSeconds: 300 }), 'twitter', 1)).toMatchObject({
      failure: { message: 'Slow down.', category: 'platform_rate_limit' },
    });
  });

  test('LIM-47 an exhausted quota fails at once, however near the reset', () => {
    expect(stepAfter(limited({ retryAfterSeconds: 10, remaining: 0 }), 'twitter', 1)).toMatchObject({
      failure: { message: 'Slow down.', category: 'quota_exhausted' },
    });
  });

  test('LIM-48 LIM-49 LIM-50 reddit is never waited for, and the message names the seconds', () => {
    for (const answer of [limited({ retryAfterSeconds: 42, remaining: 0 }), limited({ retryAfterSeconds: 42 })])
      expect(stepAfter(answer, 'reddit', 1)).toMatchObject({
        failure: { message: 'Slow down. Retry in 42 seconds.', retryAfterSeconds: 42, rateLimited: true },
      });
    const told = { outcome: 'rate_limited', message: 'Wait 42 seconds.', retryAfterSeconds: 42 } as const;
    expect(stepAfter(told, 'reddit', 1)).toMatchObject({ failure: { message: 'Wait 42 seconds.' } });
  });
});

describe('permanent answers', () => {
  test('POST-20 the categories and sources are those of the contract', () => {
    const schema = openCatalog('dist/cards').schema('posts', '#/schemas/PlatformTarget').properties;
    expect(Object.keys(ERROR_SOURCES).sort()).toEqual([...(schema?.['errorCategory']?.enum ?? [])].sort());
    expect([...new Set(Object.values(ERROR_SOURCES))].sort()).toEqual(
      [...(schema?.['errorSource']?.enum ?? [])].sort(),
    );
  });

  test.each([
    ['user_content', 'user_content'],
    ['something_new', 'platform_rejected'],
  ])('POST-20 a rejection of the category %s fails as %s', (category, expected) => {
    const answer = { outcome: 'rejected', status: 400, message: 'No.', category } as const;
    expect(stepAfter(answer, 'twitter', 1)).toEqual({ failure: { message: 'No.', category: expected } });
  });

  test('POST-20 an expired token fails as auth_expired and ends the connection', () => {
    expect(stepAfter({ outcome: 'token_expired', message: 'Expired.' }, 'twitter', 1)).toEqual({
      failure: { message: 'Expired.', category: 'auth_expired', tokenExpired: true },
    });
  });
});
