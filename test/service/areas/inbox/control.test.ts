/** Who answers in a conversation, on each platform, and what people see of a reader. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { PERSON, talk, type Talk } from './talk.ts';

const pathOf = (id: string, what: string) => `/v1/inbox/conversations/${id}/${what}`;

async function held(platform: string, owner?: string) {
  const one = await talk(platform);
  const { conversationId } = await one.hears();
  const act = (action: string, more: object = {}) =>
    one.api('POST', pathOf(conversationId, 'thread-control'), { body: { accountId: one.accountId, action, ...more } });
  if (owner !== undefined) await one.tell('control', { conversationId, owner });
  await one.told();
  return { ...one, conversationId, act, owner: async () => (await one.conversation(conversationId))['threadControl'] };
}

const moves = async ({ told }: Talk) =>
  (await told()).filter(([name]) => name === 'conversation.control_changed').map(([, payload]) => payload['control']);

describe('control', () => {
  test('INB-22 INB-23 INB-24 INB-30 on whatsapp release hands it to the agent and take brings it back, with an event each', async () => {
    const one = await held('whatsapp');
    expect((await one.act('release', { metadata: 'Night shift' })).body).toMatchObject({
      control: { owner: 'ai_agent' },
    });
    await one.act('release');
    const ownerAppId = null;
    expect(await moves(one)).toEqual([
      { owner: 'ai_agent', previousOwner: 'app', ownerAppId, metadata: 'Night shift' },
    ]);
    expect((await one.act('take')).body).toMatchObject({ control: { owner: 'app' } });
    expect(await moves(one)).toMatchObject([{ owner: 'app', previousOwner: 'ai_agent' }]);
  });

  test.each(['facebook', 'instagram'])('INB-30 on %s there is no release', async (platform) => {
    const { act, owner } = await held(platform);
    expect(await act('release')).toMatchObject({ status: 400, body: { code: 'PLATFORM_LIMITATION', param: 'action' } });
    expect(await owner()).toBe('app');
  });

  test('on telegram nobody else answers', async () => {
    const { act } = await held('telegram');
    expect(await act('take')).toMatchObject({ status: 400, body: { code: 'PLATFORM_LIMITATION' } });
  });

  test.each(['facebook', 'instagram'])(
    'INB-27 INB-28 INB-31 on %s nothing goes out while another app owns it, until it is taken',
    async (platform) => {
      const { send, begin, act, feed, accountId, conversationId } = await held(platform, 'other');
      const refused = { status: 409, body: { code: 'not_thread_owner', details: { ownerAppId: '263902037430900' } } };
      expect(await send(conversationId)).toMatchObject(refused);
      expect(await begin()).toMatchObject(refused);
      expect(await feed(accountId, 'message')).toEqual([]);
      expect((await act('take')).body).toMatchObject({ control: { owner: 'app' } });
      expect((await send(conversationId)).status).toBe(200);
    },
  );

  test('INB-29 a request reaches the other app and leaves the conversation with it', async () => {
    const one = await held('facebook', 'other');
    expect(await one.act('request')).toMatchObject({ status: 200, body: { control: { owner: 'other' } } });
    expect(await one.feed(one.accountId, 'thread_control')).toMatchObject([{ action: 'request', to: PERSON }]);
    expect(await moves(one)).toEqual([]);
    expect((await one.send(one.conversationId)).status).toBe(409);
    await one.tell('control', { conversationId: one.conversationId, owner: 'app' });
    expect(await moves(one)).toMatchObject([{ owner: 'app', previousOwner: 'other' }]);
    expect((await one.send(one.conversationId)).status).toBe(200);
  });

  test('pass goes to the agent by its name, and only from whoever owns the conversation', async () => {
    const one = await held('facebook');
    expect(await one.act('pass')).toMatchObject({ status: 400, body: { param: 'target' } });
    expect((await one.act('pass', { target: 'ai_agent' })).body).toMatchObject({ control: { owner: 'ai_agent' } });
    expect(await one.act('pass', { target: 'ai_agent' })).toMatchObject({ status: 409 });
  });

  test('INB-25 messages are marked as not for us while the agent answers, in events and in the list', async () => {
    const { act, hears, told, messages, conversationId } = await held('whatsapp');
    const marks = async () =>
      (await told()).filter(([name]) => name === 'message.received').map(([, { metadata }]) => metadata?.['standby']);
    await act('release');
    await hears();
    expect(await marks()).toEqual([true]);
    await act('take');
    await hears();
    expect(await marks()).toEqual([undefined]);
    expect((await messages(conversationId)).map(({ metadata }) => metadata?.['standby'])).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });
});

describe('INB-26 on whatsapp whatever is sent takes the conversation back from the agent', () => {
  const back = { owner: 'app', previousOwner: 'ai_agent' };

  test('a message into it', async () => {
    const one = await held('whatsapp', 'ai_agent');
    expect((await one.send(one.conversationId)).status).toBe(200);
    expect(await moves(one)).toMatchObject([back]);
  });

  test('a message that would begin one', async () => {
    const one = await held('whatsapp', 'ai_agent');
    expect((await one.begin()).status).toBe(201);
    expect(await moves(one)).toMatchObject([back]);
  });

  test('a broadcast', async () => {
    const one = await held('whatsapp', 'ai_agent');
    const { api, accountId } = one;
    const profileId = await one.profileId();
    const body = { profileId, accountId, platform: 'whatsapp', name: 'News', message: { text: 'News' } };
    const id = String((await api('POST', '/v1/broadcasts', { body })).body['broadcast']?.['id']);
    await api('POST', `/v1/broadcasts/${id}/recipients`, { body: { phones: [`+${PERSON}`] } });
    expect((await api('POST', `/v1/broadcasts/${id}/send`)).status).toBe(200);
    await one.advance(60);
    expect(await moves(one)).toMatchObject([back]);
  });
});

describe('what people see of a reader', () => {
  test('INB-15 marking a conversation as read sends a tick, once, and counts what was marked', async () => {
    const { api, accountId, feed, conversation, hears } = await talk('whatsapp');
    await hears();
    const { conversationId, messageId } = await hears();
    const mark = () => api('POST', pathOf(conversationId, 'read'), { body: { accountId } });
    expect(await conversation(conversationId)).toMatchObject({ unreadCount: 2 });
    expect((await mark()).body).toMatchObject({ markedCount: 2 });
    expect((await mark()).body).toMatchObject({ markedCount: 0 });
    expect(await conversation(conversationId)).toMatchObject({ unreadCount: 0 });
    expect(await feed(accountId, 'read')).toMatchObject([{ to: PERSON, messageId: `wamid.${messageId}` }]);
  });

  test('INB-16 on a number that a phone app shares the app owns what is read', async () => {
    const { api, accountId, feed, hears } = await talk('whatsapp', { kind: 'coexistence' });
    const { conversationId } = await hears();
    const { status, body } = await api('POST', pathOf(conversationId, 'read'), { body: { accountId } });
    expect([status, body]).toMatchObject([200, { markedCount: 1 }]);
    expect(await feed(accountId, 'read')).toEqual([]);
  });

  test('INB-17 typing is seen for 25 seconds, or until the message comes', async () => {
    const { api, accountId, feed, hears, advance, send } = await talk('facebook');
    const { conversationId } = await hears();
    const type = () => api('POST', pathOf(conversationId, 'typing'), { body: { accountId } });
    const seen = async () => (await feed(accountId, 'typing')).map(({ removedAt }) => removedAt === undefined);
    expect((await type()).body).toEqual({ success: true });
    expect(await seen()).toEqual([true]);
    await advance(24);
    expect(await seen()).toEqual([true]);
    await advance(1);
    expect(await seen()).toEqual([false]);
    await type();
    await send(conversationId);
    expect(await seen()).toEqual([false, false]);
  });

  test('a person’s reaction is on the message, and gone when it is taken back', async () => {
    const { hears, send, tell, messages } = await talk('whatsapp');
    const { conversationId } = await hears();
    const platformMessageId = String((await send(conversationId)).body['data']?.['messageId']);
    const reactions = async () => (await messages(conversationId)).at(-1)?.['reactions'];
    await tell('reaction', { platformMessageId, action: 'added', emoji: '👍' });
    expect(await reactions()).toMatchObject([{ emoji: '👍', fromMe: false }]);
    await tell('reaction', { platformMessageId, action: 'removed' });
    expect(await reactions()).toEqual([]);
  });

  test.each(['👍🏽', '❤️', ' 🎉 '])('a reaction of ours is one emoji: %j is taken', async (emoji) => {
    const { hears, api, accountId } = await talk('whatsapp');
    const { conversationId, messageId } = await hears();
    const path = `/v1/inbox/conversations/${conversationId}/messages/${messageId}/reactions`;
    expect((await api('POST', path, { body: { accountId, emoji } })).status).toBe(200);
  });

  test.each(['', ' ', 'a', '7', '#', '*', '👍👍', 'ok 👍'])(
    'a reaction of ours is one emoji: %j is refused',
    async (emoji) => {
      const { hears, api, accountId } = await talk('whatsapp');
      const { conversationId, messageId } = await hears();
      const path = `/v1/inbox/conversations/${conversationId}/messages/${messageId}/reactions`;
      expect(await api('POST', path, { body: { accountId, emoji } })).toMatchObject({
        status: 400,
        body: { param: 'emoji' },
      });
    },
  );

  test('INB-38 what its author edits or deletes reads so in the list', async () => {
    const { hears, tell, messages } = await talk('whatsapp');
    const { conversationId, messageId } = await hears();
    await tell('message_edit', { messageId, text: 'Hello again' });
    expect(await messages(conversationId)).toMatchObject([{ message: 'Hello again', isEdited: true }]);
    await tell('message_delete', { messageId });
    expect(await messages(conversationId)).toMatchObject([{ isDeleted: true, message: 'Hello again' }]);
    expect((await tell('message_edit', { messageId, text: 'x' })).status).toBe(404);
  });
});

test('INB-36 conversations, comments and reviews of all platforms are in one inbox', async () => {
  const { api } = await startService();
  for (const what of ['conversations', 'comments', 'reviews', 'mentions'])
    expect((await api('GET', `/v1/inbox/${what}`)).status).toBe(200);
});
