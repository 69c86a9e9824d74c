/** A contact counts the messages that come from it, and those that go to it. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

test('a message counts for the contact who wrote it, and for nobody else', async () => {
  const { account, profileId, api, control } = await startService();
  const { _id: accountId } = await account('whatsapp');
  const made = async (platformIdentifier: string) => {
    const body = { profileId: await profileId(), accountId, platform: 'whatsapp', platformIdentifier, name: 'Ada' };
    return String((await api('POST', '/v1/contacts', { body })).body['contact']?.['id']);
  };
  const [writer, other] = [await made('+15550100300'), await made('+15550100399')];
  const write = { type: 'message', accountId, participant: { id: '15550100300' }, text: 'Hello' };
  await control('POST', '/_local/inbound', write);
  await control('POST', '/_local/inbound', write);
  const read = async (id: string) => (await api('GET', `/v1/contacts/${id}`)).body['contact'];
  expect(await read(writer)).toMatchObject({
    messagesReceivedCount: 2,
    lastMessageReceivedAt: '2026-01-05T09:00:00.000Z',
  });
  expect((await read(other))?.['messagesReceivedCount'] ?? 0).toBe(0);
});

test('each message to a contact counts, the first as one', async () => {
  const { account, api, control } = await startService();
  const { _id: accountId } = await account('whatsapp');
  const write = { type: 'message', accountId, participant: { id: '15550100300', name: 'Ada' }, text: 'Hello' };
  const { conversationId } = (await control('POST', '/_local/inbound', write)).body;
  const send = () =>
    api('POST', `/v1/inbox/conversations/${String(conversationId)}/messages`, { body: { accountId, message: 'Hi' } });
  const contact = async () => (await api('GET', '/v1/contacts')).body['contacts']?.['0'];
  const id = String((await contact())?.['id']);
  const count = async () => (await api('GET', `/v1/contacts/${id}`)).body['contact']?.['messagesSentCount'];
  await send();
  expect(await count()).toBe(1);
  await send();
  expect(await count()).toBe(2);
});

test('whoever writes first is a contact with an id of the API, and a group is none', async () => {
  const { account, api, control } = await startService();
  const { _id: accountId } = await account('imessage');
  const group = { accountId, contacts: ['+12025550198', 'ana@example.com'], text: 'Hello' };
  expect((await api('POST', '/v1/imessage/groups', { body: group })).status).toBeLessThan(300);
  const [{ participantId = '' } = {}] = (await api('GET', '/v1/inbox/conversations')).body[
    'data'
  ] as unknown as readonly { participantId?: string }[];
  const contacts = async () =>
    (await api('GET', '/v1/contacts')).body['contacts'] as unknown as readonly Readonly<Record<string, string>>[];
  expect([participantId !== '', await contacts()]).toEqual([true, []]);
  const write = { type: 'message', accountId, participant: { id: '+12025550177', name: 'Cleo' }, text: 'Hi' };
  await control('POST', '/_local/inbound', write);
  const [contact, ...further] = await contacts();
  expect(contact).toMatchObject({
    ...{ name: 'Cleo', platformIdentifier: '+12025550177', tags: [] },
    ...{ isSubscribed: true, isBlocked: false },
  });
  expect([contact?.['id'], further]).toEqual([expect.stringMatching(/^[\da-f]{24}$/), []]);
});

test('SMS-18 STOP unsubscribes whoever writes it first of all, and a second one changes nothing', async () => {
  const { service, control, api } = await startService({ seedPack: 'demo' });
  const lines = await service.desk.store.read.list('phone_number');
  const to = lines.find(({ doc }) => doc.status === 'active' && doc.smsEnabled === true)?.doc.phoneNumber;
  const texts = (text: string) => control('POST', '/_local/inbound', { type: 'sms', to, from: '+14155550177', text });
  const channels = async () => {
    const { contacts } = (await api('GET', '/v1/contacts', { query: { search: '14155550177' } })).body;
    return (await api('GET', `/v1/contacts/${String(contacts?.['0']?.['id'])}/channels`)).body['channels'];
  };
  expect((await texts('STOP')).status).toBeLessThan(300);
  expect(await channels()).toMatchObject([{ isSubscribed: false }]);
  expect((await texts('STOP')).status).toBeLessThan(300);
  expect(await channels()).toMatchObject([{ isSubscribed: false }]);
});
