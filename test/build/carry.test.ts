import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carry } from '../../src/build/carry.ts';
import { temporaryFolder } from '../support/temp.ts';

const FACTS = join(import.meta.dirname, '../contract/facts');
const CONTRACT = join(import.meta.dirname, '../../src/contract');

test.each(['posts', 'webhooks', 'events'])('carrying %s again changes nothing', async (area) => {
  const contract = await temporaryFolder();
  await cp(CONTRACT, contract, { recursive: true });
  await carry({ facts: FACTS, area, contract });
  for (const page of [area, 'schemas', 'events']) {
    const carried = await readFile(join(contract, `${page}.yaml`), 'utf8');
    expect(carried).toBe(await readFile(join(CONTRACT, `${page}.yaml`), 'utf8'));
  }
});

test('a page that is not there yet gets every shape, with references to what the contract names', async () => {
  const contract = await temporaryFolder();
  await cp(join(CONTRACT, 'schemas.yaml'), join(contract, 'schemas.yaml'));
  await carry({ facts: FACTS, area: 'api-keys', contract });
  const page = await readFile(join(contract, 'api-keys.yaml'), 'utf8');
  expect(page).toContain('operationId: createApiKey');
  expect(page).toContain("'401': { $ref: '#/components/responses/Unauthorized' }");
  expect(page).toContain(
    "disabledResourceGroups: { type: array, items: { $ref: '#/components/schemas/ResourceGroup' } }",
  );
  expect(page).toContain("profileIds: { type: array, items: { $ref: '#/components/schemas/RecordId' } }");
});
