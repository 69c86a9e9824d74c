/** Events of what is sent, answered, handed over and run through the API: valid, and of what the answers say. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { fits } from '../../../src/schema/judge.ts';
import { startService, type Json } from '../../support/service.ts';

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
