import { expect, test } from 'vitest';
import { secondsIn, secondsToRetry, retryAfterSeconds } from '../../src/client/retry.ts';

const NOW = Date.parse('2026-01-05T09:00:00Z');
const DATE = 'Mon, 05 Jan 2026 10:00:00 GMT';

// prettier-ignore
test.each<[string, Record<string, string>, unknown, number | undefined]>([
  ['seconds',                              { 'retry-after': '3' },                                        undefined, 3],
  ['seconds with a fraction',              { 'retry-after': '1.5' },                                      undefined, 1.5],
  ['a date, by our clock',                 { 'retry-after': 'Mon, 05 Jan 2026 09:00:30 GMT' },            undefined, 30],
  ['a date, by the clock of the answer',   { 'retry-after': 'Mon, 05 Jan 2026 10:00:07 GMT', date: DATE }, undefined, 7],
  ['a date that is past',                  { 'retry-after': 'Mon, 05 Jan 2026 09:59:00 GMT', date: DATE }, undefined, 0],
  ['a negative number',                    { 'retry-after': '-5' },                                       undefined, 0],
  ['a huge number',                        { 'retry-after': '99999999999' },                              undefined, 86_400],
  ['nonsense',                             { 'retry-after': 'soon' },                                     undefined, undefined],
  ['a number in a sentence',               { 'retry-after': 'in 37' },                                    undefined, undefined],
  ['details',                              {},                          { details: { retryAfterSeconds: 12 } },      12],
  ['a reset time in details',              { date: DATE },              { details: { resetsAt: '2026-01-05T10:00:20Z' } }, 20],
  ['the message',                          {},                          { error: 'Slow down: 37 seconds to go.' },   37],
  ['the reset header, by the answer',      { date: DATE, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.parse(DATE) / 1000 + 9) }, {}, 9],
  ['the reset header with some left',      { 'x-ratelimit-remaining': '4', 'x-ratelimit-reset': '1' },    {},        undefined],
  ['nothing',                              {},                          undefined,                                   undefined],
])('LIM-18 LIM-51 on 429 the wait is told by %s', (_, headers, body, seconds) => {
  expect(retryAfterSeconds({ status: 429, headers, body }, NOW)).toBe(seconds);
});

test('ERR-41 on 503 only Retry-After tells the wait', () => {
  expect(retryAfterSeconds({ status: 503, headers: { 'retry-after': '3' } }, NOW)).toBe(3);
  expect(retryAfterSeconds({ status: 503, headers: {}, body: { error: 'back in 9 seconds' } }, NOW)).toBeUndefined();
});

// prettier-ignore
test.each([
  ['wait 5 seconds',              5],
  ['Try again in 2 minutes.',     120],
  ['cooldown: 1 hour',            3600],
  ['WAIT 2 MINUTES',              120],
  ['retry in 30s',                30],
  ['25 posts per account',        undefined],
  ['',                            undefined],
])('LIM-51 the seconds in %j are %s', (message, seconds) => {
  expect(secondsIn(message)).toBe(seconds);
});

// prettier-ignore
test.each([
  [{ status: 429, headers: {} },                                        [1, 2, 4, 8, undefined]],
  [{ status: 503, headers: {} },                                        [1, 2, 4, 8, undefined]],
  [{ status: 502, headers: { 'content-type': 'text/html' } },           [0.5, 1.5, undefined]],
  [{ status: 504, headers: {} },                                        [0.5, 1.5, undefined]],
  [{ status: 504, headers: { 'retry-after': '9' } },                    [0.5, 1.5, undefined]],
  [{ fault: 'reset', sent: true } as const,                             [0.5, 1.5, undefined]],
  [{ status: 502, headers: { 'content-type': 'application/json' } },    [undefined]],
  [{ status: 500, headers: {} },                                        [undefined]],
  [{ status: 400, headers: {} },                                        [undefined]],
  [{ status: 402, headers: { 'retry-after': '1' } },                    [undefined]],
  [{ status: 200, headers: {} },                                        [undefined]],
  [{ fault: 'timeout', sent: true } as const,                           [undefined]],
  [{ fault: 'connect', sent: false } as const,                          [undefined]],
  [{ fault: 'tls', sent: false } as const,                              [undefined]],
])('AUTH-25 after %j the waits are %j', (ending, waits) => {
  expect(waits.map((_, at) => secondsToRetry(ending, at + 1, NOW))).toEqual(waits);
});
