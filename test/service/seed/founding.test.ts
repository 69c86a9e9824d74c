/** A seed document in the commit that founds a service: with the pack, or not at all. */
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temp.ts';

const accounts = [{ platform: 'bluesky', username: 'acme', profileId: 'Acme' }];

test('records of the document and of the pack are founded together, and once', async () => {
  const dataDir = await temporaryFolder();
  const seedDocument = { profiles: [{ name: 'Acme' }], accounts };
  const first = await startService({ dataDir, ephemeral: false, seedPack: 'demo', seedDocument });
  expect(first.service.created).toEqual({ profiles: 1, accounts: 1 });
  const names = ((await first.api('GET', '/v1/profiles')).body['profiles'] as unknown as { name: string }[]).map(
    ({ name }) => name,
  );
  expect([names.length, names.at(-1)]).toEqual([4, 'Acme']);
  await first.service.close();

  const second = await startService({ dataDir, ephemeral: false, seedPack: 'demo', seedDocument });
  expect(second.service.created).toBeUndefined();
  expect((await second.api('GET', '/v1/profiles')).body['total']).toBe(4);
});

test('a document with mistakes founds nothing, reports all of them, and the next start is the first', async () => {
  const dataDir = await temporaryFolder();
  const start = (seedDocument: object) =>
    startService({ dataDir, ephemeral: false, seedPack: 'empty', seedDocument: { ...seedDocument } });
  const refused = start({ profile: [], profiles: [{ name: 'Acme' }], accounts: [{ platform: 'twiter' }] });
  await expect(refused).rejects.toMatchObject({
    fields: {
      code: 'validation',
      details: { errors: [{ param: 'profile' }, { param: 'accounts.0.platform' }] },
    },
  });
  // What the service alone finds out is refused in the same way.
  const long = start({
    accounts: [{ platform: 'twitter', username: 'acme' }],
    posts: [{ content: 'a'.repeat(300), platforms: [{ platform: 'twitter', accountId: 'acme' }], publishNow: true }],
  });
  await expect(long).rejects.toMatchObject({
    fields: { details: { errors: [{ param: expect.stringMatching(/^posts\.0/) }] } },
  });

  const { service, api } = await start({ profiles: [{ name: 'Acme' }] });
  expect(service.created).toEqual({ profiles: 1 });
  expect((await api('GET', '/v1/profiles')).body['total']).toBe(2);
});
