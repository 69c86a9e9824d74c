import { describe, expect, test } from 'vitest';
import { hasMore, pages, recordsOf, type Call } from '../../src/client/paging.ts';
import type { CallInput } from '../../src/client/request.ts';
import type { Paging } from '../../src/kernel/card.ts';
import { cardOf, inputOf } from './cards.ts';

type Query = Readonly<Record<string, unknown>>;

/** Reads to the end and returns the queries that were sent. */
async function queries(paging: Paging, answer: (query: Query, count: number) => unknown, query: Query = {}) {
  const sent: Query[] = [];
  const call: Call = async (_, input) => {
    sent.push(input.query);
    return { status: 200, headers: {}, body: answer(input.query, sent.length), requestId: '' };
  };
  const records: unknown[] = [];
  for await (const { body } of pages(cardOf({ paging }), inputOf({ query }), call)) {
    records.push(...(recordsOf(body)?.records ?? []));
  }
  return { sent, records };
}

describe('a list is read to its end', () => {
  test('by page', async () => {
    const { sent, records } = await queries({ position: ['page', 'offset'], size: 'limit' }, ({ page = 1 }) => ({
      posts: [page],
      pagination: { page, limit: 1, total: 3, pages: 3 },
    }));
    expect(sent).toEqual([{}, { page: 2 }, { page: 3 }]);
    expect(records).toEqual([1, 2, 3]);
  });

  test('by page, with totalPages', async () => {
    const { sent } = await queries({ position: ['page'] }, ({ page = 1 }) => ({
      items: [1],
      pagination: { page, totalPages: 2 },
    }));
    expect(sent).toEqual([{}, { page: 2 }]);
  });

  test('by the position that the caller has begun with', async () => {
    const { sent } = await queries(
      { position: ['page', 'offset'], size: 'limit' },
      ({ offset }) => ({ posts: [1, 2], pagination: { total: 5, offset } }),
      { offset: 1, limit: 2 },
    );
    expect(sent.map(({ offset }) => offset)).toEqual([1, 3]);
  });

  test('GEN-22 by skip with a total, at the top or in pagination', async () => {
    const top = await queries({ position: ['skip'] }, ({ skip = 0 }) => ({
      profiles: [1, 2],
      total: 4,
      skip,
      limit: 2,
    }));
    expect(top.sent).toEqual([{}, { skip: 2 }]);
    const deep = await queries({ position: ['skip'] }, ({ skip = 0 }) => ({
      logs: [1, 2],
      pagination: { total: 3, skip, hasMore: skip === 0 },
    }));
    expect(deep.sent).toEqual([{}, { skip: 2 }]);
  });

  // prettier-ignore
  test.each<[string, string, (next: string | null) => unknown]>([
    ['cursor',    'pagination.nextCursor', (next) => ({ data: [1], pagination: { hasMore: next !== null, nextCursor: next } })],
    ['cursor',    'pagination.cursor',     (next) => ({ leads: [1], pagination: { hasMore: next !== null, cursor: next } })],
    ['after',     'after',                 (next) => ({ items: [1], after: next, before: 'x' })],
    ['after',     'nextCursor',            (next) => ({ blockedUsers: [1], nextCursor: next })],
    ['after',     'paging.cursors.after',  (next) => ({ groups: [1], paging: { cursors: { after: next } } })],
    ['before',    'nextCursor',            (next) => ({ calls: [1], nextCursor: next })],
    ['pageToken', 'nextPageToken',         (next) => ({ reviews: [1], nextPageToken: next })],
  ])('by %s out of %s', async (position, _, answer) => {
    const next = ['t2', 't3', null];
    const { sent, records } = await queries({ position: [position] }, (__, count) => answer(next[count - 1] ?? null));
    expect(sent).toEqual([{}, { [position]: 't2' }, { [position]: 't3' }]);
    expect(records).toHaveLength(3);
  });

  test('by whichever of two tokens the answer carries', async () => {
    const two = { position: ['after', 'pageToken'] };
    const graph = await queries(two, (_, count) => ({ data: [1], paging: { after: count < 2 ? 'a' : null } }));
    expect(graph.sent).toEqual([{}, { after: 'a' }]);
    const token = await queries(two, (_, count) => ({
      data: [1],
      paging: { nextPageToken: count < 3 ? `t${count}` : null },
    }));
    expect(token.sent).toEqual([{}, { pageToken: 't1' }, { pageToken: 't2' }]);
  });

  test('backwards where the caller has begun backwards', async () => {
    const { sent } = await queries(
      { position: ['after', 'before'] },
      (_, count) => ({ uiSkills: [1], paging: { cursors: count < 2 ? { after: 'x', before: 'y' } : {} } }),
      { before: 'z' },
    );
    expect(sent).toEqual([{ before: 'z' }, { before: 'y' }]);
  });

  test('past an empty page only where more is promised', async () => {
    const promised = await queries({ position: ['cursor'] }, (_, count) => ({
      data: count === 2 ? [] : [1],
      pagination: { hasMore: count < 3, nextCursor: count < 3 ? `c${count}` : null },
    }));
    expect(promised.sent).toHaveLength(3);
    const bare = await queries({ position: ['after'] }, (_, count) => ({
      groups: count < 3 ? [1] : [],
      paging: { cursors: { after: `c${count}` } },
    }));
    expect(bare.sent).toHaveLength(3);
  });

  test('by the size of a page, where the answer says nothing', async () => {
    const { sent } = await queries(
      { position: ['skip'], size: 'limit' },
      (_, count) => ({ rows: count < 3 ? [1, 2] : [1] }),
      { limit: 2 },
    );
    expect(sent.map(({ skip }) => skip)).toEqual([undefined, 2, 4]);
  });

  test.each(['page', 'skip'])(
    'by the size that the answer names, where it says nothing else of %s',
    async (position) => {
      const { records } = await queries({ position: [position], size: 'limit' }, (_, count) => ({
        rows: count < 3 ? [1, 2] : [1],
        pagination: { limit: 2 },
      }));
      expect(records).toEqual([1, 2, 1, 2, 1]);
    },
  );

  test('and ends at an empty page, whatever the totals say', async () => {
    const { sent } = await queries({ position: ['page'] }, (_, count) => ({
      posts: count === 1 ? [1] : [],
      pagination: { page: count, pages: 99 },
    }));
    expect(sent).toHaveLength(2);
  });

  test('and a list that hands out the same position twice is not read for ever', async () => {
    const reading = queries({ position: ['cursor'] }, () => ({ data: [1], pagination: { nextCursor: 'same' } }));
    await expect(reading).rejects.toMatchObject({ exit: 'unavailable', fields: { code: 'bad_answer' } });
  });

  test('every page is asked for with the path, the headers and the rest of the query of the first', async () => {
    const asked: CallInput[] = [];
    const call: Call = async (_, input) => {
      asked.push(input);
      return {
        status: 200,
        headers: {},
        body: { rows: [1], nextCursor: asked.length < 3 ? asked.length : null },
        requestId: '',
      };
    };
    const input = inputOf({ path: { id: 'a' }, headers: { 'x-a': 'b' }, query: { limit: 5 } });
    const told: CallInput[] = [];
    for await (const page of pages(cardOf({ paging: { position: ['cursor'] } }), input, call)) told.push(page.input);
    expect(asked).toEqual(
      [undefined, '1', '2'].map((cursor) => ({ ...input, query: { limit: 5, ...(cursor && { cursor }) } })),
    );
    expect(told).toEqual(asked);
  });

  test('the next page is asked for only when it is wanted', async () => {
    let asked = 0;
    const call: Call = async () => {
      asked++;
      return {
        status: 200,
        headers: {},
        body: { posts: [asked], pagination: { page: asked, pages: 9 } },
        requestId: '',
      };
    };
    const reading = pages(cardOf({ paging: { position: ['page'] } }), inputOf(), call);
    await reading.next();
    expect(asked).toBe(1);
    await reading.return(undefined);
    expect(asked).toBe(1);
  });
});

