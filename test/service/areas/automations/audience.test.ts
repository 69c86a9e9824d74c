/** Who is answered, asked first, or left out: followers and others, popular people, and those of whom the network says nothing. */
import { expect, test } from 'vitest';
import { isAnsweredLately, verdictOn } from '../../../../src/service/areas/automations/audience.ts';
import type { AutomationRecord, LogRecord } from '../../../../src/service/areas/automations/record.ts';

const verdict = (automation: object, person: object): string =>
  verdictOn({ doc: automation } as unknown as AutomationRecord, { doc: person } as unknown as LogRecord);

const FOLLOWER = { commenterIsFollower: true };
const OTHER = { commenterIsFollower: false };
const popular = (commenterFollowerCount: number) => ({ commenterFollowerCount });
const gate = { followGate: { message: 'Follow us first.' } };
const followers = (more: object = {}) => ({ audience: { followerStatus: 'follower', ...more } });
const others = { audience: { followerStatus: 'non_follower' } };
const least = (minFollowerCount: number, more: object = {}) => ({ audience: { minFollowerCount, ...more } });

// prettier-ignore
test.each<[automation: object, person: object, expected: string]>([
  [{},                                  {},           'passed'],
  [{ audience: { followerStatus: 'any' } }, OTHER,    'passed'],
  [followers(),                         FOLLOWER,     'passed'],
  [followers(),                         OTHER,        'blocked'],
  [followers(),                         {},           'passed'],
  [followers({ whenUnknown: 'send' }),  {},           'passed'],
  [followers({ whenUnknown: 'skip' }),  {},           'blocked'],
  [followers({ whenUnknown: 'verify' }), {},          'gate'],
  [others,                              OTHER,        'passed'],
  [others,                              FOLLOWER,     'blocked'],
  [least(100),                          popular(100), 'passed'],
  [least(100),                          popular(99),  'blocked'],
  [least(100),                          {},           'passed'],
  [least(100, { whenUnknown: 'skip' }), {},           'blocked'],
  [least(100, { whenUnknown: 'verify' }), {},         'gate'],
  [least(100, { whenUnknown: 'skip' }), popular(200), 'passed'],
  [least(1, { whenUnknown: 'skip' }),   {},           'blocked'],
  [least(0, { whenUnknown: 'skip' }),   {},           'passed'],
  [gate,                                {},           'gate'],
  [gate,                                OTHER,        'gate'],
  [gate,                                FOLLOWER,     'passed'],
  [{ ...gate, ...others },              OTHER,        'passed'],
  [{ ...gate, ...followers() },         OTHER,        'gate'],
  [{ ...gate, ...followers() },         FOLLOWER,     'passed'],
  [{ ...gate, ...others },              FOLLOWER,     'blocked'],
])('readings, "Comment automations": with %j, %j is %s', (automation, person, expected) => {
  expect(verdict(automation, person)).toBe(expected);
});

const DAY_MS = 86_400_000;

test.each([
  ['pending', 1, true],
  ['sent', 1, true],
  ['gated', 1, true],
  ['skipped', 1, false],
  ['failed', 1, false],
  [undefined, 1, false],
  ['sent', 0, false],
  ['sent', -1, false],
])(
  'readings, "Comment automations": one who is %s, %i ms after a day ago, was answered lately: %s',
  (status, later, isLately) => {
    const now = 10 * DAY_MS;
    const entry = { doc: { status }, createdAt: now - DAY_MS + later } as unknown as LogRecord;
    expect(isAnsweredLately([entry], now)).toBe(isLately);
    expect(isAnsweredLately([], now)).toBe(false);
  },
);
