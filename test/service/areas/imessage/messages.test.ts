/** What messages over iMessage can be and whom they reach: effects, tapbacks, channels, handles, and links that people follow. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { talk } from '../inbox/talk.ts';

const ANA = 'ana@example.com';

async function scene() {
  const one = await talk('imessage', { username: '+12025550123' });
  const { conversationId, messageId } = await one.hears({ participant: { id: ANA, name: 'Ana' } });
  return { ...one, conversationId, messageId };
}

test('readings, "iMessage": an effect is shown with the text that it comes with', async () => {
  const { send, feed, accountId, conversationId } = await scene();
  expect((await send(conversationId, { message: 'Happy birthday!', effect: 'confetti' })).status).toBe(200);
  expect((await feed(accountId, 'message')).at(-1)).toMatchObject({ text: 'Happy birthday!', effect: 'confetti' });
  expect((await send(conversationId, { message: undefined, effect: 'slam' })).body).toMatchObject({ param: 'message' });
  expect((await send(conversationId, { message: undefined, contactCard: true })).status).toBe(200);
  expect((await feed(accountId, 'message')).at(-1)).toMatchObject({ text: null, contactCard: true });
});

test('readings, "iMessage": a tapback is one emoji, on the message and in the feed', async () => {
  const { api, tell, send, messages, feed, told, accountId, conversationId, messageId } = await scene();
  const path = `/v1/inbox/conversations/${conversationId}/messages/${messageId}/reactions`;
  const react = (emoji: string) => api('POST', path, { body: { accountId, emoji } });
  expect((await react('love')).body).toMatchObject({ code: 'invalid_field_value', param: 'emoji' });
  expect((await react('❤️👍')).status).toBe(400);
  expect((await react('❤️')).status).toBe(200);
  expect((await react('🎉')).status).toBe(200);
  expect((await messages(conversationId))[0]).toMatchObject({ reactions: [{ emoji: '🎉', fromMe: true }] });
  expect((await feed(accountId, 'reaction')).map(({ emoji, removedAt }) => [emoji, removedAt === undefined])).toEqual([
    ['❤️', false],
    ['🎉', true],
  ]);
  await send(conversationId);
  const [, sent] = await messages(conversationId);
  await told();
  await tell('reaction', { platformMessageId: sent?.['platformMessageId'], action: 'added', emoji: '😂' });
  expect((await messages(conversationId))[1]).toMatchObject({ reactions: [{ emoji: '😂', fromMe: false }] });
  expect(await told()).toEqual([]);
});

test('readings, "iMessage": a person is a number or an address in any notation, and has one conversation', async () => {
  const { begin, conversationId } = await scene();
  const data = async (participantId: string) => (await begin({ participantId })).body['data'];
  expect(await data(' Ana@Example.com ')).toMatchObject({ conversationId, participantId: ANA });
  const ben = await data('+1 (202) 555-0198');
  expect(ben).toMatchObject({ participantId: '+12025550198' });
  expect(await data('+12025550198')).toMatchObject({ conversationId: ben?.['conversationId'] });
  expect(await begin({ participantId: 'ana' })).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_NOT_FOUND' } });
});

test('readings, "iMessage": texts go from a number to numbers, without effects', async () => {
  const { begin, send, feed, accountId, conversationId } = await scene();
  const toAddress = await send(conversationId, { channel: 'sms' });
  expect(toAddress.body).toMatchObject({ code: 'PARTICIPANT_NOT_FOUND', param: 'channel' });
  const ben = String((await begin({ participantId: '+12025550198' })).body['data']?.['conversationId']);
  expect((await send(ben, { channel: 'sms' })).status).toBe(200);
  expect((await feed(accountId, 'message')).at(-1)).toMatchObject({ to: '+12025550198', channel: 'sms' });
  expect((await send(ben, { channel: 'sms', effect: 'slam' })).body).toMatchObject({ param: 'effect' });
  expect((await send(ben, { channel: 'whatsapp' })).body).toMatchObject({
    code: 'PLATFORM_LIMITATION',
    error: 'iMessage sends nothing by WhatsApp.',
  });
});

test('readings, "iMessage": whoever sends the text of a link has opted in with its parameters', async () => {
  const { api, control, advance, profileId } = await startService();
  const order = { profileId: await profileId(), kind: 'phone', region: 'US' };
  const { body } = await api('POST', '/v1/imessage/senders/order', { body: order });
  const senderId = String(body['sender']?.['id']);
  await advance(60);
  const accountId = (await api('GET', `/v1/imessage/senders/${senderId}`)).body['sender']?.['accountId'];
  const link = (given: object) => api('POST', `/v1/imessage/senders/${senderId}/opt-in-links`, { body: given });
  await link({ body: 'Keep me posted', parameters: { from: 'window' } });
  await link({ body: 'Hi {{name}}', parameters: { name: 'Harbor', from: 'poster' }, optInCode: 'SEA' });
  const hears = (id: string, text: string) =>
    control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id }, text });
  await hears('bo@example.com', 'Are you open? I am at sea');
  const { conversationId } = (await hears(ANA, 'Do you deliver?')).body;
  await hears('cy@example.com', ' keep me posted ');
  const audience = async () =>
    Object.fromEntries(
      ((await api('GET', '/v1/imessage/audience')).body['contacts'] as unknown as Record<string, unknown>[]).map(
        ({ contact, optIn, subscribed }) => [contact, { optIn, subscribed }],
      ),
    );
  const at = '2026-01-05T09:01:00.000Z';
  expect(await audience()).toEqual({
    'bo@example.com': { optIn: { at, parameters: { name: 'Harbor', from: 'poster' } }, subscribed: true },
    'cy@example.com': { optIn: { at, parameters: { from: 'window' } }, subscribed: true },
    [ANA]: { optIn: null, subscribed: true },
  });
  const subscription = { accountId, conversationId, subscribed: false };
  await api('POST', '/v1/imessage/audience/subscription', { body: subscription });
  const said = { accountId, message: 'News!' };
  const path = `/v1/inbox/conversations/${String(conversationId)}/messages`;
  expect((await api('POST', path, { body: said })).body).toMatchObject({ code: 'DM_NOT_ALLOWED' });
  await hears(ANA, 'Hi Harbor SEA');
  expect((await audience())[ANA]).toMatchObject({ optIn: { parameters: { from: 'poster' } }, subscribed: true });
  expect((await api('POST', path, { body: said })).status).toBe(200);
});
