import { expect, test } from 'vitest';
import { scheduleFor } from '../../src/client/schedule.ts';

/** A Monday, 10:00 in Berlin. */
const NOW = Date.parse('2026-01-05T09:00:00.000Z');
const BERLIN = 'Europe/Berlin';

const at = (text: string, zone = BERLIN, nowMs = NOW) => scheduleFor({ text, zone, nowMs });

// prettier-ignore
test.each([
  // typed                              zone               instant
  ['2026-12-01T09:00:00Z',              BERLIN,            '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00+05:30',         BERLIN,            '2026-12-01T03:30:00.000Z'],
  ['2026-12-01T09:00',                  BERLIN,            '2026-12-01T08:00:00.000Z'],
  ['2026-12-01 09:00',                  BERLIN,            '2026-12-01T08:00:00.000Z'],
  ['2026-12-01 09:00:30',               BERLIN,            '2026-12-01T08:00:30.000Z'],
  ['2026-12-01 09:00 +02:00',           BERLIN,            '2026-12-01T07:00:00.000Z'],
  ['2026-12-01 09:00 Z',                BERLIN,            '2026-12-01T09:00:00.000Z'],
  [' 2026-07-01 09:00 ',                BERLIN,            '2026-07-01T07:00:00.000Z'],
  ['2026-12-01 09:00',                  'UTC',             '2026-12-01T09:00:00.000Z'],
  ['2026-12-01 09:00',                  'Asia/Kathmandu',  '2026-12-01T03:15:00.000Z'],
  ['2026-12-31T24:00',                  'UTC',             '2027-01-01T00:00:00.000Z'],
  ['+2h',                               BERLIN,            '2026-01-05T11:00:00.000Z'],
  ['+90m',                              BERLIN,            '2026-01-05T10:30:00.000Z'],
  ['+2h30m',                            BERLIN,            '2026-01-05T11:30:00.000Z'],
  ['+2h5s',                             BERLIN,            '2026-01-05T11:00:05.000Z'],
  ['+2H',                               BERLIN,            '2026-01-05T11:00:00.000Z'],
  ['+1d',                               BERLIN,            '2026-01-06T09:00:00.000Z'],
  ['in 2 hours',                        BERLIN,            '2026-01-05T11:00:00.000Z'],
  ['tomorrow 9:00',                     BERLIN,            '2026-01-06T08:00:00.000Z'],
  ['tomorrow 9:00',                     'America/New_York','2026-01-06T14:00:00.000Z'],
  ['tomorrow at 6pm',                   BERLIN,            '2026-01-06T17:00:00.000Z'],
  ['friday 18:00',                      BERLIN,            '2026-01-09T17:00:00.000Z'],
  ['11:00',                             BERLIN,            '2026-01-05T10:00:00.000Z'],
])('%j in %s is %s', async (text, zone, instant) => {
  expect((await at(text, zone)).instant).toBe(instant);
});

test('the time is shown as the clock of the zone shows it', async () => {
  expect((await at('2026-12-01 09:00')).local).toBe('2026-12-01 09:00 Europe/Berlin (+01:00)');
  expect((await at('2026-12-01T09:00:15Z')).local).toBe('2026-12-01 10:00:15 Europe/Berlin (+01:00)');
});

test('a day later means the same time on the clock, also over a change of the clock', async () => {
  const eve = Date.parse('2026-03-28T09:00:00Z');
  expect((await at('+1d', BERLIN, eve)).instant).toBe('2026-03-29T08:00:00.000Z');
  expect((await at('+24h', BERLIN, eve)).instant).toBe('2026-03-29T09:00:00.000Z');
});

test('a time that the clock skips is refused, and the next one is named', async () => {
  await expect(at('2026-03-29 02:30')).rejects.toMatchObject({
    exit: 'usage',
    message: expect.stringContaining('2026-03-29 02:30 does not exist in Europe/Berlin') as string,
    fields: { hint: expect.stringContaining('03:30') as string, param: '--at' },
  });
  await expect(at('tomorrow 2:30', BERLIN, Date.parse('2026-03-28T09:00:00Z'))).rejects.toThrow('does not exist');
});

test('a skipped time is fine in a zone that has it, and with an offset', async () => {
  expect((await at('2026-03-29 02:30', 'UTC')).twice).toBe(false);
  expect((await at('2026-03-29T02:30+01:00')).instant).toBe('2026-03-29T01:30:00.000Z');
});

test('of a time that comes twice the earlier one is used, and that is said', async () => {
  expect(await at('2026-10-25 02:30')).toMatchObject({ instant: '2026-10-25T00:30:00.000Z', twice: true });
  expect(await at('2026-10-25 03:30')).toMatchObject({ instant: '2026-10-25T02:30:00.000Z', twice: false });
});

