import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { startService, type Json, type ServiceUnderTest } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

const started = async () => {
  const folder = await temporaryFolder();
  return { folder, ...(await startService({ dataDir: folder, ephemeral: false })) };
};

const names = async ({ api }: Pick<ServiceUnderTest, 'api'>): Promise<string[]> =>
  (await api<{ profiles: { name: string }[] }>('GET', '/v1/profiles')).body.profiles.map(({ name }) => name);

test('a snapshot without a team is neither listed nor restored, and every key goes on working', async () => {
  const { folder, api, control } = await started();
  await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
  await control('POST', '/_local/snapshots', { name: 'good' });
  await writeFile(join(folder, 'snapshots', 'half.db'), '');

  const refused = await control('POST', '/_local/reset', { snapshot: 'half' });
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'invalid_resource_state', error: expect.stringContaining('half is damaged') },
  ]);
  expect(await names({ api })).toContain('Acme');
  const { snapshots, damaged } = (await control<{ snapshots: Json[]; damaged: Json[] }>('GET', '/_local/snapshots'))
    .body;
  expect([snapshots, damaged]).toMatchObject([[{ name: 'good' }], [{ name: 'half' }]]);
});

test('a reset that fails half-way leaves data, ids and time as they were', async () => {
  const { service, api, control, advance } = await started();
  await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
  await advance(60);
  const { clock, parts } = service;
  const before = clock.now();
  await parts.store.transact(async () => undefined);
  const { ids } = service.desk;
  const record = ids.record;
  let drawn = 0;
  Object.assign(ids, {
    record: () => {
      drawn += 1;
      if (drawn === 3) throw new Error('half-way');
      return record();
    },
  });
  expect((await control('POST', '/_local/reset', {})).status).toBe(500);
  Object.assign(ids, { record });
  expect(clock.now()).toBe(before);
  expect(await names({ api })).toEqual(['Default', 'Acme']);
  expect((await api('POST', '/v1/profiles', { body: { name: 'After' } })).status).toBe(201);
});

test('media that a killed reset left behind go at the next start, those of a finished one at once', async () => {
  const { folder, close } = await started();
  await close();
  const database = new Database(join(folder, 'service.db'));
  database.exec("INSERT INTO meta VALUES ('unfinished', 'refill')");
  database.close();
  await writeFile(join(folder, 'media'), 'left');

  const again = await startService({ dataDir: folder, ephemeral: false });
  expect(await again.service.parts.store.meta('unfinished')).toBeUndefined();
  await expect(writeFile(join(folder, 'media', 'x'), '')).rejects.toThrow('ENOENT');
});

test('a snapshot that was taken under another key takes the present one, and a revoked key stays revoked', async () => {
  const first = await started();
  await first.control('POST', '/_local/snapshots', { name: 'a' });
  await first.close();
  await writeFile(
    join(first.folder, 'keys.json'),
    JSON.stringify({ apiKey: `sk_${'a'.repeat(64)}`, controlKey: 'ctl_b' }),
  );

  const second = await startService({ dataDir: first.folder, ephemeral: false });
  expect(await names(second)).toEqual(['Default']);
  await second.control('POST', '/_local/reset', { snapshot: 'a' });
  expect(await names(second)).toEqual(['Default']);

  const { apiKeys } = (await second.api<{ apiKeys: { id: string; keyPreview: string }[] }>('GET', '/v1/api-keys')).body;
  const own = apiKeys.find(({ keyPreview }) => keyPreview.endsWith('aaaa'));
  await second.api('DELETE', `/v1/api-keys/${own?.id ?? ''}`);
  await second.close();
  const third = await startService({ dataDir: first.folder, ephemeral: false });
  expect((await third.api('GET', '/v1/profiles')).status).toBe(401);
});
