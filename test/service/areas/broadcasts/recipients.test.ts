/** Who becomes a recipient of a broadcast, and who is left out. */
import { expect, test } from 'vitest';
import { startBroadcast } from './broadcasting.ts';

test('AUT-03 whoever cannot be reached, is blocked or has unsubscribed is left out, and so is a bad number', async () => {
  const { contact, act, api, profileId, recipients } = await startBroadcast();
  const [ada, out, blocked] = [
    await contact('Ada', '15550100300'),
    await contact('Out', '15550100301', { isSubscribed: false }),
    await contact('Blocked', '15550100302'),
  ];
  await api('PATCH', `/v1/contacts/${blocked}`, { body: { isBlocked: true } });
  const plain = await api('POST', '/v1/contacts', { body: { profileId, name: 'No channel' } });
  const contactIds = [ada, ada, out, blocked, String(plain.body['contact']?.['id'])];
  const phones = ['bad', '+1 555 010 0301', '+15550100300', '+15550100309'];
  expect((await act('recipients', { contactIds, phones })).body).toEqual({ success: true, added: 2, skipped: 6 });
  expect((await recipients()).map(({ platformIdentifier }) => platformIdentifier)).toEqual([
    '15550100300',
    '+15550100309',
  ]);
});

test('AUT-03 a segment means the contacts of the profile with all of its tags', async () => {
  const segmentFilters = { tags: ['vip', 'new'], isSubscribed: true };
  const { contact, act, control, recipients } = await startBroadcast('whatsapp', { segmentFilters });
  await contact('Ada', '15550100300', { tags: ['new', 'vip'] });
  await contact('Ben', '15550100301', { tags: ['vip'] });
  await contact('Out', '15550100302', { tags: ['vip', 'new'], isSubscribed: false });
  await control('POST', '/_local/accounts', { platform: 'telegram' });
  expect((await act('recipients', { useSegment: true })).body).toMatchObject({ added: 1, skipped: 0 });
  expect(await recipients()).toMatchObject([{ contactName: 'Ada', status: 'pending' }]);
});

test('AUT-03 a broadcast that went out takes no recipients and no changes', async () => {
  const { contact, act, api, path } = await startBroadcast('telegram');
  await act('recipients', { contactIds: [await contact('Ada', '77')] });
  await act('send');
  expect(await act('recipients', { phones: ['+15550100309'] })).toMatchObject({ status: 400 });
  expect(await api('PATCH', path, { body: { name: 'Later' } })).toMatchObject({ status: 400 });
  expect(await act('cancel')).toMatchObject({ status: 400 });
});

test('AUT-03 a broadcast is made on the platform of its account', async () => {
  const { api, profileId, accountId } = await startBroadcast();
  const body = { profileId, accountId, platform: 'telegram', name: 'News' };
  expect(await api('POST', '/v1/broadcasts', { body })).toMatchObject({ status: 400, body: { param: 'platform' } });
});

test('AUT-03 a segment of many is added in several commits, each person once, and again nobody', async () => {
  const at = await startBroadcast('telegram');
  const contacts = Array.from({ length: 1_000 }, (_, index) => ({
    name: `N${index}`,
    platformIdentifier: `9${index}`,
  }));
  const body = { profileId: at.profileId, accountId: at.accountId, platform: 'telegram', contacts };
  expect((await at.api('POST', '/v1/contacts/bulk', { body })).body).toMatchObject({ created: 1_000 });
  const { store } = at.service.desk;
  let commits = 0;
  const { transact } = store;
  Object.assign(store, { transact: (...args: Parameters<typeof transact>) => ((commits += 1), transact(...args)) });
  const contactIds = [
    String((await at.api('GET', '/v1/contacts', { query: { limit: 1 } })).body['contacts']?.['0']?.['id']),
  ];
  const before = commits;
  expect((await at.act('recipients', { useSegment: true, contactIds })).body).toMatchObject({
    added: 1_000,
    skipped: 1,
  });
  expect(commits - before).toBe(3);
  expect((await at.act('recipients', { useSegment: true })).body).toMatchObject({ added: 0, skipped: 1_000 });
  expect(await at.shown()).toMatchObject({ recipientCount: 1_000 });
});

