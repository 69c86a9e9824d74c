/** The encryption key of flows: which one the platform takes, and how long it is valid. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { flowKey } from './flow-key.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { api } = service;
  const set = (businessPublicKey: string) =>
    api('POST', '/v1/whatsapp/flows/encryption-key', { body: { accountId, businessPublicKey } });
  const key = async () => (await api('GET', '/v1/whatsapp/flows/encryption-key', { query: { accountId } })).body;
  return { ...service, accountId, set, key };
}

test('a key is kept as it was sent, and valid', async () => {
  const { set, key } = await scene();
  expect(await key()).toMatchObject({ registered: false, publicKey: null });
  const pem = flowKey();
  expect((await set(pem)).status).toBe(200);
  expect(await key()).toEqual(expect.objectContaining({ registered: true, signatureStatus: 'VALID', publicKey: pem }));
});

const spki = { type: 'spki', format: 'pem' } as const;
const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;

// prettier-ignore
test.each([
  ['no PEM at all',      () => 'my key'],
  ['only a heading',     () => '-----BEGIN PUBLIC KEY-----'],
  ['a short RSA key',    () => generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export(spki).toString()],
  ['an elliptic key',    () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export(spki).toString()],
  ['the private half',   () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export(pkcs8).toString()],
])('%s is refused and replaces nothing', async (_what, pem) => {
  const { set, key } = await scene();
  const good = flowKey();
  await set(good);
  expect(await set(pem())).toMatchObject({ status: 400, body: { param: 'businessPublicKey' } });
  expect(await key()).toMatchObject({ publicKey: good });
});

test('a key is a mismatch once its number has registered again, until it is set again', async () => {
  const { set, key, control, feed, api, accountId } = await scene();
  await set(flowKey());
  const act = (path: string, body: object = {}) => api('POST', `/v1/accounts/${accountId}/whatsapp/${path}`, { body });
  await act('register', { pin: '481516' });
  expect(await key()).toMatchObject({ signatureStatus: 'VALID' });
  const change = { change: 'status', status: 'DISCONNECTED' };
  await control('POST', '/_local/inbound', { type: 'whatsapp_account', accountId, ...change });
  await act('request-code');
  await act('verify-code', { code: String((await feed(accountId, 'code'))[0]?.['code']) });
  expect((await act('register', { pin: '481516' })).status).toBe(200);
  expect(await key()).toMatchObject({ registered: true, signatureStatus: 'MISMATCH' });
  await set(flowKey());
  expect(await key()).toMatchObject({ signatureStatus: 'VALID' });
});
