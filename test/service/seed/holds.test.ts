import { expect, test } from 'vitest';
import { kindSchemas } from '../../../src/build/kind-types.ts';
import { startService } from '../../support/service.ts';

test('every record of the demo pack has the fields that the type of its kind requires', async () => {
  const { service } = await startService({ seedPack: 'demo' });
  const { store, catalog } = service.desk;
  const schemas = kindSchemas(catalog.service(), [], {});
  const lacking: string[] = [];
  for (const [kind, { required = [] }] of Object.entries(schemas))
    for (const { id, doc } of await store.read.list(kind, {}))
      lacking.push(...required.filter((field) => !(field in doc)).map((field) => `${kind} ${id}: ${field}`));
  expect(lacking).toEqual([]);
});
