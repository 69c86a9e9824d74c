/** Who may send a text, over HTTP: ownership, activity, texts turned on, and the registration of numbers of the United States. */
import { expect, test } from 'vitest';
import { approvedFor, isGivenBack, lineOf } from '../../../../src/service/areas/sms/senders.ts';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';
import { openLine } from '../phone-numbers/line.ts';
import { registrationOf } from './registration.ts';

const PERSON = '+15550100300';

async function bought(country: string) {
  const service = await startService();
  const { api, control, profileId, advance } = service;
  const purchase = await api('POST', '/v1/phone-numbers/purchase', { body: { profileId: await profileId(), country } });
  const number = purchase.body['phoneNumber'] as Json;
  const [id, phone] = [String(number['id']), String(number['phoneNumber'])];
  const tell = (change: string, more: object = {}) =>
    control('POST', '/_local/inbound', { type: 'number_status', numberId: id, status: change, ...more });
  const send = (more: object = {}) =>
    api('POST', '/v1/sms/messages', { body: { from: phone, to: PERSON, text: 'Ready.', ...more } });
  const enable = () => api('POST', `/v1/phone-numbers/${id}/sms`);
  const register = async () => {
    const { body } = await api('POST', '/v1/sms/registrations', { body: registrationOf([phone]) });
    return String(body['registrationId']);
  };
  const decide = (registrationId: string, status: string) =>
    control('POST', '/_local/inbound', { type: 'registration_status', registrationId, status });
  return { ...service, id, phone, tell, send, enable, register, decide, advance };
}

const notReady = (sentence: string) => ({
  status: 409,
  body: { code: 'invalid_resource_state', param: 'from', error: expect.stringContaining(sentence) },
});

test('SMS-01 NUM-29 a US number sends once it is active, texts are on and its registration is approved, and not after', async () => {
  const { send, tell, enable, register, decide, api, id, events } = await bought('US');
  expect(await send()).toMatchObject(notReady('only an active number can send'));
  await tell('activated');
  expect(await send()).toMatchObject(notReady('Texting is not enabled'));
  expect((await enable()).body).toMatchObject({
    enabled: true,
    isActive: true,
    smsCapable: true,
    mmsCapable: true,
    notReady: true,
    needsRegistration: true,
    alreadyRegistered: false,
    message: 'Texting is enabled. A US number can send once its registration is approved.',
    registrationStatus: null,
    reusable: null,
  });
  expect(await send()).toMatchObject(notReady('it is in none'));
  const registration = await register();
  expect(await send()).toMatchObject(notReady('its registration is requested'));
  expect((await enable()).body).toMatchObject({ needsRegistration: true, registrationStatus: 'pending' });
  await decide(registration, 'pending');
  await decide(registration, 'approved');
  expect((await enable()).body).toMatchObject({
    needsRegistration: false,
    alreadyRegistered: true,
    notReady: false,
    registrationStatus: 'approved',
  });
  expect((await send()).status).toBe(200);
  await tell('suspended', { reason: 'abuse' });
  expect(await send()).toMatchObject(notReady('suspended'));
  await tell('reactivated');
  expect((await send()).status).toBe(200);
  await api('DELETE', `/v1/sms/registrations/${registration}`);
  expect(await send()).toMatchObject(notReady('its registration is deactivated'));
  await api('DELETE', `/v1/phone-numbers/${id}`);
  expect(await send()).toMatchObject(notReady('released'));
  expect((await enable()).status).toBe(409);
  expect(await events('message.sent')).toHaveLength(2);
});

test('a number elsewhere needs no registration', async () => {
  const { send, tell, enable } = await bought('GB');
  const always = { smsCapable: true, mmsCapable: false, needsRegistration: false };
  const waiting = {
    isActive: false,
    notReady: true,
    message: 'Texting is enabled and starts once the number is active.',
  };
  expect((await enable()).body).toMatchObject({ ...always, ...waiting });
  await tell('activated');
  const ready = { isActive: true, notReady: false, message: 'Texting is enabled.' };
  expect((await enable()).body).toMatchObject({ ...always, ...ready });
  expect((await send()).status).toBe(200);
});

test('SMS-15 a number or a sender id that is not the team’s is not found, and nothing goes out', async () => {
  const { send, events } = await bought('US');
  for (const from of ['+12025550123', 'NORTHWIND', '40404'])
    expect(await send({ from }), from).toMatchObject({ status: 404, body: { code: 'not_found', param: 'from' } });
  expect(await events('message.sent')).toEqual([]);
});

