/** Which conversations a list shows. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

test('conversations are filtered by account and platform, and by both', async () => {
  const { account, control, api } = await startService();
  const platforms = ['instagram', 'facebook', 'telegram'];
  const ids: string[] = [];
  for (const platform of platforms) {
    const { _id: accountId } = await account(platform);
    await control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      text: 'Hello',
      participant: { id: '15550100399', name: 'Ana' },
    });
    ids.push(accountId);
  }
  const platformsOf = async (query: Record<string, string>): Promise<string[]> => {
    const { body } = await api<{ data?: Json[] }>('GET', '/v1/inbox/conversations', { query });
    return (body.data ?? []).map(({ platform }) => String(platform)).sort();
  };
  const [accountId = ''] = ids;
  expect(await platformsOf({})).toEqual(platforms.toSorted());
  expect(await platformsOf({ accountId })).toEqual(['instagram']);
  expect(await platformsOf({ platform: 'facebook' })).toEqual(['facebook']);
  expect(await platformsOf({ accountId, platform: 'facebook' })).toEqual([]);
});

test('INB-08 conversations come by their latest message, a page at a time, to a key of some profiles those of its own', async () => {
  const { account, control, api, advance } = await startService();
  const other = await api<{ profile: { _id: string } }>('POST', '/v1/profiles', { body: { name: 'Other' } });
  const profileId = other.body.profile._id;
  const [first, second] = [await account('telegram'), await account('telegram', { profileId })];
  const write = async (accountId: string, id: string): Promise<void> => {
    await advance(60);
    await control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      text: 'Hello',
      participant: { id, name: id },
    });
  };
  for (const id of ['Ana', 'Ben', 'Cem']) await write(first._id, id);
  await write(second._id, 'Dora');
  await write(first._id, 'Ana');
  interface Listed {
    readonly data: readonly { readonly participantName: string }[];
    readonly pagination: { readonly hasMore: boolean; readonly nextCursor: string | null };
  }
  const read = async (query: Record<string, string | number>, key?: string) => {
    const { body } = await api<Listed>('GET', '/v1/inbox/conversations', {
      query,
      ...(key === undefined ? {} : { key }),
    });
    return { names: body.data.map(({ participantName }) => participantName), ...body.pagination };
  };
  const page = await read({ limit: 2 });
  expect([page.names, page.hasMore]).toEqual([['Ana', 'Dora'], true]);
  const rest = await read({ limit: 2, cursor: page.nextCursor ?? '' });
  expect([rest.names, rest.hasMore, rest.nextCursor]).toEqual([['Cem', 'Ben'], false, null]);
  expect((await read({ sortOrder: 'asc' })).names).toEqual(['Ben', 'Cem', 'Dora', 'Ana']);
  expect((await read({ profileId })).names).toEqual(['Dora']);
  const made = await api<{ apiKey: { key: string } }>('POST', '/v1/api-keys', {
    body: { name: 'Narrow', scope: 'profiles', profileIds: [profileId] },
  });
  expect((await read({}, made.body.apiKey.key)).names).toEqual(['Dora']);
});
