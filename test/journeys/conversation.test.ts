/** A conversation from the first word to the last: answered, read, handed over, left alone for too long, and begun again with a template. */
import { expect, test } from 'vitest';
import { approve, talk } from '../service/areas/inbox/talk.ts';

const DAY = 24 * 3_600;

test('EVT-86 EVT-87 INB-19 INB-24 ASM-55 a customer writes, is answered, handed over, and reached again a day later', async () => {
  const at = await talk('whatsapp');
  const { hears, send, tell, told, advance, api, feed, messages, conversation, accountId } = at;
  await approve(at, { components: [{ type: 'body', text: 'Your order waits for you.' }] });

  // Ada writes first; the answer arrives, and she reads it.
  const { conversationId } = await hears({ text: 'Is my order ready?' });
  expect(await conversation(conversationId)).toMatchObject({ unreadCount: 1, lastMessage: 'Is my order ready?' });
  const { body } = await send(conversationId, { message: 'In an hour.' });
  const messageId = String(body['data']?.['messageId']);
  await advance(5);
  await tell('message_status', { messageId, status: 'read' });
  expect((await told()).map(([name]) => name)).toEqual(
    expect.arrayContaining(['message.received', 'message.sent', 'message.delivered', 'message.read']),
  );
  expect((await messages(conversationId)).map(({ message, direction }) => [direction, message])).toEqual([
    ['incoming', 'Is my order ready?'],
    ['outgoing', 'In an hour.'],
  ]);

  // The agent of the platform takes over, until the team writes again.
  const control = (action: string) =>
    api('POST', `/v1/inbox/conversations/${conversationId}/thread-control`, { body: { accountId, action } });
  expect((await control('release')).status).toBe(200);
  await hears({ text: 'Thanks!' });
  expect((await control('take')).status).toBe(200);
  const changes = (await told()).filter(([name]) => name === 'conversation.control_changed');
  expect(changes).toHaveLength(2);

  // A day later free text is refused. A template goes through, and her answer opens the window again.
  await advance(DAY + 1);
  expect(await send(conversationId)).toMatchObject({ status: 400, body: { code: 'TEMPLATE_REQUIRED' } });
  const template = { name: 'order_update', language: 'en_US', components: [] };
  const reminder = await send(conversationId, { message: undefined, template });
  expect(reminder.status, JSON.stringify(reminder.body)).toBe(200);
  await hears({ text: 'On my way.' });
  expect((await send(conversationId, { message: 'See you.' })).status).toBe(200);
  expect((await feed(accountId, 'message')).map(({ text }) => text)).toEqual([
    'In an hour.',
    'Your order waits for you.',
    'See you.',
  ]);
});
