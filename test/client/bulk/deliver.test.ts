import { expect, test } from 'vitest';
import { deliverInOrder, type Work } from '../../../src/client/bulk/deliver.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

const work = (more: Partial<Work<number, string>> = {}): Work<number, string> => ({
  concurrency: 3,
  laneOf: () => undefined,
  deliver: async (row) => {
    await turns((row * 7) % 5);
    return `r${row}`;
  },
  stopped: () => false,
  ...more,
});

const ROWS = Array.from({ length: 20 }, (_, at) => at);

async function all(rows: readonly number[], how: Work<number, string>): Promise<string[]> {
  const results: string[] = [];
  for await (const result of deliverInOrder(rows, how)) results.push(result);
  return results;
}

test('results come in the order of the rows, and no more rows than allowed are under way', async () => {
  let [busy, most] = [0, 0];
  const deliver = async (row: number): Promise<string> => {
    most = Math.max(most, (busy += 1));
    await turns((row * 7) % 5);
    busy -= 1;
    return `r${row}`;
  };
  expect(await all(ROWS, work({ deliver }))).toEqual(ROWS.map((row) => `r${row}`));
  expect(most).toBe(3);
});

test('rows of one lane go one after the other, in their order', async () => {
  const begun: number[] = [];
  let busy = 0;
  const deliver = async (row: number): Promise<string> => {
    if (row % 2 === 0) {
      begun.push(row);
      expect((busy += 1)).toBe(1);
    }
    await turns(3);
    if (row % 2 === 0) busy -= 1;
    return `r${row}`;
  };
  const results = await all(ROWS, work({ deliver, laneOf: (row) => (row % 2 === 0 ? 'even' : undefined) }));
  expect(results).toHaveLength(20);
  expect(begun).toEqual(ROWS.filter((row) => row % 2 === 0));
});

test('a row that was not delivered has no result, and those behind it have theirs', async () => {
  const deliver = async (row: number): Promise<string | undefined> => (row === 2 ? undefined : `r${row}`);
  expect(await all([0, 1, 2, 3], work({ deliver }))).toEqual(['r0', 'r1', 'r3']);
});

test('stopped, it brings to an end what is under way and begins nothing else', async () => {
  let count = 0;
  const results = await all(ROWS, work({ stopped: () => count >= 5, deliver: async (row) => (count++, `r${row}`) }));
  expect(results.length).toBeGreaterThanOrEqual(5);
  expect(results.length).toBeLessThan(9);
});

test('what is thrown comes behind all results', async () => {
  const results: string[] = [];
  const deliver = async (row: number): Promise<string> => {
    if (row === 4) throw new Error('disk full');
    return `r${row}`;
  };
  const read = async (): Promise<void> => {
    for await (const result of deliverInOrder(ROWS, work({ deliver, concurrency: 1 }))) results.push(result);
  };
  await expect(read()).rejects.toThrow('disk full');
  expect(results).toEqual(['r0', 'r1', 'r2', 'r3']);
});

test('when the reader goes away the rows are delivered all the same', async () => {
  const done: number[] = [];
  const deliver = async (row: number): Promise<string> => (done.push(row), `r${row}`);
  for await (const result of deliverInOrder(ROWS, work({ deliver }))) if (result === 'r1') break;
  expect(done).toHaveLength(20);
});
