/** Messages that callers send: where they land, what their answers and events say, and what people see of them. */
import { expect, test } from 'vitest';
import { wrongEvents } from '../../events/judged.ts';
import { PERSON, talk } from './talk.ts';

const NOBODY = { automationId: null, workflowId: null, executionId: null, broadcastId: null, sequenceId: null };

test('INB-01 INB-02 INB-03 INB-04 a first message answers with the id that its event has, the conversation and the person', async () => {
  const { begin, told, hears } = await talk('whatsapp');
  await hears();
  await told();
  const { status, body } = await begin({ participantId: `+${PERSON.slice(0, 4)} (0) ${PERSON.slice(5)}` });
  expect([status, body['success']]).toEqual([201, true]);
  const { messageId, conversationId, participantId } = body['data'] as unknown as Record<string, string>;
  expect(participantId).toBe(PERSON);
  expect(conversationId).toMatch(/^[0-9a-f]{24}$/);
  const [[name, payload] = ['', {}]] = await told();
  expect([name, payload]).toMatchObject([
    'message.sent',
    { message: { platformMessageId: messageId, conversationId } },
  ]);
});

test('ASM-57 where people have no numbers the person goes by the id of the platform', async () => {
  const { begin, hears, conversation, feed, accountId } = await talk('instagram');
  const id = '17841400008460056';
  const { conversationId } = await hears({ participant: { id, name: 'Ada' } });
  const { status, body } = await begin({ participantId: id });
  expect([status, body['data']]).toMatchObject([201, { participantId: id, conversationId }]);
  expect(await conversation(conversationId)).toMatchObject({ participantId: id, participantName: 'Ada' });
  expect(await feed(accountId, 'message')).toMatchObject([{ to: id }]);
});

test.each(['whatsapp', 'telegram', 'sms', 'slack'])(
  'INB-07 EVT-61 on %s there is one conversation with a person, whoever writes first and however the number is written',
  async (platform) => {
    const { begin, hears, api, told } = await talk(platform, { username: '+15550100200' });
    const { conversationId } = await hears();
    expect((await begin()).body['data']).toMatchObject({ conversationId });
    expect((await begin({ participantId: ` ${PERSON}` })).body['data']).toMatchObject({ conversationId });
    expect((await hears()).conversationId).toBe(conversationId);
    expect((await told()).filter(([name]) => name === 'conversation.started')).toHaveLength(1);
    expect((await api('GET', '/v1/inbox/conversations')).body['data']).toHaveLength(1);
  },
);

test('EVT-54 EVT-55 EVT-61 a conversation that a caller begins is announced with its first message', async () => {
  const { begin, told, messages, events, accountId } = await talk('telegram');
  const { conversationId, messageId } = (await begin()).body['data'] as unknown as Record<string, string>;
  const message = { platformMessageId: messageId, conversationId, text: 'Good morning', direction: 'outgoing' };
  expect(await told()).toMatchObject([
    ['conversation.started', { conversation: { id: conversationId }, account: { accountId } }],
    ['message.sent', { message: { ...message, sentVia: 'api', ...NOBODY } }],
  ]);
  expect(await messages(conversationId ?? '')).toMatchObject([{ message: 'Good morning', sentVia: 'api' }]);
  expect(wrongEvents(await events())).toEqual([]);
});

test('INB-08 one conversation is listed, with its latest message', async () => {
  const { api, begin, send } = await talk('telegram');
  expect((await api('GET', '/v1/inbox/conversations')).body['data']).toEqual([]);
  const { conversationId } = (await begin()).body['data'] as unknown as Record<string, string>;
  await send(conversationId ?? '');
  expect((await api('GET', '/v1/inbox/conversations')).body).toMatchObject({
    data: [{ id: conversationId, lastMessage: 'We are open.' }],
    meta: { accountsQueried: 1, accountsFailed: 0 },
  });
});

test('INB-11 free text goes out within the window and is what the person sees; an empty message is refused', async () => {
  const { hears, send, feed, accountId } = await talk('whatsapp');
  const { conversationId } = await hears();
  const { status, body } = await send(conversationId);
  expect([status, body['data']]).toMatchObject([200, { conversationId }]);
  expect(body['data']?.['partialFailure']).toBeUndefined();
  expect(await feed(accountId, 'message')).toMatchObject([
    { nativeId: body['data']?.['messageId'], to: PERSON, text: 'We are open.' },
  ]);
  expect(await send(conversationId, { message: '' })).toMatchObject({
    status: 400,
    body: { code: 'missing_required_field', param: 'message' },
  });
  expect(await feed(accountId, 'message')).toHaveLength(1);
});