// prettier-ignore
test.each([
  ['2026-01-05T08:59:59Z', 'is in the past'],
  ['2025-12-01 09:00',     'is in the past'],
  ['yesterday 9:00',       'is in the past'],
  ['2026-12-01',           'has no time of day'],
  ['tomorrow',             'has no time of day'],
  ['2026-02-30 09:00',     'is not a valid time'],
  ['2026-12-01 25:00',     'is not a valid time'],
  ['2026-12-01T23:59:60Z', 'is not a valid time'],
  ['2026-12-01 nine',      'has no time of day'],
  ['soonish',              'is not a valid time'],
  ['tomorrow 9:00 or so',  'is not a valid time'],
  ['9:00 to 10:00 tomorrow', 'is not a valid time'],
  ['',                     'is not a valid time'],
])('%j is refused: it %s', async (text, why) => {
  await expect(at(text)).rejects.toMatchObject({ exit: 'usage', message: expect.stringContaining(why) as string });
});

test.each([
  ['2026-12-01', '2026-12-01 09:00'],
  ['tomorrow', 'tomorrow 09:00'],
  ['yesterday', 'tomorrow 09:00'],
  ['2026-13-01', 'tomorrow 09:00'],
  ['2026-12-01 nine', 'tomorrow 09:00'],
])('%j lacks a time of day, and the example of one is taken', async (text, example) => {
  await expect(at(text)).rejects.toMatchObject({ fields: { hint: `For example "${example}".` } });
  await expect(at(example)).resolves.toBeDefined();
});

test('a zone that does not exist is refused', async () => {
  await expect(at('2026-12-01 09:00', 'Mars/Base')).rejects.toThrow('Mars/Base is not an IANA time zone');
});

// prettier-ignore
test.each([
  // typed                    order   instant in UTC
  ['06.12.2027 09:00',        'dmy',  '2027-12-06T09:00:00.000Z'],
  ['06.12.2027 09:00',        'mdy',  '2027-06-12T09:00:00.000Z'],
  ['09:00 06/12/2027',        'dmy',  '2027-12-06T09:00:00.000Z'],
  ['6-12-2027 at 9am',        'dmy',  '2027-12-06T09:00:00.000Z'],
  ['06/12/27 09:00',          'dmy',  '2027-12-06T09:00:00.000Z'],
  ['27/12/06 09:00',          'ymd',  '2027-12-06T09:00:00.000Z'],
  ['2027/12/06 09:00',        'dmy',  '2027-12-06T09:00:00.000Z'],
  ['6/12 09:00',              'dmy',  '2026-12-06T09:00:00.000Z'],
  ['6/12 09:00',              'mdy',  '2026-06-12T09:00:00.000Z'],
  ['2027/12/06 09:00',        undefined, '2027-12-06T09:00:00.000Z'],
  ['13/12/2027 09:00',        undefined, '2027-12-13T09:00:00.000Z'],
  ['06.06.2027 09:00',        undefined, '2027-06-06T09:00:00.000Z'],
  ['tomorrow 9.30',           undefined, '2026-01-06T09:30:00.000Z'],
] as const)('the date in %j with the order %s is %s', async (text, dateOrder, instant) => {
  expect((await scheduleFor({ text, zone: 'UTC', dateOrder, nowMs: NOW })).instant).toBe(instant);
});

// prettier-ignore
test.each([
  // typed                order      why
  ['06.12.2027 09:00',    undefined, '06.12.2027 can be read as 6 December 2027 (day first) or 12 June 2027 (month first).'],
  ['06.12.2027',          undefined, '06.12.2027 can be read as 6 December 2027 (day first) or 12 June 2027 (month first).'],
  ['09:00 on 06/12/2027', undefined, 'can be read as 6 December 2027 (day first) or 12 June 2027 (month first).'],
  ['06/12/27 09:00',      undefined, '6 December 2027 (day first) or 12 June 2027 (month first) or 27 December 2006 (year first).'],
  ['6/12 09:00',          undefined, '6/12 can be read as 6 December (day first) or 12 June (month first).'],
  ['13/12/2027 09:00',    'mdy',     '13/12/2027 is not a date with the month first.'],
  ['06.12.2027 09:00',    'ymd',     '06.12.2027 is not a date with the year first.'],
  ['31/04/2027 09:00',    undefined, '31/04/2027 is not a date.'],
  ['29/02/2027 09:00',    'dmy',     '29/02/2027 is not a date.'],
] as const)('%j with the order %s is refused', async (text, dateOrder, why) => {
  await expect(scheduleFor({ text, zone: 'UTC', dateOrder, nowMs: NOW })).rejects.toMatchObject({
    exit: 'usage',
    message: expect.stringContaining(why) as string,
    fields: { hint: expect.stringContaining('2026-12-01') as string, param: '--at' },
  });
});
