/** What holds for every table of states, whatever it is about: no state is out of reach, no row is hidden by another. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
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

test.each(tables)(
  '%s has one row for a state and an event, with the id of its rule, or the page of the readings',
  (_file, table) => {
    const pairs = table?.rows.map(([from, event]) => `${from} ${event}`) ?? [];
    expect(pairs.filter((pair, i) => pairs.indexOf(pair) !== i)).toEqual([]);
    for (const [, , , , rule] of table?.rows ?? []) expect(rule).toMatch(/^([A-Z]+-\d+( [A-Z]+-\d+)*|readings)$/);
  },
);

test.each([
  ['port-in.ts', 'port_in'],
  ['sms-registration.ts', 'sms_registration'],
])('%s leads to states that the kind %s declares', (file, kind) => {
  const declared = Object.keys(openCatalog('dist/cards').service().kinds[kind]?.states ?? {});
  const reached = new Set(tables.find(([one]) => one === file)?.[1]?.rows.map(([, , to]) => to));
  expect([...reached].filter((state) => !declared.includes(state))).toEqual([]);
});
