/** Rules as people say them, to instants. Dates of changes of summer time are those of the zone database. */
import { describe, expect, test } from 'vitest';
import { MOST, occurrencesOf, type Span } from '../../../src/client/series/expand.ts';
import { repeatFrom } from '../../../src/client/series/rule.ts';

/** A Tuesday. */
const START = Date.parse('2027-03-16T12:00:00Z');

const times = (text: string, more: Partial<Span> = {}): readonly string[] =>
  occurrencesOf({ repeat: repeatFrom(text), zone: 'UTC', startMs: START, count: 4, ...more }).map(({ instant }) =>
    instant.slice(0, 16),
  );

describe('a rule as people say it', () => {
  test.each([
    ['every day 9:00', 'FREQ=DAILY', '09:00'],
    ['daily at 9am', 'FREQ=DAILY', '09:00'],
    ['Every Monday 9:00', 'FREQ=WEEKLY;BYDAY=MO', '09:00'],
    ['every mon, thu and Sat at 12am', 'FREQ=WEEKLY;BYDAY=MO,TH,SA', '00:00'],
    ['every Tuesdays 18:30', 'FREQ=WEEKLY;BYDAY=TU', '18:30'],
    ['every weekday 9:30 pm', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '21:30'],
    ['every weekend at 12pm', 'FREQ=WEEKLY;BYDAY=SA,SU', '12:00'],
    ['every 2 weeks on Monday and Thursday 9:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', '09:00'],
    ['every other Friday 9:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', '09:00'],
    ['every 3 days 9:00', 'FREQ=DAILY;INTERVAL=3', '09:00'],
    ['every week on Sunday 9:00', 'FREQ=WEEKLY;BYDAY=SU', '09:00'],
    ['every month on the 1st and 15th at 9:00', 'FREQ=MONTHLY;BYMONTHDAY=1,15', '09:00'],
    ['every month on the last day 9:00', 'FREQ=MONTHLY;BYMONTHDAY=-1', '09:00'],
    ['monthly on the first Monday 9:00', 'FREQ=MONTHLY;BYDAY=1MO', '09:00'],
    ['every day 17:00 and 9:00', 'FREQ=DAILY', '09:00 17:00'],
  ])('%s', (text, days, clock) => {
    const repeat = repeatFrom(text);
    const shown = repeat.times.map(({ hour, minute }) =>
      [hour, minute].map((n) => String(n).padStart(2, '0')).join(':'),
    );
    expect([repeat.days, shown.join(' ')]).toEqual([days, clock]);
  });

  test.each([
    'every blue moon 9:00',
    'Monday 9:00',
    'every 0 days 9:00',
    'every day 25:00',
    'every day 13pm',
    'every month 9:00',
    'every month on the 32nd 9:00',
    'every month on the fifth Monday 9:00',
    'every 2 9:00',
    'every day on Monday 9:00',
    '',
    'every',
  ])('%j is refused', (text) => {
    expect(() => repeatFrom(text)).toThrow(expect.objectContaining({ exit: 'usage' }));
  });

  test('a time of day is not guessed', () => {
    expect(() => repeatFrom('every Monday')).toThrow('--repeat: "every Monday" has no time of day.');
  });
});

