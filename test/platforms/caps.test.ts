/** The posting caps as pure sums: what counts, when there is room again, which cap is named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { breachOf, bucketOf, capsOf, type Counted } from '../../src/platforms/caps.ts';

const NOW = Date.parse('2026-01-05T09:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `count` publications, `everyMs` apart, the last one `agoMs` before NOW. */
const run = (count: number, everyMs: number, agoMs: number, bucket = 'other'): Counted[] =>
  Array.from({ length: count }, (_, index) => ({ at: NOW - agoMs - (count - 1 - index) * everyMs, bucket }));

const breach = (platform: string, counted: readonly Counted[], more: { legacy?: number; variant?: string } = {}) =>
  breachOf(
    capsOf({ platform, ...(more.variant === undefined ? {} : { variant: more.variant }) }, more.legacy ?? null),
    counted,
    'other',
    NOW,
  );

describe('the hourly cap', () => {
  test('LIM-29 25 publications of the last hour leave no room, 24 do', () => {
    expect(breach('twitter', run(24, MINUTE, 0))).toBeUndefined();
    expect(breach('twitter', run(25, MINUTE, 0))).toMatchObject({ cap: { limit: 25, windowMs: HOUR } });
  });

  test('LIM-29 room comes back an hour after the publication that took it', () => {
    expect(breach('twitter', run(25, MINUTE, 0))?.freeAt).toBe(NOW - 24 * MINUTE + HOUR);
    expect(breach('twitter', run(25, MINUTE, 36 * MINUTE))).toBeUndefined();
  });
});

describe('the daily caps', () => {
  test.each([
    ['LIM-32', 'instagram', 100],
    ['LIM-33', 'facebook', 100],
    ['LIM-34', 'threads', 250],
    ['LIM-35', 'twitter', 50],
    ['LIM-36', 'pinterest', 25],
    ['LIM-37', 'bluesky', 50],
    ['LIM-37', 'youtube', 50],
  ])('%s %s takes %i posts in 24 hours', (_rule, platform, limit) => {
    const spread = Math.floor((DAY - 2 * HOUR) / limit);
    expect(breach(platform, run(limit - 1, spread, HOUR))).toBeUndefined();
    expect(breach(platform, run(limit, spread, HOUR))).toMatchObject({ cap: { limit, windowMs: DAY, holds: false } });
  });

  test.each([
    [5, 5],
    [8, 8],
    [20, 20],
  ] as const)('LIM-41 a legacy plan of %i posts a day refuses the next one', (legacy, limit) => {
    expect(breach('instagram', run(limit - 1, MINUTE, 2 * HOUR), { legacy })).toBeUndefined();
    expect(breach('instagram', run(limit, MINUTE, 2 * HOUR), { legacy })?.cap.limit).toBe(limit);
  });

  test('LIM-41 a legacy plan refuses on tiktok, too, where its own caps would hold', () => {
    expect(breach('tiktok', run(5, MINUTE, 2 * HOUR), { legacy: 5 })).toMatchObject({
      cap: { limit: 5, holds: false },
    });
    expect(breach('tiktok', run(4, MINUTE, 2 * HOUR), { legacy: 5 })).toBeUndefined();
  });

  test('LIM-42 the lower of platform and legacy cap applies', () => {
    expect(breach('pinterest', run(20, MINUTE, 2 * HOUR), { legacy: 20 })?.cap.limit).toBe(20);
    expect(breach('pinterest', run(25, HOUR / 2, HOUR))?.cap.limit).toBe(25);
  });
});

describe('tiktok', () => {
  const tiktok = (counted: readonly Counted[], bucket: 'video' | 'photo', variant?: string) =>
    breachOf(capsOf({ platform: 'tiktok', ...(variant === undefined ? {} : { variant }) }, null), counted, bucket, NOW);

  test('LIM-38 LIM-39 videos and photo posts are held after 15 each, counted apart', () => {
    const videos = run(15, HOUR, HOUR, 'video');
    expect(tiktok(videos, 'video')).toMatchObject({ cap: { limit: 15, holds: true } });
    expect(tiktok(videos, 'photo')).toBeUndefined();
    expect(tiktok([...videos, ...run(15, HOUR, HOUR, 'photo')], 'photo')?.cap.holds).toBe(true);
  });

  test('LIM-40 a slot frees 24 hours after the oldest counted post', () => {
    expect(tiktok(run(15, HOUR, HOUR, 'video'), 'video')?.freeAt).toBe(NOW - 15 * HOUR + DAY);
  });

  test('LIM-38 an older developer-app connection counts like any other platform', () => {
    expect(tiktok(run(15, HOUR, HOUR, 'video'), 'video', 'developer_app')).toBeUndefined();
    expect(tiktok(run(50, HOUR / 3, HOUR, 'video'), 'video', 'developer_app')?.cap).toMatchObject({ limit: 50 });
  });

  test('ASM-21 a refusing cap is named before a holding one', () => {
    expect(tiktok(run(25, MINUTE, 0, 'video'), 'video')?.cap).toMatchObject({ limit: 25, holds: false });
  });
});

test('ASM-22 whatever was published, the moment named has room and nothing before it', () => {
  const moments = fc.array(fc.integer({ min: 0, max: DAY }), { minLength: 20, maxLength: 120, size: 'max' });
  fc.assert(
    fc.property(moments, fc.constantFrom('twitter', 'pinterest', 'instagram'), (ages, platform) => {
      const counted = ages.map((age) => ({ at: NOW - age, bucket: 'other' }));
      const caps = capsOf({ platform }, null);
      const found = breachOf(caps, counted, 'other', NOW);
      fc.pre(found !== undefined);
      expect(breachOf(caps, counted, 'other', found.freeAt)).toBeUndefined();
      expect(breachOf(caps, counted, 'other', found.freeAt - 1)).toBeDefined();
    }),
  );
});

test('LIM-40 posts that wait get a slot each, none later than needed, and none takes that of another', () => {
  const moments = fc.array(fc.integer({ min: 0, max: DAY - 1 }), { minLength: 15, maxLength: 15 });
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 14 }), (ages, removed) => {
      const caps = capsOf({ platform: 'tiktok' }, null);
      const counted = ages.map((age) => ({ at: NOW - age, bucket: 'video' }));
      const frees = counted.map(({ at }) => at + DAY).sort((a, b) => a - b);
      const promised: Counted[] = [];
      const wait = () => {
        const at = breachOf(caps, [...counted, ...promised], 'video', NOW)?.freeAt ?? NOW;
        promised.push({ at, bucket: 'video' });
        return at;
      };
      expect(frees.map(wait)).toEqual(frees);
      const [gone] = promised.splice(removed, 1);
      expect(wait()).toBe(gone?.at);
    }),
  );
});

test('LIM-39 a post counts by its media: a video wins over images, and settings say it outright', () => {
  expect(bucketOf([])).toBe('other');
  expect(bucketOf([{ type: 'image' }, { type: 'gif' }])).toBe('photo');
  expect(bucketOf([{ type: 'image' }, { type: 'video' }])).toBe('video');
  expect(bucketOf([{ type: 'video' }], 'photo')).toBe('photo');
});
