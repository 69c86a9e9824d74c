/** Contacts and their channels: who is reached through which account, once each. */
import { describe, expect, test } from 'vitest';
import type { RecordFilter } from '../../../../src/service/store/store.ts';
import { startService, type Json } from '../../../support/service.ts';

async function scene(platform = 'whatsapp') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const profileId = await service.profileId();
  const create = (more: object) => service.api('POST', '/v1/contacts', { body: { profileId, name: 'Ada', ...more } });
  const listed = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await service.api('GET', '/v1/contacts', { query })).body;
  const names = async (query: Readonly<Record<string, string>> = {}) =>
    ((await listed(query))['contacts'] as unknown as Json[]).map(({ name }) => name as unknown);
  const writes = (id: string, name = 'Ann') =>
    service.control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id, name }, text: 'Hi' });
  const bulk = async (contacts: readonly object[], more: object = { accountId }) =>
    (await service.api('POST', '/v1/contacts/bulk', { body: { profileId, contacts, ...more } })).body;
  return { ...service, accountId, profileId, create, listed, names, writes, bulk };
}

describe('AUT-02 a contact', () => {
  test('has the channel that it was given, and the conversation that goes on there', async () => {
    const { create, writes, accountId, api } = await scene();
    const made = await create({ accountId, platform: 'whatsapp', platformIdentifier: '+49 151 12345678' });
    expect(made.body).toMatchObject({
      contact: { name: 'Ada' },
      channel: { platform: 'whatsapp', platformIdentifier: '+49 151 12345678' },
    });
    expect(made.body).not.toHaveProperty('warning');
    const { body } = await writes('4915112345678');
    const path = `/v1/contacts/${String(made.body['contact']?.['id'])}`;
    const { conversationId } = body;
    expect((await api('GET', path)).body).toMatchObject({
      contact: { conversationIds: [conversationId], messagesReceivedCount: 1 },
      channels: [{ accountId, conversationId, isSubscribed: true, lastActiveAt: '2026-01-05T09:00:00.000Z' }],
    });
    expect((await api('GET', `${path}/channels`)).body['channels']).toMatchObject([{ accountId, conversationId }]);
    await api('DELETE', path);
    expect((await api('GET', `${path}/channels`)).status).toBe(404);
    expect((await create({ accountId, platformIdentifier: '4915112345678' })).status).toBe(200);
  });

  test('GEN-04 has a channel with an id of 24 hexadecimal digits', async () => {
    const { create, accountId } = await scene();
    const { body } = await create({ accountId, platformIdentifier: '4915112345678' });
    expect(body['channel']?.['id']).toMatch(/^[0-9a-f]{24}$/);
  });

  test('is the only one that an account reaches under an identifier', async () => {
    const { create, accountId } = await scene();
    await create({ accountId, platformIdentifier: '+4915112345678' });
    expect(await create({ accountId, platformIdentifier: '4915112345678' })).toMatchObject({
      status: 409,
      body: { code: 'invalid_resource_state', param: 'platformIdentifier' },
    });
  });

  test('has a warning in place of a channel when the account or the identifier is missing', async () => {
    const { create, accountId, listed } = await scene();
    expect((await create({ accountId })).body['warning']).toEqual(expect.any(String));
    expect((await create({ platformIdentifier: '4915112345678' })).body['warning']).toEqual(expect.any(String));
    expect((await create({ email: 'ada@example.com' })).body).not.toHaveProperty('warning');
    expect((await listed())['pagination']).toMatchObject({ total: 3 });
  });

  test.each([
    ['platformIdentifier', { platformIdentifier: 'bad' }],
    ['platform', { platformIdentifier: '4915112345678', platform: 'telegram' }],
  ])('is refused for a %s that the account cannot have', async (param, more) => {
    const { create, accountId, names } = await scene();
    expect(await create({ accountId, ...more })).toMatchObject({ status: 400, body: { param } });
    expect(await names()).toEqual([]);
  });

  test('is made of whoever writes first, once, and not of a comment', async () => {
    const { writes, listed, control, accountId, profileId } = await scene('instagram');
    await writes('17840001');
    await writes('17840001');
    const author = { id: '17840002', name: 'Bo' };
    await control('POST', '/_local/inbound', { type: 'comment', accountId, nativeId: 'p1', author, text: 'Nice' });
    const { contacts } = await listed({ accountId, profileId });
    expect(contacts).toMatchObject([
      { name: 'Ann', platform: 'instagram', platformIdentifier: '17840001', messagesReceivedCount: 2 },
    ]);
  });

  test('counts the messages that go out to it', async () => {
    const { writes, listed, api, accountId } = await scene('telegram');
    const { body } = await writes('77');
    const path = `/v1/inbox/conversations/${String(body['conversationId'])}/messages`;
    await api('POST', path, { body: { accountId, message: 'Welcome' } });
    expect((await listed())['contacts']).toMatchObject([
      { messagesSentCount: 1, lastMessageSentAt: '2026-01-05T09:00:00.000Z' },
    ]);
  });
});

test('AUT-02 a list is filtered by account, platform, tags, subscription and words', async () => {
  const { create, names, listed, accountId } = await scene();
  await create({ name: 'Ada', tags: ['vip', 'new'], accountId, platformIdentifier: '15550100300' });
  await create({ name: 'Ben', tags: ['vip'], isSubscribed: false, notes: 'Ada knows him.' });
  await create({ name: 'Cem', email: 'cem@example.com' });
  expect(await names({ accountId })).toEqual(['Ada']);
  expect(await names({ platform: 'whatsapp' })).toEqual(['Ada']);
  expect(await names({ platform: 'telegram' })).toEqual([]);
  expect(await names({ tag: 'vip' })).toEqual(['Ada', 'Ben']);
  expect(await names({ tags: 'vip,new' })).toEqual(['Ada']);
  expect(await names({ isSubscribed: 'false' })).toEqual(['Ben']);
  expect(await names({ search: 'ada' })).toEqual(['Ada']);
  expect(await names({ search: 'cem@' })).toEqual(['Cem']);
  expect((await listed({ tag: 'new' }))['filters']).toEqual({ tags: ['new', 'vip'] });
});

