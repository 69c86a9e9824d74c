/** What a delivery looks like on the wire. */
import { beforeEach, expect, test } from 'vitest';
import { signatureOf } from '../../../src/webhooks/sign.ts';
import { isRecordId, isUuid } from '../../../src/kernel/ids.ts';
import { delivering, type Delivering } from './delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

async function delivered(webhook: Readonly<Record<string, unknown>> = {}) {
  await at.webhook(webhook);
  await at.cause();
  await at.settled();
  const [one] = at.receiver.arrived;
  if (one === undefined) throw new Error('nothing arrived');
  return one;
}

test('WHK-42 WHK-43 WHK-44 WHK-45 WHK-48 WHK-74 ASM-36 a delivery is a POST of JSON with its name and id in the headers, twice', async () => {
  const { method, headers, payload, body } = await delivered();
  expect(method).toBe('POST');
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(body.length),
    'user-agent': 'Service-Webhooks/1.0',
    'x-service-event': 'account.connected',
    'x-legacy-event': 'account.connected',
    'x-service-event-id': payload.id,
    'x-legacy-event-id': payload.id,
  });
  expect(payload.event).toBe('account.connected');
});

test('AUTH-24 WHK-46 WHK-47 WHK-48 a secret signs the bytes that are sent, and no API key goes along', async () => {
  const { headers, body } = await delivered({ secret: 'geheim' });
  expect(headers['x-service-signature']).toBe(signatureOf(body, 'geheim'));
  expect(headers['x-service-signature']).toMatch(/^[0-9a-f]{64}$/);
  expect(headers['x-legacy-signature']).toBe(headers['x-service-signature']);
  expect(headers).not.toHaveProperty('authorization');
  expect(JSON.stringify(headers)).not.toContain(at.service.service.apiKey);
});

test('WHK-07 WHK-46 without a secret, or with an empty one, nothing is signed', async () => {
  const { headers } = await delivered({ secret: '' });
  expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
  const { _id } = await at.webhook({ name: 'other', secret: 'geheim' });
  expect(await at.update({ _id, secret: '' })).not.toHaveProperty('secret');
});

test('WHK-10 custom headers are sent with each delivery, written as they were set', async () => {
  const { rawHeaders, headers } = await delivered({
    customHeaders: { 'X-Tenant': 'Café 7', authorization: 'Basic YTpi' },
  });
  expect(rawHeaders).toContainEqual(['X-Tenant', 'Café 7']);
  expect(headers['authorization']).toBe('Basic YTpi');
  expect(new Set(rawHeaders.map(([name]) => name.toLowerCase())).size).toBe(rawHeaders.length);
});

test('WHK-72 the id is a UUID, and the id of nothing else', async () => {
  const account = await at.service.account('bluesky');
  const { payload } = await delivered({ events: ['account.connected', 'account.disconnected'] });
  expect(isUuid(payload.id)).toBe(true);
  expect(isRecordId(payload.id)).toBe(false);
  expect(JSON.stringify({ ...payload, id: '' })).not.toContain(payload.id);
  expect(payload.id).not.toBe(account._id);
});

test('the secret and the headers are those of the moment of sending', async () => {
  at.receiver.answer(500, 200);
  const { _id } = await at.webhook({ secret: 'old', customHeaders: { 'X-A': '1' } });
  await at.cause();
  await at.settled();
  await at.update({ _id, secret: 'new', customHeaders: { 'X-B': '2' } });
  await at.service.advance(10);
  const [, second] = at.receiver.arrived;
  expect(second?.headers).toMatchObject({ 'x-b': '2', 'x-service-signature': signatureOf(second?.body ?? '', 'new') });
  expect(second?.headers).not.toHaveProperty('x-a');
});

test('GEN-03 VRS-08 headers of our own say Service, and each has its older alias with the same value', async () => {
  const { headers } = await delivered({ secret: 'geheim' });
  const own = Object.keys(headers).filter((name) => name.startsWith('x-'));
  const current = own.filter((name) => name.startsWith('x-service-')).sort();
  expect(current).toEqual(['x-service-event', 'x-service-event-id', 'x-service-signature']);
  for (const name of current) expect(headers[name.replace('x-service-', 'x-legacy-')]).toBe(headers[name]);
  expect(own).toHaveLength(2 * current.length);
});
