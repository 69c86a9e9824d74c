/** The instants of recurring slots. */
import { describe, expect, test } from 'vitest';
import { inZone, nextSlots, type Slot } from '../../../../src/service/areas/queue/slot-times.ts';

const MONDAY_9: Slot = { dayOfWeek: 1, time: '09:00' };

interface Asked {
  readonly from: string;
  readonly count: number;
  readonly taken?: readonly string[];
}

const next = (zone: string, slots: readonly Slot[], { from, count, taken = [] }: Asked): string[] =>
  nextSlots(
    { timezone: zone, slots },
    { from: Date.parse(from), count, taken: new Set(taken.map((at) => Date.parse(at))) },
  ).map((at) => inZone(at, zone));

describe('slots', () => {
  test('QUE-05 QUE-08 recur on their day and time in the zone, the first one after now', () => {
    expect(next('Europe/Berlin', [MONDAY_9], { from: '2026-01-05T08:00:00Z', count: 2 })).toEqual([
      '2026-01-12T09:00:00.000+01:00',
      '2026-01-19T09:00:00.000+01:00',
    ]);
    expect(next('Europe/Berlin', [MONDAY_9], { from: '2026-01-05T07:59:59Z', count: 1 })).toEqual([
      '2026-01-05T09:00:00.000+01:00',
    ]);
  });

  test('QUE-08 0 is Sunday and 6 is Saturday', () => {
    const slots = [6, 0].map((dayOfWeek) => ({ dayOfWeek, time: '12:00' }));
    expect(next('UTC', slots, { from: '2026-01-05T00:00:00Z', count: 2 })).toEqual([
      '2026-01-10T12:00:00.000Z',
      '2026-01-11T12:00:00.000Z',
    ]);
  });

  test('QUE-07 keep their local time over a clock change', () => {
    expect(next('Europe/Berlin', [MONDAY_9], { from: '2026-03-20T00:00:00Z', count: 3 })).toEqual([
      '2026-03-23T09:00:00.000+01:00',
      '2026-03-30T09:00:00.000+02:00',
      '2026-04-06T09:00:00.000+02:00',
    ]);
  });

  test('QUE-07 move with the clock over a gap and come once in an overlap', () => {
    const sunday = [
      { dayOfWeek: 0, time: '02:30' },
      { dayOfWeek: 0, time: '03:30' },
    ];
    expect(next('Europe/Berlin', sunday, { from: '2026-03-28T12:00:00Z', count: 2 })).toEqual([
      '2026-03-29T03:30:00.000+02:00',
      '2026-04-05T02:30:00.000+02:00',
    ]);
    expect(next('Europe/Berlin', sunday.slice(0, 1), { from: '2026-10-24T12:00:00Z', count: 2 })).toEqual([
      '2026-10-25T02:30:00.000+02:00',
      '2026-11-01T02:30:00.000+01:00',
    ]);
  });

  test('QUE-06 are given once each, in the order of time', () => {
    const slots = [{ dayOfWeek: 1, time: '18:00' }, MONDAY_9, MONDAY_9];
    expect(next('UTC', slots, { from: '2026-01-05T00:00:00Z', count: 3, taken: ['2026-01-05T18:00:00Z'] })).toEqual([
      '2026-01-05T09:00:00.000Z',
      '2026-01-12T09:00:00.000Z',
      '2026-01-12T18:00:00.000Z',
    ]);
  });

  test('a queue without slots has none', () => {
    expect(next('UTC', [], { from: '2026-01-05T00:00:00Z', count: 3 })).toEqual([]);
  });
});
