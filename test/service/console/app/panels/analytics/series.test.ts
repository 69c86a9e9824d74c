import { expect, test } from 'vitest';
import { seriesOf, slotWords } from '../../../../../../src/service/console/app/panels/analytics/series.ts';

test('every day between the first and the last has a figure', () => {
  const days = [
    { date: '2026-03-01', metrics: { likes: 5 } },
    { date: '2026-03-04', metrics: { likes: 2 } },
  ];
  expect(seriesOf(days, 'likes').y).toEqual([5, 0, 0, 2]);
  expect(seriesOf(days, 'likes').x[1]).toBe(Date.parse('2026-03-02') / 1_000);
});

test('a slot is a weekday and an hour', () => {
  expect(slotWords({ day_of_week: 2, hour: 18, avg_engagement: 1, post_count: 1 })).toBe('Wednesday 18:00');
});
