/** Senders are ordered, become accounts on the clock, and are given back. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const NUMBER = '659001593a9b09daf7b9f6c6';
const AT = '/v1/imessage/senders';

async function scene() {
  const service = await startService();
  const profileId = await service.profileId();
  const { api } = service;
  const order = async (body: object) => {
    const { status, body: answer } = await api('POST', `${AT}/order`, { body: { profileId, ...body } });
    return { status, answer, sender: answer['sender'] as Json | undefined, id: String(answer['sender']?.['id']) };
  };
  const read = async (id: string) => (await api('GET', `${AT}/${id}`)).body;
  const free = async () =>
    ((await api('GET', `${AT}/available-numbers`)).body['numbers'] as unknown as Json[]).map((one) =>
      String(one['id']),
    );
  return { ...service, profileId, order, read, free };
}

test('readings, "iMessage": a number is held, ordered, and an account of the platform once it is active', async () => {
  const { api, order, read, free, advance, events } = await scene();
  const held = await api('POST', `${AT}/available-numbers/${NUMBER}/reserve`);
  expect(held.body).toEqual({ success: true, numberId: NUMBER, expiresInSeconds: 600 });
  const { status, sender, id } = await order({ kind: 'phone', availableNumberId: NUMBER, displayName: 'Harbor Books' });
  expect([status, sender]).toMatchObject([202, { status: 'ordering', handle: '+12025550171', priceCents: 600 }]);
  expect(await free()).not.toContain(NUMBER);
  expect((await order({ kind: 'phone', availableNumberId: NUMBER })).status).toBe(409);
  expect((await api('POST', `${AT}/available-numbers/${NUMBER}/reserve`)).status).toBe(409);
  await advance(30);
  expect(await read(id)).toMatchObject({ sender: { status: 'activating' }, health: null, imessageLink: null });
  await advance(30);
  expect(await read(id)).toMatchObject({ sender: { status: 'active' }, health: { imessage: 'active' } });
  expect((await events()).map(({ event }) => event)).toContain('account.connected');
  const { body } = await api('GET', AT);
  const accountId = (await read(id))['sender']?.['accountId'];
  expect(body['senders']).toMatchObject([{ id: accountId, sender: '+12025550171', senderVerified: true }]);
  const group = { accountId, contacts: ['+12025550198', 'ana@example.com'], text: 'Hello both!' };
  expect((await api('POST', '/v1/imessage/groups', { body: group })).status).toBeLessThan(300);
});

test('readings, "iMessage": a sender that is released is disconnected, and its number is free again', async () => {
  const { api, order, free, advance, events } = await scene();
  const { id } = await order({ kind: 'phone', region: 'US' });
  await advance(60);
  expect((await api('DELETE', `${AT}/${id}`)).body['sender']).toMatchObject({ id, status: 'canceled' });
  expect((await events()).map(({ event }) => event)).toContain('account.disconnected');
  expect(await free()).toContain(NUMBER);
  expect((await api('DELETE', `${AT}/${id}`)).status).toBe(409);
  const listed = async (query: Readonly<Record<string, string>>) =>
    (await api('GET', `${AT}/order`, { query })).body['senders'] as unknown as Json[];
  expect(await listed({})).toEqual([]);
  expect(await listed({ includeCanceled: 'true' })).toMatchObject([{ id }]);
});

test('readings, "iMessage": an order is canceled before it is active, and nothing comes of it', async () => {
  const { api, order, read, advance } = await scene();
  const { id } = await order({ kind: 'phone' });
  await api('DELETE', `${AT}/${id}`);
  await advance(600);
  expect(await read(id)).toMatchObject({ sender: { status: 'canceled', accountId: null } });
});

test('readings, "iMessage": an address is ordered by its name, once, and the carrier may turn it down', async () => {
  const { order, read, advance, control } = await scene();
  const email = { kind: 'email', emailName: 'Hello', emailDomain: 'harborbooks.example' };
  const { sender, id } = await order(email);
  expect(sender).toMatchObject({ handle: 'hello@harborbooks.example', region: null });
  expect((await order(email)).status).toBe(409);
  expect(await order({ kind: 'email' })).toMatchObject({ status: 400, answer: { param: 'emailName' } });
  for (const emailDomain of ['Harbor news', 'harbor', 'harbor..example'])
    expect(await order({ ...email, emailDomain })).toMatchObject({ status: 400, answer: { param: 'emailDomain' } });
  const rejection = { operation: 'approval', outcome: 'reject', message: 'The domain has no mail.' };
  await control('POST', '/_local/network/carrier/behaviour', rejection);
  await advance(60);
  expect(await read(id)).toMatchObject({ sender: { status: 'failed', failureReason: 'The domain has no mail.' } });
});

test('readings, "iMessage": only numbers that are left in a region are ordered', async () => {
  const { order } = await scene();
  expect((await order({ kind: 'phone', region: 'GB' })).sender).toMatchObject({ handle: '+442079460171' });
  expect((await order({ kind: 'phone', region: 'GB' })).status).toBe(409);
  expect((await order({ kind: 'phone', availableNumberId: '659001593a9b09daf7b9f600' })).status).toBe(404);
});

test('readings, "iMessage": a link writes the text for whoever opens it, to an active sender', async () => {
  const { api, order, advance } = await scene();
  const { id } = await order({ kind: 'phone', region: 'US' });
  const link = () =>
    api('POST', `${AT}/${id}/opt-in-links`, {
      body: { body: 'Hi {{name}}, keep me posted', parameters: { name: 'Harbor' }, optInCode: 'SEA' },
    });
  expect((await link()).status).toBe(409);
  await advance(60);
  const made = (await link()).body['link'];
  expect(made).toMatchObject({
    imessage: 'imessage:+12025550171&body=Hi%20Harbor%2C%20keep%20me%20posted%20SEA',
    sms: 'sms:+12025550171?&body=Hi%20Harbor%2C%20keep%20me%20posted%20SEA',
    whatsapp: null,
  });
});
