/** Text messages over HTTP: told as they go out, as they arrive, and as they fail. */
import { describe, expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

const OUR = '+15550100200';
const PERSON = '+15550100300';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('sms', { username: OUR });
  const send = (more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    service.api('POST', '/v1/sms/messages', { body: { from: OUR, to: PERSON, text: 'Ready.', ...more }, headers });
  const told = async () => (await service.events()).filter(({ event }) => event.startsWith('message.'));
  const names = async () => (await told()).map(({ event }) => event);
  return { ...service, accountId, send, told, names };
}

test('SMS-14 SMS-17 a text is handed to the carrier, told as sent, and arrives a little later', async () => {
  const { send, told, names, advance, feed, accountId } = await scene();
  const { status, body } = await send();
  expect([status, Object.keys(body).sort()]).toEqual([200, ['conversationId', 'id', 'status']]);
  expect(await names()).toEqual(['message.sent']);
  await advance(5);
  expect(await names()).toEqual(['message.sent', 'message.delivered']);
  const events = await told();
  for (const { payload } of events)
    expect(payload).toMatchObject({
      message: { id: body['id'], text: 'Ready.', platform: 'sms', direction: 'outgoing' },
      conversation: { id: body['conversationId'], participantId: PERSON.slice(1) },
      account: { accountId },
    });
  expect(wrongEvents(events)).toEqual([]);
  for (const place of ['carrier', accountId])
    expect(await feed(place, 'sms')).toMatchObject([{ nativeId: body['id'] }]);
});

test('SMS-21 pictures go along, and a text has text, pictures, or both', async () => {
  const { send, told } = await scene();
  await send({ text: undefined, mediaUrls: ['https://media.example.com/table.jpg'] });
  expect((await told())[0]?.payload['message']).toMatchObject({
    text: null,
    attachments: [{ url: 'https://media.example.com/table.jpg' }],
  });
  expect(await send({ text: undefined })).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
});

test.each([
  ['SMS-15 to', { to: '5551234' }],
  ['SMS-15 from', { from: '+12' }],
])('%s is a phone number in E.164 format', async (title, more) => {
  const { send, names } = await scene();
  const param = title.split(' ')[1];
  expect(await send(more)).toMatchObject({ status: 400, body: { code: 'invalid_field_value', param } });
  expect(await names()).toEqual([]);
});

test('SMS-16 sent twice with one key it goes out once', async () => {
  const { send, names } = await scene();
  const headers = { 'idempotency-key': 'one' };
  const [first, second] = [await send({}, headers), await send({}, headers)];
  expect(second.body).toEqual(first.body);
  expect(await names()).toEqual(['message.sent']);
});

test('a text with a time goes out at that time', async () => {
  const { send, names, advance } = await scene();
  await send({ sendAt: '2026-01-05T10:00:00Z' });
  await advance(3_599);
  expect(await names()).toEqual([]);
  await advance(10);
  expect(await names()).toEqual(['message.sent', 'message.delivered']);
  expect((await send({ sendAt: 'soon' })).status).toBe(400);
});

test('SMS-18 whoever opted out is listed and gets nothing, until they want to again', async () => {
  const { api, send, told, control, advance } = await scene();
  const optOuts = async () => (await api('GET', '/v1/sms/opt-outs')).body;
  const says = (text: string) => control('POST', '/_local/inbound', { type: 'sms', to: OUR, from: PERSON, text });
  expect(await optOuts()).toMatchObject({ optOuts: [] });
  await says('STOP');
  expect(await optOuts()).toMatchObject({ optOuts: [{ phoneNumber: PERSON, from: OUR, keyword: 'STOP' }] });
  await send();
  await advance(5);
  expect((await told()).at(-1)).toMatchObject({
    event: 'message.failed',
    payload: { error: { title: 'Opted out' } },
  });
  await says('START');
  expect(await optOuts()).toMatchObject({ optOuts: [] });
  await send();
  await advance(5);
  const events = await told();
  expect(events.at(-1)?.event).toBe('message.delivered');
  expect(wrongEvents(events)).toEqual([]);
});

describe('the carrier', () => {
  test('says what became of a text before it arrives, and then it does not', async () => {
    const { send, control, names, advance, accountId } = await scene();
    const { body } = await send();
    const status = { type: 'message_status', accountId, messageId: body['id'], status: 'failed' };
    expect((await control('POST', '/_local/inbound', status)).status).toBe(201);
    await advance(5);
    expect(await names()).toEqual(['message.sent', 'message.failed']);
  });
});

test('texts count in the reports on the inbox', async () => {
  const { send, api, control, advance } = await scene();
  await control('POST', '/_local/inbound', { type: 'sms', to: OUR, from: PERSON, text: 'Open?' });
  await advance(60);
  await send();
  const { body } = await api('GET', '/v1/analytics/inbox/response-time', { query: { fromDate: '2026-01-05' } });
  expect(body['summary'] as Json).toMatchObject({ sampleSize: 1, medianSeconds: 60 });
});
