/** What texts cost, and how many there were: what the carrier has, whatever sent it, and nothing else. */
import { expect, test } from 'vitest';
import { PRICES, usdOf } from '../../../../src/service/areas/usage/offers.ts';
import { startService, type Json } from '../../../support/service.ts';

const OUR = '+15550100200';
const PERSON = '+15550100300';

async function scene() {
  const service = await startService();
  const { api, control } = service;
  const { _id: accountId } = await service.account('sms', { username: OUR });
  const send = async (more: object = {}) =>
    (await api('POST', '/v1/sms/messages', { body: { from: OUR, to: PERSON, text: 'Ready.', ...more } })).body;
  const says = (text: string) => control('POST', '/_local/inbound', { type: 'sms', to: OUR, from: PERSON, text });
  const told = async (query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', '/v1/usage/sms', { query })).body;
  const spent = async () =>
    ((await api('GET', '/v1/usage', { query: { range: 'cycle' } })).body['totals'] as Json)['sms'];
  /** As many texts as cost, and as many as were counted. */
  const sent = async () => {
    const { sent: count } = (await told())['totals'] as Json;
    expect(await spent()).toBe(usdOf(Number(count) * PRICES.text));
    return count;
  };
  return { ...service, accountId, send, says, told, sent };
}

test('LOG-02 a text costs when it goes out, and not when it is written down', async () => {
  const { send, sent, advance } = await scene();
  await send({ sendAt: '2026-01-05T10:00:00Z' });
  expect(await sent()).toBe(0);
  await advance(3_600);
  expect(await sent()).toBe(1);
});

test('a text to somebody who opted out costs nothing, before and after it failed', async () => {
  const { send, says, sent, advance } = await scene();
  await says('STOP');
  await send();
  expect(await sent()).toBe(0);
  await advance(5);
  expect(await sent()).toBe(0);
});

test('a text that does not arrive costs nothing any more', async () => {
  const { accountId, send, sent, control } = await scene();
  await send();
  const { id: messageId } = await send();
  expect(await sent()).toBe(2);
  await control('POST', '/_local/inbound', { type: 'message_status', accountId, messageId, status: 'failed' });
  expect(await sent()).toBe(1);
});

test('LOG-02 an answer from the inbox costs as well, what comes in nothing, and both are counted by number', async () => {
  const { accountId, says, api, sent, told } = await scene();
  await says('Open?');
  const [conversation] = (await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as Json[];
  const path = `/v1/inbox/conversations/${String(conversation?.['id'])}/messages`;
  await api('POST', path, { body: { accountId, message: 'Until six.' } });
  expect(await sent()).toBe(1);
  expect((await told({ groupBy: 'number' }))['groups']).toMatchObject([{ key: OUR, sent: 1, received: 1, total: 2 }]);
  expect((await told({ number: OUR }))['totals']).toMatchObject({ total: 2 });
  expect((await told({ number: PERSON }))['totals']).toMatchObject({ total: 0 });
});
