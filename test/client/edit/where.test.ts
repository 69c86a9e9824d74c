import { describe, expect, test } from 'vitest';
import { conditionsFrom, matcherOf, queryOf } from '../../../src/client/edit/where.ts';

const CHOICES = { status: ['draft', 'scheduled', 'failed'], platform: ['twitter', 'linkedin'] };
const POST = {
  _id: '65a1b2c3d4e5f60718293a4b',
  status: 'scheduled',
  content: 'Visit Old.Example today, or tomorrow',
  platforms: [
    { platform: 'twitter', accountId: { _id: 'a1', username: 'acme' }, customContent: 'short' },
    { platform: 'linkedin', accountId: 'a2' },
  ],
  tags: ['spring', 'sale'],
  scheduledFor: '2026-12-01T22:30:00.000Z',
  createdAt: '2026-11-01T10:00:00.000Z',
  timezone: 'Europe/Berlin',
};

const fits = (text: string, zone = 'UTC'): boolean => matcherOf(conditionsFrom([text], CHOICES), zone)(POST);

test.each([
  ['status=scheduled', true],
  ['status!=scheduled', false],
  ['text~old.example', true],
  ['text!~old.example', false],
  ['text~short', true],
  ['text=short', true],
  ['text~today\\, or', true],
  ['title~x', false],
  ['title!~x', true],
  ['platform=linkedin', true],
  ['platform!=linkedin', false],
  ['account=@acme', true],
  ['account=acme', true],
  ['account=a2', true],
  ['account=a3', false],
  ['tag=sale', true],
  ['tag=sal', false],
  ['id=65a1b2c3d4e5f60718293a4b', true],
  ['status=scheduled,tag=sale', true],
  ['status=scheduled, tag=none', false],
  ['at=2026-12-01', true],
  ['at<2026-12-02', true],
  ['at<=2026-12-01', true],
  ['at>2026-12-01', false],
  ['at>=2026-12-01T22:30:00Z', true],
  ['at!=2026-12-01', false],
  ['created>2026-11-01T09:59:00Z', true],
])('%s fits: %s', (text, expected) => {
  expect(fits(text)).toBe(expected);
});

test('a day is one of the zone that is given', () => {
  expect(fits('at=2026-12-01', 'Europe/Berlin')).toBe(true);
  expect(fits('at=2026-12-02', 'Asia/Tokyo')).toBe(true);
});

test('a post without a time has none before or after another', () => {
  const before = matcherOf(conditionsFrom(['at<2030-01-01'], CHOICES), 'UTC');
  expect(before({ ...POST, scheduledFor: undefined })).toBe(false);
});

test('the list filters by what it can', () => {
  expect(queryOf(conditionsFrom(['status=draft,platform=twitter,text~x'], CHOICES))).toEqual({
    status: 'draft',
    platform: 'twitter',
  });
  expect(queryOf(conditionsFrom(['status!=draft'], CHOICES))).toEqual({});
});

describe('a condition that cannot be meant is refused', () => {
  test.each([
    ['statuss=draft', '--where: does not know "statuss".', 'Did you mean status?'],
    ['status=schedule', '--where: status is never "schedule".', 'Did you mean scheduled?'],
    ['status', '--where: "status" is not a condition.', undefined],
    ['=x', '--where: "=x" is not a condition.', undefined],
    ['text~', '--where: text~ has no value.', undefined],
    ['text<b', '--where: text< compares what has no order.', 'Only at and created take < and >.'],
    ['at~2026', '--where: at is a time.', undefined],
    ['at<soon', '--where: at is compared with "soon", which is not a day or time.', undefined],
    ['', '--where: names no condition.', undefined],
  ])('%s', (text, message, hint) => {
    const act = () => matcherOf(conditionsFrom([text], CHOICES), 'UTC');
    expect(act).toThrow(expect.objectContaining({ exit: 'usage', message }));
    if (hint !== undefined) expect(act).toThrow(expect.objectContaining({ fields: expect.objectContaining({ hint }) }));
  });
});
