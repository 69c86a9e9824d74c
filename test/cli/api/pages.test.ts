import { expect, test } from 'vitest';
import { pagingShown } from '../../../src/cli/api/pages.ts';

test.each([
  [{ items: [], nextCursor: 'abc' }, 'cursor'],
  [{ items: [], pagination: { nextCursor: 'abc', page: 1 } }, 'cursor'],
  [{ items: [], nextPageToken: 'abc' }, 'pageToken'],
  [{ data: [], paging: { cursors: { after: 'x' } } }, 'after'],
  [{ items: [], pagination: { page: 1, pages: 3 } }, 'page'],
  [{ items: [], skip: 0, total: 5 }, 'skip'],
  [{ items: [], offset: 10 }, 'offset'],
])('%j goes on by %s', (body, position) => {
  expect(pagingShown(body)).toEqual({ position: [position] });
});

test.each([[{ items: [] }], [{ items: [], nextCursor: null }], [[1, 2]], ['text'], [null]])(
  '%j says nothing',
  (body) => {
    expect(pagingShown(body)).toBeUndefined();
  },
);