test('AUT-02 tags are compared as they are by `tags`, and whatever their case by `tag`, of which one is enough', async () => {
  const { create, names, listed } = await scene();
  await create({ name: 'Ada', tags: ['VIP', 'Öl'] });
  await create({ name: 'Ben', tags: ['vip'] });
  await create({ name: 'Cem', tags: ['new'] });
  await create({ name: 'Dee' });
  expect(await names({ tag: 'vip' })).toEqual(['Ada', 'Ben']);
  expect(await names({ tag: 'öl, NEW' })).toEqual(['Ada', 'Cem']);
  expect(await names({ tag: 'all' })).toEqual(['Ada', 'Ben', 'Cem', 'Dee']);
  expect(await names({ tag: 'gone' })).toEqual([]);
  expect(await names({ tags: 'vip' })).toEqual(['Ben']);
  expect(await names({ tags: 'VIP,Öl', tag: 'vip' })).toEqual(['Ada']);
  expect((await listed())['filters']).toEqual({ tags: ['VIP', 'new', 'vip', 'Öl'] });
});

test.each([
  ['ÉLODIE', 'Élodie'],
  ['élo"d\\', 'Élo"D\\ie'],
  ['kim', '\u212Aim'],
  ['100%_', '100%_sure'],
])('AUT-02 a search for %s finds %s, and nobody who only has the words elsewhere', async (search, name) => {
  const { create, names } = await scene();
  await create({ name });
  await create({ name: 'Somebody', notes: `${name} knows them.` });
  expect(await names({ search })).toEqual([name]);
});

test('AUT-02 contacts come a page at a time, and only the page is read', async () => {
  const { create, listed, service } = await scene();
  for (const index of Array.from({ length: 12 }, (_, at) => at))
    await create({
      name: `N${String(index)}`,
      tags: index % 2 === 0 ? ['even'] : ['odd', 'few'],
      isSubscribed: index !== 4,
    });
  const { read } = service.desk.store;
  const sizes: number[] = [];
  const list = read.list.bind(read);
  Object.assign(read, {
    list: async (kind: string, filter: RecordFilter) => {
      const found = await list(kind, filter);
      if (kind === 'contact') sizes.push(found.length);
      return found;
    },
  });
  const page = async (query: Readonly<Record<string, string | number>>) => {
    const { contacts, pagination } = (await listed(query)) as unknown as {
      readonly contacts: readonly { readonly name: string }[];
      readonly pagination: object;
    };
    return [contacts.map(({ name }) => name), pagination] as const;
  };
  expect(await page({ limit: 3, skip: 6 })).toEqual([
    ['N6', 'N7', 'N8'],
    { total: 12, limit: 3, skip: 6, hasMore: true },
  ]);
  expect(await page({ limit: 2, skip: 1, tag: 'even', isSubscribed: 'true' })).toEqual([
    ['N2', 'N6'],
    { total: 5, limit: 2, skip: 1, hasMore: true },
  ]);
  expect((await page({ limit: 5, search: 'n11' }))[0]).toEqual(['N11']);
  expect(sizes).toEqual([3, 2, 1]);
});

test('AUT-02 a bulk import adds whom it does not know, and says what is wrong with the others', async () => {
  const { bulk, create, names, accountId } = await scene();
  await create({ accountId, platformIdentifier: '15550100300' });
  const contacts = [
    { name: 'Ada', platformIdentifier: '+1 555 010 0300' },
    { name: 'Ben', platformIdentifier: '15550100301', tags: ['new', 'new'] },
    { name: 'Ben again', platformIdentifier: '15550100301' },
    { name: 'Bad', platformIdentifier: 'none' },
    { name: 'Cem', email: 'Cem@example.com' },
    { name: 'Cem', email: 'cem@example.com' },
    { name: 'Dee' },
  ];
  expect(await bulk(contacts)).toEqual({
    success: true,
    created: 3,
    skipped: 3,
    errors: ['contacts[3]: The phone number is not valid.'],
    total: 7,
  });
  expect(await bulk(contacts)).toMatchObject({ created: 0, skipped: 6 });
  expect(await names()).toEqual(['Ada', 'Ben', 'Cem', 'Dee']);
  expect(await names({ tag: 'new' })).toEqual(['Ben']);
});

test('SMS-18 a word that ends texts unsubscribes the channel of the number, and START subscribes it again', async () => {
  const service = await startService({ seedPack: 'demo' });
  const lines = await service.service.desk.store.read.list('phone_number');
  const line = lines.find(({ doc }) => doc.status === 'active' && doc.smsEnabled === true);
  const to = String(line?.doc.phoneNumber);
  const texts = (text: string) =>
    service.control('POST', '/_local/inbound', { type: 'sms', to, from: '+14155550177', text });
  await texts('Hello');
  const channel = async () => {
    const { contacts } = (await service.api('GET', '/v1/contacts', { query: { search: '14155550177' } })).body;
    return (await service.api('GET', `/v1/contacts/${String(contacts?.['0']?.['id'])}/channels`)).body['channels'];
  };
  expect(await channel()).toMatchObject([{ isSubscribed: true, platform: 'sms' }]);
  await texts('STOP');
  expect(await channel()).toMatchObject([{ isSubscribed: false }]);
  await texts('START');
  expect(await channel()).toMatchObject([{ isSubscribed: true }]);
});
