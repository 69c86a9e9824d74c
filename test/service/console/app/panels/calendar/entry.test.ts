import { expect, test } from 'vitest';
import type { Post } from '../../../../../../src/service/console/app/data/post.ts';
import {
  dayOfMore,
  daysIn,
  entriesOf,
  entryOf,
  stepFor,
} from '../../../../../../src/service/console/app/panels/calendar/entry.ts';

const POST: Post = {
  _id: '1',
  content: 'Hello',
  status: 'scheduled',
  scheduledFor: '2026-01-06T09:00:00.000Z',
  createdAt: '2026-01-05T09:00:00.000Z',
  platforms: [],
};

test('a post is on the calendar at its time, and only one that waits can be moved', () => {
  expect(entryOf(POST)).toMatchObject([
    { id: '1', title: 'Hello', start: new Date('2026-01-06T09:00Z'), startEditable: true },
  ]);
  expect(entryOf({ ...POST, status: 'published', publishedAt: '2026-01-06T09:01:00.000Z' })).toMatchObject([
    { start: new Date('2026-01-06T09:01Z'), startEditable: false },
  ]);
  expect(entryOf({ ...POST, status: 'draft', scheduledFor: null })).toEqual([]);
});

test('Shift with an arrow moves by a day or a week, with Page keys by an hour; other keys do nothing', () => {
  const at = (key: string): number | undefined => {
    const moved = stepFor({ key, shiftKey: true })?.(POST).getTime();
    return moved === undefined ? undefined : (moved - Date.parse('2026-01-06T09:00:00Z')) / 3_600_000;
  };
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'x'].map(at)).toEqual([
    -24,
    24,
    -168,
    168,
    -1,
    1,
    undefined,
  ]);
  expect(stepFor({ key: 'ArrowLeft', shiftKey: false })).toBeUndefined();
});

test('the list of a month has its days in order, and no other month', () => {
  const of = (id: string, scheduledFor: string | null): Post => ({
    _id: id,
    status: 'scheduled',
    createdAt: '2026-01-01T00:00:00.000Z',
    platforms: [],
    scheduledFor,
  });
  const at = (day: number, hour: number, month = 2): string => new Date(2026, month, day, hour).toISOString();
  const days = daysIn(
    [of('c', at(9, 18)), of('a', at(3, 9)), of('b', at(9, 8)), of('x', at(1, 9, 3))],
    Date.parse(at(20, 0)),
  );
  expect(days.map(([day, posts]) => [new Date(day).getDate(), posts.map(({ _id }) => _id)])).toEqual([
    [3, ['a']],
    [9, ['b', 'c']],
  ]);
});

test('of a full day the first posts are drawn, and one entry tells of the others', () => {
  const at = (hour: number): string => new Date(2026, 2, 9, hour).toISOString();
  const posts = Array.from({ length: 9 }, (_, hour): Post => ({
    ...POST,
    _id: String(hour),
    scheduledFor: at(8 - hour),
  }));
  const entries = entriesOf(posts, 3);
  expect(entries.map(({ title, id }) => [title, dayOfMore(id)])).toEqual([
    ['Hello', undefined],
    ['Hello', undefined],
    ['7 more', new Date(2026, 2, 9).getTime()],
  ]);
  expect(entriesOf(posts, 9)).toHaveLength(9);
});