test('AUT-03 recipients are listed page by page, by their state, with the counts of all', async () => {
  const { act, api, path, writes } = await startBroadcast();
  const phones = Array.from({ length: 52 }, (_, at) => `+155501${String(10_000 + at)}`);
  await writes('15550110000');
  await act('recipients', { phones });
  const list = async (query: Readonly<Record<string, string | number>> = {}) => {
    const { body } = await api('GET', `${path}/recipients`, { query });
    return [body['recipients']?.['length'] as unknown, body['pagination']];
  };
  expect(await list()).toEqual([50, { total: 52, limit: 50, skip: 0, hasMore: true }]);
  expect(await list({ skip: 50 })).toEqual([2, { total: 52, limit: 50, skip: 50, hasMore: false }]);
  expect(await list({ limit: 2, skip: 50 })).toEqual([2, { total: 52, limit: 2, skip: 50, hasMore: false }]);
  expect(await list({ limit: 51, skip: 0 })).toEqual([51, { total: 52, limit: 51, skip: 0, hasMore: true }]);
  await act('send');
  expect(await list({ status: 'sent' })).toEqual([1, { total: 1, limit: 50, skip: 0, hasMore: false }]);
  expect(await list({ status: 'read' })).toEqual([0, { total: 0, limit: 50, skip: 0, hasMore: false }]);
  expect((await api('GET', `${path}/recipients`)).body).toMatchObject({
    success: true,
    summary: { total: 52, sent: 1, pending: 2, failed: 49 },
  });
});

test('AUT-03 a segment without the word about subscriptions leaves out whoever has unsubscribed all the same', async () => {
  const { contact, act, recipients } = await startBroadcast('whatsapp', { segmentFilters: { tags: ['vip'] } });
  await contact('Ada', '15550100300', { tags: ['vip'] });
  await contact('Out', '15550100301', { tags: ['vip'], isSubscribed: false });
  await contact('Cem', '15550100302', { tags: ['new'] });
  expect((await act('recipients', { useSegment: true })).body).toMatchObject({ added: 1, skipped: 1 });
  expect((await recipients()).map(({ contactName }) => contactName)).toEqual(['Ada']);
});

test('AUT-03 a broadcast of another profile is not there for a key of one profile', async () => {
  const { api, path } = await startBroadcast();
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const made = await api('POST', '/v1/api-keys', {
    body: { name: 'one', scope: 'profiles', profileIds: [profile.body['profile']?.['_id']] },
  });
  const key = String(made.body['apiKey']?.['key']);
  expect((await api('GET', `${path}/recipients`, { key })).status).toBe(404);
  expect((await api('POST', `${path}/recipients`, { key, body: { phones: ['+15550100300'] } })).status).toBe(404);
  expect((await api('GET', `${path}/recipients`)).body).toMatchObject({ summary: { total: 0 } });
});

test('AUT-03 contacts that are deleted while a long segment is added leave nobody else out', async () => {
  const { act, api, accountId, profileId, service, recipients } = await startBroadcast('telegram');
  const people = Array.from({ length: 1_600 }, (_, index) => String(1_000_000 + index));
  for (let from = 0; from < people.length; from += 800)
    await api('POST', '/v1/contacts/bulk', {
      body: {
        ...{ profileId, accountId, platform: 'telegram' },
        contacts: people.slice(from, from + 800).map((id) => ({ name: id, platformIdentifier: id })),
      },
    });
  const { read } = service.desk.store;
  const first = (await read.list('contact', { limit: 3 })).map(({ id }) => id);
  const adding = act('recipients', { useSegment: true });
  while ((await read.count('broadcast_recipient')) === 0) await service.desk.turns.turn();
  await Promise.all(first.map((id) => api('DELETE', `/v1/contacts/${id}`)));
  expect(await read.count('broadcast_recipient')).toBeLessThan(people.length);
  expect((await adding).body).toEqual({ success: true, added: people.length, skipped: 0 });
  expect(await recipients()).toHaveLength(1_000);
});