test('a text whose sender is no longer ready at its time fails, and the carrier never has it', async () => {
  const { send, tell, enable, advance, events, feed } = await bought('GB');
  await tell('activated');
  await enable();
  expect((await send({ sendAt: '2026-01-05T10:00:00Z' })).status).toBe(200);
  await tell('suspended', { reason: 'abuse' });
  await advance(7_200);
  expect(await events('message.sent')).toEqual([]);
  const failed = await events('message.failed');
  expect(failed).toMatchObject([
    { payload: { error: { code: 40310, message: expect.stringContaining('suspended') } } },
  ]);
  expect(wrongEvents(failed)).toEqual([]);
  expect(await feed('carrier', 'sms')).toEqual([]);
});

test('ASM-23 SMS-20 texts go out under a sender id of the team, 100 a day with those of the inbox', async () => {
  const { send, api, advance, events } = await bought('GB');
  const register = (senderId: string) => api('POST', '/v1/sms/sender-ids', { body: { senderId } });
  expect((await register('NORTHWIND')).status).toBeLessThan(300);
  expect((await register('NORTHWIND')).status).toBe(409);
  for (const senderId of ['1234', 'N', 'NORTHWIND COFFEE'])
    expect(await register(senderId)).toMatchObject({ status: 400, body: { param: 'senderId' } });
  const budget = async () => (await api('GET', '/v1/sms/sender-ids')).body['budget'];
  for (let sent = 0; sent < 99; sent += 1) expect((await send({ from: 'NORTHWIND' })).status).toBe(200);
  const [conversation] = (await api('GET', '/v1/inbox/conversations')).body['data'] as unknown as Json[];
  const messages = `/v1/inbox/conversations/${String(conversation?.['id'])}/messages`;
  const answer = () =>
    api('POST', messages, { body: { accountId: conversation?.['accountId'], message: 'Open until six.' } });
  expect(await budget()).toMatchObject({ usedToday: 99 });
  expect((await answer()).status).toBe(200);
  for (const refused of [await send({ from: 'NORTHWIND' }), await answer()])
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(await budget()).toMatchObject({ cap: 100, usedToday: 100, pendingRequest: null });
  const wish = (requestedCap: number) =>
    api('POST', '/v1/sms/sender-ids/limit-request', { body: { requestedCap, reason: 'Order news' } });
  expect((await wish(100)).status).toBe(400);
  expect((await wish(500)).body).toEqual({ requested: true, requestedCap: 500 });
  expect(await budget()).toMatchObject({ pendingRequest: { requestedCap: 500 } });
  await advance(86_400);
  expect((await send({ from: 'NORTHWIND' })).status).toBe(200);
  expect(wrongEvents(await events('message.sent'))).toEqual([]);
});

test('a sender is the account of texts with its phone, else the number, else a name; of two numbers the one that is held', async () => {
  const { account, active, api, service, buy } = await openLine();
  const { id, phoneNumber } = await active();
  const phone = String(phoneNumber);
  const { read } = service.desk.store;
  const number = await read.get('phone_number', String(id));
  const teamId = number?.teamId ?? '';
  const { _id: calls } = await account('phone', { username: '+15550100201' });
  const { _id: texts } = await account('sms', { username: '+15550100202' });
  const line = async (from: string) => (await lineOf(read, teamId, from))?.id;
  expect([await line(phone), await line('+15550100202'), await line('+15550100201')]).toEqual([id, texts, undefined]);
  expect([calls, await line('+15550109999')]).toEqual([expect.any(String), undefined]);
  const name = await lineOf(read, teamId, 'NORTHWIND');
  expect(name).toMatchObject({ teamId, doc: { platform: 'sms', username: 'NORTHWIND' } });
  expect([await line('NORTHWIND'), (await line('SOUTHWIND')) === name?.id]).toEqual([name?.id, false]);
  expect(await isGivenBack(read, teamId, phone)).toBe(false);
  await api('DELETE', `/v1/phone-numbers/${String(id)}`);
  expect(await isGivenBack(read, teamId, phone)).toBe(true);
  const { body } = await buy({ phoneNumber: phone });
  const again = body['phoneNumber'] as Json;
  expect([await isGivenBack(read, teamId, phone), await line(phone)]).toEqual([false, again['id']]);
});

test('a number sends under the latest of its approved registrations', async () => {
  const { register, decide, phone, service } = await bought('US');
  const { read } = service.desk.store;
  const [first, second, third] = [await register(), await register(), await register()];
  const teamId = (await read.get('sms_registration', first))?.teamId ?? '';
  const sendsUnder = async () => (await approvedFor(read, teamId, phone))?.id;
  expect(await sendsUnder()).toBeUndefined();
  for (const one of [first, second]) for (const status of ['pending', 'approved']) await decide(one, status);
  await decide(third, 'pending');
  expect([await sendsUnder(), await approvedFor(read, teamId, '+12025550123')]).toEqual([second, undefined]);
});
