import { expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { ROLE_NAMES, roleWords } from '../../src/kernel/roles.ts';

const catalog = openCatalog('dist/cards');

test('AUTH-14 the table has the owner and every role that the contract lets an invitation give', () => {
  const invited = catalog.card('createInviteToken').body?.schema.properties?.['role']?.enum ?? [];
  expect(invited.length).toBeGreaterThan(0);
  expect([...ROLE_NAMES].sort()).toEqual(['owner', ...invited].sort());
});

test('the groups and operations that the table names are those of the contract', () => {
  const { groups, commands } = catalog.index();
  const ids = new Set(Object.values(commands).map(({ id }) => id));
  for (const { changes, withheld } of ROLE_NAMES.map(roleWords)) {
    for (const group of changes === 'all' ? [] : changes) expect(Object.keys(groups)).toContain(group);
    for (const id of withheld) expect(ids).toContain(id);
  }
});

test('a role that nobody knows, and a word that objects have by themselves, may only look', () => {
  for (const word of ['boss', 'constructor', '']) expect(roleWords(word)).toEqual({ changes: [], withheld: [] });
});
