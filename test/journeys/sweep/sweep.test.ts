/** Every operation of the contract with made-up input: its answer, and what the next reading shows of it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { operationsIn } from '../../support/asking.ts';
import { ROOT } from '../../support/process.ts';
import { sharedService } from '../../support/shared-service.ts';
import { pageOf } from './page.ts';
import { manner, type Operation, type Seen } from './reading.ts';
import { seenOf } from './walk.ts';

const catalog = openCatalog('dist/cards');
const operations = operationsIn(catalog);
const areas = [...new Set(operations.map(({ area }) => area))];
const PAGE = join(ROOT, 'docs', 'reference', 'tried.md');
const SEED = 3;

const shared = sharedService(catalog);

/** Readings first, and what takes things away last, the deepest first. */
const ORDER = ['list', 'get', 'create', 'update', 'act', 'delete'];
const rank = ({ card }: Operation): number => ORDER.indexOf(manner(card)) * 10 - card.path.split('/').length;

async function sweep(area: string): Promise<readonly Seen[]> {
  await shared.restore();
  const own = operations.filter((one) => one.area === area).sort((one, other) => rank(one) - rank(other));
  const made = new Map<string, string>();
  const seen: Seen[] = [];
  for (const operation of own) seen.push(await seenOf(operation, { ...shared, catalog, operations, seed: SEED, made }));
  return seen;
}

const all: Seen[] = [];

test.each(areas)('%s answers as the contract says, and what it does is read', async (area) => {
  const seen = await sweep(area);
  all.push(...seen);
  const faults = seen.flatMap(({ id, fault }) => (fault === undefined ? [] : [`${id} ${fault}`]));
  expect(faults, faults.join('\n')).toEqual([]);
});

test('the page of the sweep leaves out no operation and says what was seen', async () => {
  expect(all.map(({ id }) => id).sort()).toEqual(operations.map(({ card }) => card.id).sort());
  await expect(await pageOf(all)).toMatchFileSnapshot(PAGE);
});