test('INB-12 a file goes out by its address', async () => {
  const { hears, send, feed, accountId, messages } = await talk('whatsapp');
  const { conversationId } = await hears();
  const file = { attachmentUrl: 'https://a.example/menu.pdf', attachmentType: 'file', attachmentName: 'Menu' };
  const { body } = await send(conversationId, { ...file, message: undefined });
  const shown = { type: 'file', url: 'https://a.example/menu.pdf', filename: 'Menu' };
  expect(body['data']).toMatchObject({ attachments: [{ type: 'file', url: file.attachmentUrl }] });
  expect(await feed(accountId, 'message')).toMatchObject([{ text: null, media: [shown] }]);
  expect((await messages(conversationId)).at(-1)).toMatchObject({ attachments: [shown] });
});

test('INB-09 INB-10 the list has what became of each message, and why one failed', async () => {
  const { hears, send, messages, tell } = await talk('whatsapp');
  const { conversationId } = await hears();
  const { messageId } = (await send(conversationId)).body['data'] as unknown as Record<string, string>;
  const last = async () => (await messages(conversationId)).at(-1);
  expect(await last()).toMatchObject({ deliveryStatus: 'sent' });
  await tell('message_status', { platformMessageId: messageId, status: 'delivered' });
  expect(await last()).toMatchObject({ deliveryStatus: 'delivered', deliveredAt: '2026-01-05T09:00:00.000Z' });
  await tell('message_status', { messageId, status: 'read' });
  expect(await last()).toMatchObject({ deliveryStatus: 'read' });
  expect((await tell('message_status', { messageId, status: 'delivered' })).status).toBe(409);
  expect(await last()).toMatchObject({ deliveryStatus: 'read' });
  const second = (await send(conversationId)).body['data']?.['messageId'];
  const error = { code: 131026, title: 'Undeliverable', message: 'No such phone.' };
  await tell('message_status', { messageId: second, status: 'failed', error });
  expect(await last()).toMatchObject({ deliveryStatus: 'failed', deliveryError: error });
});

test('a message that came in has no delivery status to change', async () => {
  const { hears, tell } = await talk('whatsapp');
  const { messageId } = await hears();
  expect(await tell('message_status', { messageId, status: 'read' })).toMatchObject({
    status: 409,
    body: { code: 'invalid_resource_state' },
  });
});

test('a conversation of another account is not there', async () => {
  const { account, api, begin } = await talk('telegram');
  const { _id: accountId } = await account('whatsapp');
  const path = `/v1/inbox/conversations/${String((await begin()).body['data']?.['conversationId'])}`;
  expect((await api('GET', path, { query: { accountId } })).status).toBe(404);
  expect((await api('POST', `${path}/messages`, { body: { accountId, message: 'Hi' } })).status).toBe(404);
});

test('a message is quoted where the platform can, else it goes out with a warning', async () => {
  const quoting = await talk('telegram');
  const heard = await quoting.hears();
  await quoting.send(heard.conversationId, { replyTo: heard.messageId });
  expect(await quoting.feed(quoting.accountId, 'message')).toMatchObject([{ replyTo: `m_${heard.messageId}` }]);
  expect(await quoting.send(heard.conversationId, { replyTo: 'nothing' })).toMatchObject({
    status: 404,
    body: { param: 'replyTo' },
  });
  const plain = await talk('reddit');
  const other = await plain.hears();
  const { body } = await plain.send(other.conversationId, { replyTo: other.messageId });
  expect(body['warnings']).toMatchObject([{ code: 'ignored_field', param: 'replyTo' }]);
});

test('a text goes out through the carrier, and fails there for somebody who opted out', async () => {
  const { send, feed, account, control, advance, events } = await talk('telegram');
  const { _id: accountId } = await account('sms', { username: '+15550100200' });
  const says = (text: string) =>
    control('POST', '/_local/inbound', { type: 'sms', to: '+15550100200', from: `+${PERSON}`, text });
  const conversationId = String((await says('Hello')).body['conversationId']);
  expect((await send(conversationId, { accountId })).status).toBe(200);
  expect(await feed('carrier', 'sms')).toMatchObject([
    { from: '+15550100200', to: `+${PERSON}`, text: 'We are open.' },
  ]);
  await says('STOP');
  expect((await send(conversationId, { accountId })).status).toBe(200);
  await advance(5);
  expect(await events('message.failed')).toMatchObject([{ payload: { error: { code: 40300 } } }]);
});

