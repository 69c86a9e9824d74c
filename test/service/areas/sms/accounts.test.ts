/** What sends texts is an account: a conversation leads to one that the list shows. */
import { expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { openLine } from '../phone-numbers/line.ts';

const PERSON = '+15550100300';

async function scene() {
  const line = await openLine();
  const number = await line.active({ country: 'GB' });
  const [id, phone] = [String(number['id']), String(number['phoneNumber'])];
  const accounts = async (query: Readonly<Record<string, string>> = {}) =>
    (await line.api('GET', '/v1/accounts', { query })).body['accounts'] as unknown as Json[];
  const enable = () => line.post(`/v1/phone-numbers/${id}/sms`);
  const conversations = async () =>
    (await line.api('GET', '/v1/inbox/conversations')).body['data'] as unknown as Json[];
  const send = (from: string = phone) => line.post('/v1/sms/messages', { from, to: PERSON, text: 'Ready.' });
  const receive = () =>
    line.control('POST', '/_local/inbound', { type: 'sms', to: phone, from: PERSON, text: 'Open?' });
  return { ...line, id, phone, accounts, enable, conversations, send, receive };
}

test('NUM-12 a number whose texts are on is an account of its own, once, which its conversations name', async () => {
  const { id, phone, ownerId, accounts, enable, conversations, send, receive, events, spent } = await scene();
  expect(await accounts()).toEqual([]);
  await enable();
  await enable();
  expect(await accounts()).toMatchObject([{ _id: id, platform: 'sms', username: phone, isActive: true }]);
  expect(await accounts({ profileId: ownerId })).toHaveLength(1);
  await send();
  await receive();
  expect(await conversations()).toMatchObject([{ accountId: id, platform: 'sms' }]);
  expect(await accounts()).toHaveLength(1);
  expect(await events('account.connected')).toEqual([]);
  expect(await spent()).toBeGreaterThan(0);
});

test('a text that comes before anybody turned texts on makes the account too', async () => {
  const { id, accounts, conversations, receive } = await scene();
  expect((await receive()).status).toBe(201);
  expect(await conversations()).toMatchObject([{ accountId: id }]);
  expect(await accounts()).toMatchObject([{ _id: id }]);
});

test('NUM-28 the account goes when the number is given back, by the team or the carrier', async () => {
  for (const release of ['team', 'carrier']) {
    const { id, accounts, enable, api, tell } = await scene();
    await enable();
    await (release === 'team' ? api('DELETE', `/v1/phone-numbers/${id}`) : tell(id, 'released', 'unpaid'));
    expect(await accounts(), release).toEqual([]);
  }
});

test('the account follows its number to another profile', async () => {
  const { id, accounts, enable, api, post } = await scene();
  await enable();
  const profileId = String((await post('/v1/profiles', { name: 'Second' })).body['profile']?.['_id']);
  const moved = await api('PATCH', `/v1/whatsapp/phone-numbers/${id}/profile`, { body: { profileId } });
  expect([moved.status, moved.body['movedPlatforms']]).toEqual([200, ['sms']]);
  expect(await accounts({ profileId })).toMatchObject([{ _id: id }]);
});

test('SMS-20 a sender ID is an account from its first text', async () => {
  const { accounts, conversations, send, post, ownerId } = await scene();
  await post('/v1/sms/sender-ids', { senderId: 'NORTHWIND' });
  expect((await send('NORTHWIND')).status).toBe(200);
  const [account] = await accounts();
  expect(account).toMatchObject({ platform: 'sms', username: 'NORTHWIND', profileId: ownerId });
  expect(await conversations()).toMatchObject([{ accountId: account?.['_id'] }]);
});

test('numbers and sender IDs cost what they cost, and never as accounts', async () => {
  const { enable, advance, api, post, send, spent } = await scene();
  await enable();
  for (const senderId of ['NORTHWIND', 'SOUTHWIND', 'EASTWIND']) {
    await post('/v1/sms/sender-ids', { senderId });
    await send(senderId);
  }
  await advance(86_400);
  const totals = (await api('GET', '/v1/usage', { query: { range: '30d' } })).body['totals'] as Json;
  expect(totals).toMatchObject({ accounts: 0, sms: 0.03 });
  expect(await spent()).toBeGreaterThan(0);
});

test('SMS-01 SMS-18 an answer from the inbox goes by the rules of texts', async () => {
  const { id, api, enable, conversations, receive, tell, control, phone, advance, events } = await scene();
  await receive();
  const conversationId = String((await conversations())[0]?.['id']);
  const answer = () =>
    api('POST', `/v1/inbox/conversations/${conversationId}/messages`, {
      body: { accountId: id, message: 'Until six.' },
    });
  expect(await answer()).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  await enable();
  expect((await answer()).status).toBe(200);
  await tell(id, 'suspended', 'abuse');
  expect(await answer()).toMatchObject({ status: 409, body: { error: expect.stringContaining('suspended') } });
  await tell(id, 'reactivated');
  await control('POST', '/_local/inbound', { type: 'sms', to: phone, from: PERSON, text: 'STOP' });
  expect((await answer()).status).toBe(200);
  await advance(5);
  expect(await events('message.failed')).toMatchObject([{ payload: { error: { code: 40300 } } }]);
  const begun = await api('POST', '/v1/inbox/conversations', {
    body: { accountId: id, participantId: PERSON, message: 'Hello again.' },
  });
  expect(begun.status).toBeLessThan(300);
  await advance(5);
  expect(await events('message.failed')).toHaveLength(2);
});
