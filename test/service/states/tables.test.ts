/** What holds for every table of states, whatever it is about: no state is out of reach, no row is hidden by another. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Machine } from '../../../src/kernel/machine.ts';
import { ROOT } from '../../support/module.ts';

type Table = Machine<string, string, string>;

const FOLDER = join(ROOT, 'src', 'service', 'states');

const isTable = (one: unknown): one is Table => typeof one === 'object' && one !== null && 'rows' in one;

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
const tables = await Promise.all(
  files.map(async (file): Promise<[file: string, table: Table | undefined]> => {
    const module = (await import(join(FOLDER, file))) as Readonly<Record<string, unknown>>;
    return [file, Object.values(module).find(isTable)];
  }),
);

test.each(tables)('%s has a table, in which a row leads to every state but the first', (_file, table) => {
  const reached = new Set(table?.rows.map(([, , to]) => to));
  expect(table?.states.slice(1).filter((state) => !reached.has(state))).toEqual([]);
});

test.each(tables)('%s has one row for a state and an event, with the id of its rule', (_file, table) => {
  const pairs = table?.rows.map(([from, event]) => `${from} ${event}`) ?? [];
  expect(pairs.filter((pair, i) => pairs.indexOf(pair) !== i)).toEqual([]);
  for (const [, , , , rule] of table?.rows ?? []) expect(rule).toMatch(/^[A-Z]+-\d+( [A-Z]+-\d+)*$/);
});
