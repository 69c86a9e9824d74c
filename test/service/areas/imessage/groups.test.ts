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
