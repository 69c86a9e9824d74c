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
