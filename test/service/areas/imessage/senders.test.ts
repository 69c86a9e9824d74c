/** A sender is an account, and its audience are the people of its conversations. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const profileId = await service.profileId();
  const answer = await service.api('POST', '/v1/imessage/senders', {
    body: { profileId, sender: '+12025550123', displayName: 'Harbor Books' },
  });
  const sender = { ...answer.body['account'], id: String(answer.body['account']?.['id']) };
  return { ...service, sender, profileId };
}

test('a sender that is registered is an account of the platform, and is told as connected', async () => {
  const { api, events, sender, profileId } = await scene();
  const { body } = await api('GET', '/v1/imessage/senders');
  expect(body['senders']).toEqual([sender]);
  expect(sender).toMatchObject({ platform: 'imessage', sender: '+12025550123', profileId, isActive: true });
  const { body: account } = await api('GET', `/v1/accounts/${sender.id}/health`);
  expect(account['accountId']).toBe(sender.id);
  expect((await events()).map(({ event }) => event)).toContain('account.connected');
});

test('readings, "iMessage": a sender is a number or an address, and one that is a sender already is 409', async () => {
  const { api, profileId } = await scene();
  const register = (sender: string) => api('POST', '/v1/imessage/senders', { body: { profileId, sender } });
  expect(await register('harbor')).toMatchObject({ status: 400, body: { param: 'sender' } });
  expect((await register('+1 (202) 555-0123')).status).toBe(409);
  const made = await register('Hello@HarborBooks.example');
  expect(made.body['account']).toMatchObject({ sender: 'hello@harborbooks.example' });
});

test('readings, "iMessage": the name of an ordered sender is that of its account', async () => {
  const { api, advance, profileId } = await scene();
  const { body } = await api('POST', '/v1/imessage/senders/order', { body: { profileId, kind: 'phone' } });
  const id = String(body['sender']?.['id']);
  await advance(60);
  await api('PATCH', `/v1/imessage/senders/${id}`, { body: { displayName: 'Harbor Books' } });
  const { senders } = (await api('GET', '/v1/imessage/senders')).body;
  expect(senders).toMatchObject([{}, { sender: '+12025550171', displayName: 'Harbor Books', provider: 'loopmessage' }]);
});

test('whoever wrote is in the audience, and stays as noted there', async () => {
  const { api, control, sender } = await scene();
  const audience = async (query = {}) => (await api('GET', '/v1/imessage/audience', { query })).body;
  expect(await audience()).toMatchObject({ contacts: [], total: 0 });
  const arrived = await control('POST', '/_local/inbound', {
    type: 'message',
    accountId: sender.id,
    participant: { id: 'ana@example.com', name: 'Ana' },
    text: 'Hi',
  });
  const conversationId = String(arrived.body['conversationId']);
  const person = { conversationId, contact: 'ana@example.com', name: 'Ana', subscribed: true, lastMessage: 'Hi' };
  expect((await audience())['contacts']).toMatchObject([person]);
  await api('POST', '/v1/imessage/audience/subscription', {
    body: { accountId: sender.id, conversationId, subscribed: false },
  });
  expect((await audience({ status: 'subscribed' }))['contacts']).toEqual([]);
  expect((await audience({ status: 'unsubscribed' }))['contacts']).toMatchObject([{ ...person, subscribed: false }]);
});