describe('its times', () => {
  test.each([
    ['every Monday 9:00', ['2027-03-22T09:00', '2027-03-29T09:00', '2027-04-05T09:00', '2027-04-12T09:00']],
    ['every 2 weeks on Monday 9:00', ['2027-03-22T09:00', '2027-04-05T09:00', '2027-04-19T09:00', '2027-05-03T09:00']],
    ['every day 9:00 and 17:00', ['2027-03-16T17:00', '2027-03-17T09:00', '2027-03-17T17:00', '2027-03-18T09:00']],
    ['every month on the 31st 9:00', ['2027-03-31T09:00', '2027-05-31T09:00', '2027-07-31T09:00', '2027-08-31T09:00']],
    [
      'every month on the last day 9:00',
      ['2027-03-31T09:00', '2027-04-30T09:00', '2027-05-31T09:00', '2027-06-30T09:00'],
    ],
    ['every 2 days 9:00', ['2027-03-17T09:00', '2027-03-19T09:00', '2027-03-21T09:00', '2027-03-23T09:00']],
  ])('%s', (text, expected) => {
    expect(times(text)).toEqual(expected);
  });

  test('keep the time of the wall over both changes of summer time', () => {
    const berlin = { zone: 'Europe/Berlin' };
    expect(times('every Sunday 9:00', { ...berlin, count: 3 })).toEqual([
      '2027-03-21T08:00',
      '2027-03-28T07:00',
      '2027-04-04T07:00',
    ]);
    const october = { ...berlin, startMs: Date.parse('2027-10-23T12:00:00Z'), count: 3 };
    expect(times('every Sunday 9:00', october)).toEqual(['2027-10-24T07:00', '2027-10-31T08:00', '2027-11-07T08:00']);
  });

  test('a time that the clock skips becomes the first one after it, and says so', () => {
    const [, skipped, next] = occurrencesOf({
      repeat: repeatFrom('every Sunday 2:30'),
      zone: 'Europe/Berlin',
      startMs: START,
      count: 3,
    });
    expect(skipped).toEqual({
      number: 2,
      instant: '2027-03-28T01:00:00.000Z',
      local: '2027-03-28 03:00 Europe/Berlin (+02:00)',
      moved: '2027-03-28 02:30',
    });
    expect(next).toEqual({
      number: 3,
      instant: '2027-04-04T00:30:00.000Z',
      local: '2027-04-04 02:30 Europe/Berlin (+02:00)',
    });
  });

  test('two times in one gap are one post', () => {
    const startMs = Date.parse('2027-03-27T22:00:00Z');
    expect(times('every day 2:15 and 2:45', { zone: 'Europe/Berlin', startMs, count: 3 })).toEqual([
      '2027-03-28T01:00',
      '2027-03-29T00:15',
      '2027-03-29T00:45',
    ]);
  });

  test('half an hour is skipped on Lord Howe Island', () => {
    const startMs = Date.parse('2027-10-02T12:00:00Z');
    const [first] = occurrencesOf({
      repeat: repeatFrom('every day 2:15'),
      zone: 'Australia/Lord_Howe',
      startMs,
      count: 1,
    });
    expect(first).toMatchObject({ local: '2027-10-03 02:30 Australia/Lord_Howe (+11:00)', moved: '2027-10-03 02:15' });
  });

  test('of a time that comes twice the first is taken, and it says so', () => {
    const startMs = Date.parse('2027-10-30T12:00:00Z');
    const [first] = occurrencesOf({ repeat: repeatFrom('every day 2:30'), zone: 'Europe/Berlin', startMs, count: 1 });
    expect(first).toMatchObject({ instant: '2027-10-31T00:30:00.000Z', twice: true });
  });

  test('the last day belongs to the series, in its zone', () => {
    const until = { until: '2027-03-22', count: Infinity };
    expect(times('every Monday 23:30', { ...until, zone: 'America/New_York' })).toEqual(['2027-03-23T03:30']);
    expect(() => times('every Monday 9:00', { until: '2027-03-21' })).toThrow(
      'The series has no post: its end comes before its first time.',
    );
    expect(() => times('every Monday 9:00', { until: 'soon' })).toThrow(
      '--until takes a day such as 2027-03-01, not "soon".',
    );
  });

  test('a series is not endless', () => {
    expect(times('every day 9:00', { count: MOST })).toHaveLength(MOST);
    expect(() => times('every day 9:00', { count: MOST + 1 })).toThrow(
      `The series has more than ${MOST} posts; choose an earlier end.`,
    );
  });
});