test('an operation without pages is one page', async () => {
  const call: Call = async () => ({ status: 200, headers: {}, body: { a: 1 }, requestId: '' });
  const reading = pages(cardOf(), inputOf(), call);
  expect((await reading.next()).value).toMatchObject({ body: { a: 1 } });
  expect((await reading.next()).done).toBe(true);
});

// prettier-ignore
test.each<[Partial<CallInput>, unknown, boolean]>([
  [{},                    { posts: [1], pagination: { page: 1, pages: 2 } }, true],
  [{},                    { posts: [1], pagination: { page: 1, pages: 1 } }, false],
  [{ query: { page: 2 } }, { posts: [1], pagination: { pages: 2 } },         false],
  [{},                    { posts: [] },                                     false],
  [{},                    'nonsense',                                        false],
  [{},                    null,                                              false],
])('more follows after %j and %j: %s', (input, body, more) => {
  expect(hasMore(cardOf({ paging: { position: ['page'] } }), inputOf(input), body)).toBe(more);
});

test('records are the list that the card names, else the first there is', () => {
  const card = { records: ['accounts'] };
  expect(recordsOf({ warnings: ['w'], accounts: [1] }, card)).toEqual({ field: 'accounts', records: [1] });
  expect(recordsOf({ warnings: ['w'], accounts: [1] })).toEqual({ field: 'warnings', records: ['w'] });
  expect(recordsOf([1, 2])).toEqual({ field: '', records: [1, 2] });
  expect(recordsOf({ a: 1 })).toBeUndefined();
  expect(recordsOf({ others: [1], pagination: {} }, card)).toEqual({ field: 'others', records: [1] });
  expect(recordsOf({ _id: 'a', tags: ['t'] }, card)).toBeUndefined();
});
