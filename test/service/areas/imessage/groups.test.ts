/** Groups begin with a message, are read as conversations, and know who is in them. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('imessage');
  const contacts = ['+12025550198', 'ana@example.com'];
  const begin = () =>
    service.api('POST', '/v1/imessage/groups', {
      body: { accountId, contacts, text: 'Hello both!', name: 'Book club' },
    });
  const conversationId = async () => {
    const { body } = await service.api('GET', '/v1/inbox/conversations', { query: { accountId } });
    return String(body['data']?.['0']?.['id']);
  };
  const told = async () => (await service.events()).filter(({ event }) => /^(message|conversation)\./.test(event));
  return { ...service, accountId, contacts, begin, conversationId, told };
}

test('a group begins with its first message', async () => {
  const { begin, told } = await scene();
  expect((await begin()).status).toBeLessThan(300);
  const events = await told();
  expect(events.map(({ event }) => event)).toEqual(['conversation.started', 'message.sent']);
  expect(events.find(({ event }) => event === 'message.sent')?.payload).toMatchObject({
    message: { text: 'Hello both!' },
    conversation: { participantName: 'Book club' },
  });
  expect(wrongEvents(events)).toEqual([]);
});

test('a group is the conversation that its message is in, with everybody who is in it', async () => {
  const { api, accountId, contacts, begin, conversationId } = await scene();
  await begin();
  const path = `/v1/imessage/groups/${await conversationId()}`;
  const read = async () => (await api('GET', path, { query: { accountId } })).body['group'];
  expect(await read()).toMatchObject({ name: 'Book club', participants: contacts, channel: 'imessage' });
  await api('POST', `${path}/participants`, { body: { accountId, contact: 'bo@example.com' } });
  expect(await read()).toMatchObject({ participants: [...contacts, 'bo@example.com'] });
  await api('DELETE', `${path}/participants`, { query: { accountId, contact: '+12025550198' } });
  expect(await read()).toMatchObject({ participants: ['ana@example.com', 'bo@example.com'] });
  await api('PATCH', path, { body: { accountId, name: 'Book club, autumn' } });
  expect(await read()).toMatchObject({ name: 'Book club, autumn' });
  const conversation = await api('GET', path.replace('imessage/groups', 'inbox/conversations'), {
    query: { accountId },
  });
  expect(conversation.body['data']).toMatchObject({ participantName: 'Book club, autumn' });
});

test('readings, "iMessage": groups go out from senders and from no other account', async () => {
  const { api, account, contacts } = await scene();
  const { _id: accountId } = await account('sms');
  const answer = await api('POST', '/v1/imessage/groups', { body: { accountId, contacts, text: 'Hello' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'platform_not_supported', param: 'accountId' } });
});

test('readings, "iMessage": a group has at least two people, each of them once', async () => {
  const { api, accountId, conversationId } = await scene();
  const group = (contacts: readonly string[]) =>
    api('POST', '/v1/imessage/groups', { body: { accountId, contacts, text: 'Hello' } });
  const refusal = { status: 400, body: { code: 'invalid_field_value', param: 'contacts' } };
  expect(await group([])).toMatchObject(refusal);
  expect(await group(['+1 (202) 555-0198', '+12025550198'])).toMatchObject(refusal);
  expect(await group(['ana', 'bo@example.com'])).toMatchObject(refusal);
  expect((await group(['Ana@Example.com', '+1 202 555 0198', 'ana@example.com'])).status).toBe(200);
  const { body } = await api('GET', `/v1/imessage/groups/${await conversationId()}`, { query: { accountId } });
  expect(body['group']).toMatchObject({ participants: ['ana@example.com', '+12025550198'] });
});

test('readings, "iMessage": people see each change of a group, and a person alone is no group', async () => {
  const { api, control, feed, accountId, begin, conversationId } = await scene();
  await begin();
  const id = await conversationId();
  const path = `/v1/imessage/groups/${id}`;
  await api('PATCH', path, { body: { accountId, name: 'Book club, autumn', photoUrl: 'https://example.com/a.jpg' } });
  await api('POST', `${path}/participants`, { body: { accountId, contact: 'Bo@example.com' } });
  await api('POST', `${path}/participants`, { body: { accountId, contact: 'bo@example.com' } });
  expect((await api('POST', `${path}/participants`, { body: { accountId, contact: 'bo' } })).status).toBe(400);
  const remove = (contact: string) => api('DELETE', `${path}/participants`, { query: { accountId, contact } });
  expect((await remove('+1 202 555 0198')).status).toBe(200);
  expect((await remove('+12025550198')).status).toBe(404);
  expect(await feed(accountId, 'group')).toMatchObject([
    { conversationId: id, name: 'Book club, autumn', photoUrl: 'https://example.com/a.jpg' },
    { conversationId: id, added: 'bo@example.com' },
    { conversationId: id, removed: '+12025550198' },
  ]);
  const person = { type: 'message', accountId, participant: { id: 'ana@example.com' }, text: 'Hi' };
  const alone = String((await control('POST', '/_local/inbound', person)).body['conversationId']);
  for (const [method, under, body] of [
    ['PATCH', '', { accountId, name: 'X' }],
    ['POST', '/participants', { accountId, contact: 'bo@example.com' }],
  ] as const)
    expect((await api(method, `/v1/imessage/groups/${alone}${under}`, { body })).status).toBe(404);
  expect((await api('GET', `/v1/imessage/groups/${alone}`, { query: { accountId } })).status).toBe(404);
  const subscription = { accountId, conversationId: id, subscribed: false };
  const answer = await api('POST', '/v1/imessage/audience/subscription', { body: subscription });
  expect(answer).toMatchObject({ status: 400, body: { param: 'conversationId' } });
});

test('readings, "iMessage": people in a group write to all of it', async () => {
  const { api, control, accountId, begin, conversationId, told } = await scene();
  await begin();
  const id = await conversationId();
  const write = (from: string, within = id) =>
    control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      conversationId: within,
      participant: { id: from },
      text: 'See you there',
    });
  expect((await write('ana@example.com')).body).toMatchObject({ conversationId: id });
  expect((await told()).at(-1)).toMatchObject({ event: 'message.received', payload: { conversation: { id } } });
  const { body } = await api('GET', `/v1/inbox/conversations/${id}/messages`, { query: { accountId } });
  expect(body['messages']?.['1']).toMatchObject({ senderId: 'ana@example.com', message: 'See you there' });
  expect((await write('zoe@example.com')).status).toBe(409);
  expect((await write('ana@example.com', '658b34dbc2c05eb4d7e25d48')).status).toBe(404);
});
