/** Messages that callers send, and what they do with those that are there: told as the answers say, and read again. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { fits } from '../../../../src/schema/judge.ts';
import { startService, type Json } from '../../../support/service.ts';

const { schemas } = openCatalog('dist/cards').file('events');

async function scene(platform: string) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  let seen = (await service.events()).length;
  /** What happened since the last look, every payload held against its schema. */
  const told = async (): Promise<readonly (readonly [string, Json])[]> => {
    const events = (await service.events()).slice(seen);
    seen += events.length;
    for (const { event, payload } of events) expect(fits(schemas[event] ?? {}, payload, schemas), event).toBe(true);
    return events.map(({ event, payload }) => [event, payload] as const);
  };
  const post = async (path: string, body: object) => {
    const answer = await service.api('POST', path, { body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  };
  const begin = async () =>
    (await post('/v1/inbox/conversations', { accountId, participantId: '15550100399', message: 'Good morning' }))[
      'data'
    ] as Json;
  return { ...service, accountId, told, post, begin };
}

const NOBODY = { automationId: null, workflowId: null, executionId: null, broadcastId: null, sequenceId: null };

test('EVT-54 EVT-55 EVT-61 a conversation that is begun is told, and so is its message, which is there', async () => {
  const { api, accountId, begin, told } = await scene('telegram');
  const { conversationId, messageId } = await begin();
  const message = { id: messageId, conversationId, text: 'Good morning', direction: 'outgoing', sentVia: 'api' };
  expect(await told()).toMatchObject([
    ['conversation.started', { conversation: { id: conversationId }, account: { accountId } }],
    ['message.sent', { message: { ...message, ...NOBODY } }],
  ]);
  const path = `/v1/inbox/conversations/${String(conversationId)}/messages`;
  expect((await api('GET', path, { query: { accountId } })).body['messages']).toMatchObject([{ id: messageId }]);
});

test('EVT-54 EVT-58 a message that is sent is told, is outgoing, and is the latest of its conversation', async () => {
  const { api, accountId, begin, told, post } = await scene('whatsapp');
  const { conversationId } = await begin();
  await told();
  const path = `/v1/inbox/conversations/${String(conversationId)}`;
  const attachment = { attachmentUrl: 'https://a.example/x.jpg', attachmentType: 'image' };
  await post(`${path}/messages`, { accountId, message: 'We are open.', ...attachment });
  const attachments = [{ type: 'image', url: 'https://a.example/x.jpg' }];
  expect(await told()).toMatchObject([
    ['message.sent', { message: { text: 'We are open.', direction: 'outgoing', attachments }, pricing: null }],
  ]);
  const { body } = await api('GET', path, { query: { accountId } });
  expect(body['data']).toMatchObject({ lastMessage: 'We are open.' });
});

test('EVT-63 who answers is told when it changes, and sending on whatsapp takes it back', async () => {
  const { accountId, begin, told, post } = await scene('whatsapp');
  const path = `/v1/inbox/conversations/${String((await begin())['conversationId'])}`;
  await told();
  const answer = await post(`${path}/thread-control`, { accountId, action: 'release', metadata: 'Night shift' });
  expect(answer).toMatchObject({ control: { owner: 'ai_agent' } });
  await post(`${path}/thread-control`, { accountId, action: 'release' });
  const given = { owner: 'ai_agent', previousOwner: 'app', ownerAppId: null, metadata: 'Night shift' };
  expect(await told()).toMatchObject([['conversation.control_changed', { control: given }]]);
  await post(`${path}/messages`, { accountId, message: 'Back again.' });
  const back = { owner: 'app', previousOwner: 'ai_agent' };
  expect(await told()).toMatchObject([
    ['conversation.control_changed', { control: back }],
    ['message.sent', { message: { text: 'Back again.' } }],
  ]);
});

test('INB-07 a second message to one person lands in the conversation that there is', async () => {
  const { begin } = await scene('whatsapp');
  const first = await begin();
  expect(await begin()).toMatchObject({ conversationId: first['conversationId'] });
});

test('INB-03 on whatsapp a person is known by the digits of the number', async () => {
  const { accountId, post } = await scene('whatsapp');
  const body = { accountId, participantId: '+1 555 0100 399', message: 'Hi' };
  expect((await post('/v1/inbox/conversations', body))['data']).toMatchObject({ participantId: '15550100399' });
});

test('a conversation of another account is not there', async () => {
  const { account, api, begin } = await scene('telegram');
  const { _id: accountId } = await account('whatsapp');
  const path = `/v1/inbox/conversations/${String((await begin())['conversationId'])}`;
  expect((await api('GET', path, { query: { accountId } })).status).toBe(404);
  const sent = await api('POST', `${path}/messages`, { body: { accountId, message: 'Hi' } });
  expect(sent.status).toBe(404);
});

test('INB-15 what came in is read once it is marked, and counted once', async () => {
  const { api, control, accountId, post } = await scene('whatsapp');
  const inbound = { type: 'message', accountId, participant: { id: '15550100399' }, text: 'Hello' };
  const { body } = await control('POST', '/_local/inbound', inbound);
  const path = `/v1/inbox/conversations/${String(body['conversationId'])}`;
  const unread = async () => (await api('GET', '/v1/inbox/conversations')).body['data']?.['0']?.['unreadCount'];
  expect(await unread()).toBe(1);
  expect(await post(`${path}/read`, { accountId })).toMatchObject({ markedCount: 1 });
  expect(await unread()).toBe(0);
  expect(await post(`${path}/read`, { accountId })).toMatchObject({ markedCount: 0 });
});

test('a message is reworded, reacted to and deleted, and keeps what it said', async () => {
  const { api, accountId, begin, post } = await scene('telegram');
  const { conversationId, messageId } = await begin();
  const list = `/v1/inbox/conversations/${String(conversationId)}/messages`;
  const path = `${list}/${String(messageId)}`;
  const read = async () => (await api('GET', list, { query: { accountId } })).body['messages']?.['0'];
  await api('PATCH', path, { body: { accountId, text: 'Good evening' } });
  const editHistory = [{ text: 'Good morning' }];
  expect(await read()).toMatchObject({ message: 'Good evening', isEdited: true, editCount: 1, editHistory });
  await post(`${path}/reactions`, { accountId, emoji: '👍' });
  await post(`${path}/reactions`, { accountId, emoji: '🎉' });
  expect(await read()).toMatchObject({ reactions: [{ emoji: '🎉', fromMe: true }] });
  await api('DELETE', `${path}/reactions`, { query: { accountId } });
  expect(await read()).toMatchObject({ reactions: [] });
  await api('DELETE', path, { query: { accountId } });
  expect(await read()).toMatchObject({ isDeleted: true, deliveryStatus: 'deleted' });
});

test('the conversation that was written to last is the first, and words are found in messages', async () => {
  const { api, advance, accountId, begin, post } = await scene('telegram');
  const { conversationId: older } = await begin();
  await advance(60);
  const body = { accountId, participantId: '15550100400', message: 'The invoice is paid' };
  const { conversationId: newer } = (await post('/v1/inbox/conversations', body))['data'] as Json;
  const listed = async () =>
    ((await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as { id: string }[]).map(({ id }) => id);
  expect(await listed()).toEqual([newer, older]);
  await advance(60);
  await post(`/v1/inbox/conversations/${String(older)}/messages`, { accountId, message: 'Are you there?' });
  expect(await listed()).toEqual([older, newer]);
  const found = await api('GET', '/v1/inbox/conversations/search', { query: { query: 'INVOICE' } });
  const match = { conversation: { id: newer }, matchCount: 1, matches: [{ text: 'The invoice is paid' }] };
  expect(found.body['data']).toMatchObject([match]);
});