test('a message is reworded, reacted to and deleted on the platform too, and keeps what it said', async () => {
  const { api, accountId, begin, feed, messages } = await talk('telegram');
  const { conversationId, messageId } = (await begin()).body['data'] as unknown as Record<string, string>;
  const path = `/v1/inbox/conversations/${String(conversationId)}/messages/${String(messageId)}`;
  const read = async () => (await messages(conversationId ?? ''))[0];
  await api('PATCH', path, { body: { accountId, text: 'Good evening' } });
  const editHistory = [{ text: 'Good morning' }];
  expect(await read()).toMatchObject({ message: 'Good evening', isEdited: true, editCount: 1, editHistory });
  expect(await feed(accountId, 'message')).toMatchObject([
    { text: 'Good evening', updatedAt: expect.any(String) as string },
  ]);
  await api('POST', `${path}/reactions`, { body: { accountId, emoji: '👍' } });
  await api('POST', `${path}/reactions`, { body: { accountId, emoji: '🎉' } });
  expect(await read()).toMatchObject({ reactions: [{ emoji: '🎉', fromMe: true }] });
  await api('DELETE', `${path}/reactions`, { query: { accountId } });
  expect(await read()).toMatchObject({ reactions: [] });
  expect((await feed(accountId, 'reaction')).map((one) => one['removedAt'] !== undefined)).toEqual([true, true]);
  await api('DELETE', path, { query: { accountId } });
  expect(await read()).toMatchObject({ isDeleted: true, deliveryStatus: 'deleted', message: 'Good evening' });
  expect(await feed(accountId, 'message')).toMatchObject([{ removedAt: expect.any(String) as string }]);
});

test.each([
  ['facebook', 'PATCH', ''],
  ['whatsapp', 'DELETE', ''],
  ['reddit', 'POST', '/reactions'],
])('on %s a message that is out is not changed by %s%s', async (platform, method, rest) => {
  const { hears, send, api, accountId } = await talk(platform);
  const { conversationId } = await hears();
  const messageId = String((await send(conversationId)).body['data']?.['messageId']);
  const path = `/v1/inbox/conversations/${conversationId}/messages/${messageId}${rest}`;
  const body = method === 'DELETE' ? {} : { body: { accountId, text: 'x', emoji: '👍' } };
  const answer = await api(method, path, { query: { accountId }, ...body });
  expect(answer).toMatchObject({ status: 400, body: { code: 'PLATFORM_LIMITATION' } });
});

test('a file of a message is found by its place, as an address or as the way there', async () => {
  const { hears, api, accountId } = await talk('instagram');
  const { conversationId, messageId } = await hears({
    attachments: [{ type: 'image', url: 'https://a.example/1.jpg' }],
  });
  const path = `/v1/inbox/conversations/${conversationId}/messages/${messageId}/attachments`;
  const get = (index: number, format: string) =>
    api('GET', `${path}/${String(index)}`, { query: { accountId, format } });
  expect(await get(0, 'json')).toMatchObject({
    status: 200,
    body: { url: 'https://a.example/1.jpg', refreshed: false },
  });
  const led = await get(0, 'redirect');
  expect([led.status, led.headers['location']]).toEqual([302, 'https://a.example/1.jpg']);
  expect((await get(1, 'json')).status).toBe(404);
});

test('the conversation that was written to last is the first, and words are found in messages', async () => {
  const { api, advance, begin, send } = await talk('telegram');
  const older = String((await begin()).body['data']?.['conversationId']);
  await advance(60);
  const second = await begin({ participantId: '15550100400', message: 'The invoice is paid' });
  const newer = String(second.body['data']?.['conversationId']);
  const listed = async () =>
    ((await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as { id: string }[]).map(({ id }) => id);
  expect(await listed()).toEqual([newer, older]);
  await advance(60);
  await send(older, { message: 'Are you there?' });
  expect(await listed()).toEqual([older, newer]);
  const found = await api('GET', '/v1/inbox/conversations/search', { query: { query: 'INVOICE' } });
  const match = { conversation: { id: newer }, matchCount: 1, matches: [{ text: 'The invoice is paid' }] };
  expect(found.body['data']).toMatchObject([match]);
});

test('readings, "Conversations": a group that everybody has left takes no message', async () => {
  const { api, accountId, send } = await talk('imessage');
  const contacts = ['+12025550198', 'ana@example.com'] as const;
  await api('POST', '/v1/imessage/groups', { body: { accountId, contacts, text: 'Hello both!' } });
  const { body } = await api('GET', '/v1/inbox/conversations', { query: { accountId } });
  const id = String(body['data']?.['0']?.['id']);
  const leave = (contact: string) =>
    api('DELETE', `/v1/imessage/groups/${id}/participants`, { query: { accountId, contact } });
  await leave(contacts[0]);
  expect((await send(id)).status).toBe(200);
  await leave(contacts[1]);
  expect(await send(id)).toMatchObject({ status: 400, body: { code: 'MISSING_PARTICIPANT' } });
});
